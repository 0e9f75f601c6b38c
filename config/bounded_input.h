// BoundedInput: a text as the YAML parser gets it, so that the parser's own limits and habits do no harm.
//
// Inside brackets the parser holds every token until the last bracket is closed, and of a long text every piece. So it
// is let read only so far ahead of what it has told of: that bounds what it can hold.
//
// It ends a text inside brackets at any '?', and bots are full of questions. A '?' behind a word cannot be the sign of
// a key, so another byte stands in for it: one that is no UTF-8, which neither a file holds nor an escape makes.
#pragma once

#include <streambuf>
#include <string>
#include <string_view>

namespace parley::config {

class BoundedInput : public std::streambuf {
 public:
  BoundedInput(std::string_view text, std::size_t max_ahead);

  // To be called at each event: the parser has told of something.
  void told() { ahead_ = 0; }
  // Why reading was stopped, by throwing Stop: nothing was told of for too long.
  bool is_too_far() const { return ahead_ > max_ahead_; }

  // A text as it stands in the file.
  static std::string shown(std::string text);

 protected:
  int_type underflow() override;

 private:
  std::string text_;
  std::size_t max_ahead_;
  std::size_t ahead_ = 0;
};

}  // namespace parley::config
