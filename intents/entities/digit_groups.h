// Numbers that people write in groups, "4111 1111 1111 1111": read character by character, a space or a dash may stand
// between two.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::intents {

// Moves `at` past the next character of such a number and appends it. False, and nothing moved, when there is none.
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
