// What a person's terminal gets that a pipe does not: colour and progress. And what neither may get: control
// characters out of somebody's message, which could rewrite the screen.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace parley::cli {

enum class Colour { kGood, kBad, kNotice, kQuiet, kStrong };

// The text in a colour when standard output is a terminal and NO_COLOR is unset, else the text as it is.
std::string paint(std::string_view text, Colour colour);

// On one line and harmless: control characters and direction overrides as \n, \x1b, \u202e.
std::string printable(std::string_view text);

// The columns a text takes: its code points, which is right for most scripts.
std::size_t width_of(std::string_view text);

// A line on standard error that counts up while something takes long: it is shown after a third of a second. Silent
// when standard error is no terminal.
class Progress {
 public:
  Progress(std::string_view what, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::size_t done);  // draws when a whole percent is new
  void clear();               // takes the line away, so that something else can be written

 private:
  std::string what_;
  std::size_t total_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::size_t drawn_percent_ = 0;
  bool shown_ = false;
  bool terminal_;
};

}  // namespace parley::cli
