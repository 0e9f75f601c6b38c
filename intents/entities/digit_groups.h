// Reads numbers written in groups, such as "4111 1111 1111 1111". A space or a dash may separate two characters.
// Tested by tests/intents/contact_types_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::intents {

// Appends the next character of a grouped number to `out` and moves `at` past this character. If no further character
// of the number follows, returns false and does not move `at`.
template <class Allowed>
bool read_grouped(std::string_view text, std::size_t& at, std::string& out, Allowed allowed) {
  std::size_t next = at;
  if (!out.empty() && next < text.size() && (text[next] == ' ' || text[next] == '-')) ++next;
  if (next >= text.size() || !allowed(text[next])) return false;
  out += text[next];
  at = next + 1;
  return true;
}

}  // namespace parley::intents
