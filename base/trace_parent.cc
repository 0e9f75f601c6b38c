#include "base/trace_parent.h"

#include <cstddef>

namespace parley::base {
namespace {

bool is_lower_hex(std::string_view digits) {
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_hex_id(std::string_view digits) {
  return is_lower_hex(digits) && digits.find_first_not_of('0') != std::string_view::npos;
}

}  // namespace

std::optional<TraceParent> parse_trace_parent(std::string_view text) {
  constexpr std::size_t kSize = 55;
  if (text.size() != kSize || text[2] != '-' || text[35] != '-' || text[52] != '-') return std::nullopt;
  const std::string_view version = text.substr(0, 2);
  const TraceParent parent{text.substr(3, 32), text.substr(36, 16), text.substr(53, 2)};
  if (!is_lower_hex(version) || version == "ff" || !is_lower_hex(parent.flags)) return std::nullopt;
  if (!is_hex_id(parent.trace_id) || !is_hex_id(parent.span_id)) return std::nullopt;
  return parent;
}

}  // namespace parley::base
