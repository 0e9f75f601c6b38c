// Output for terminals: color and progress, and escaping of control characters in untrusted text, which could rewrite
// the screen.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace parley::cli {

enum class Colour { kGood, kBad, kNotice, kQuiet, kStrong };

// Returns the text in color if standard output is a terminal and NO_COLOR is unset; otherwise unchanged.
std::string paint(std::string_view text, Colour colour);

// Returns the text on one line. Control characters and direction overrides are escaped as \n, \x1b, \u202e.
std::string printable(std::string_view text);

// Returns the number of columns of a text: its code points, which is right for most scripts.
std::size_t width_of(std::string_view text);

// Shows a percentage on standard error during a long operation, after a third of a second. Prints nothing if standard
// error is not a terminal.
class Progress {
 public:
  Progress(std::string_view unit, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::size_t done);  // redraws when the percentage changes
  void clear();               // removes the line, so that other output can follow

 private:
  std::string unit_;
  std::size_t total_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::size_t drawn_percent_ = 0;
  bool shown_ = false;
  bool terminal_;
};

}  // namespace parley::cli
