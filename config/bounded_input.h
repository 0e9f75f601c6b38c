// BoundedInput feeds a text to the YAML parser and works around two weaknesses of that parser.
//
// Memory: inside brackets the parser keeps every token until the last bracket closes. It also keeps every piece of a
// long text. BoundedInput stops the parser when it reads more than `max_ahead` bytes without reporting an event.
//
// Question marks: inside brackets the parser ends a plain text at any '?'. A '?' after a word cannot mark a key, so
// BoundedInput replaces it with a byte that is invalid in UTF-8. No valid file and no escape can contain that byte.
#pragma once

#include <streambuf>
#include <string>
#include <string_view>

namespace parley::config {

class BoundedInput : public std::streambuf {
 public:
  BoundedInput(std::string_view text, std::size_t max_ahead);

  // Call at each parser event: restarts the count of bytes read ahead.
  void on_event() { ahead_ = 0; }
  // Whether the parser read more than `max_ahead` bytes without an event. underflow() then throws Stop.
  bool is_too_far() const { return ahead_ > max_ahead_; }

  // Restores the question marks in a text from the parser.
  static std::string shown(std::string text);

 protected:
  int_type underflow() override;

 private:
  std::string text_;
  std::size_t max_ahead_;
  std::size_t ahead_ = 0;
};

}  // namespace parley::config
