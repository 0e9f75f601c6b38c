#include "base/http_header.h"

#include <algorithm>

#include "base/text.h"

namespace parley::base {

bool fits_into_header(std::string_view value) {
  const auto is_odd = [](char c) {
    return static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 0x7F;
  };
  return trim(value) == value && std::none_of(value.begin(), value.end(), is_odd);
}

bool is_header(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon == 0) return false;
  const auto may_be_in_name = [](char c) {
    return is_word_byte(c) || std::string_view("!#$%&'*+-.^`|~").find(c) != std::string_view::npos;
  };
  const std::string_view name = line.substr(0, colon);
  const bool has_value = colon + 2 < line.size();
  return std::all_of(name.begin(), name.end(), may_be_in_name) && (!has_value || fits_into_header(line));
}

}  // namespace parley::base
