// The header `traceparent` of W3C Trace Context: "00-TRACE_ID-SPAN_ID-FLAGS" in lower hex.
#pragma once

#include <optional>
#include <string_view>

namespace parley::base {

// Views into the text that was parsed.
struct TraceParent {
  std::string_view trace_id;  // 32 digits, not all 0
  std::string_view span_id;   // 16 digits, not all 0
  std::string_view flags;     // 2 digits
};

// Unset: the text is invalid. Accepts every version except ff, in the form of version 00.
std::optional<TraceParent> parse_trace_parent(std::string_view text);

}  // namespace parley::base
