// Charts of a report page, as inline SVG. They scale with the page and distinguish parts by pattern as well as color.
//
// Scaled charts hold no text; names and figures are next to them as page text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley::report {

// The meaning of a part of a bar. Each has its own color and pattern.
enum class Ink { kGood, kCancelled, kHandedOff, kAbandoned, kOther, kOpen };

// Sanitizes a text (report/sanitize_text.h) and escapes it for element content and attributes.
std::string escaped(std::string_view text);

// Returns the pattern definitions. A page needs them once, before any chart.
std::string ink_definitions();

// A part of a bar.
struct Part {
  Ink ink = Ink::kGood;
  std::int64_t size = 0;
  std::string description;  // tooltip and accessible text
};
// Draws parts side by side. `whole` is the size of the full width, at least the sum of the parts.
std::string bar(const std::vector<Part>& parts, std::int64_t whole);

// A column of a column chart.
struct Column {
  std::int64_t size = 0;
  std::string label;  // shown below the column; may be empty
  std::string description;
};
// Draws columns side by side. The highest column uses the full height.
std::string columns(const std::vector<Column>& all, std::string_view description);

struct LegendEntry {
  Ink ink = Ink::kGood;
  std::string name;
};
std::string legend(const std::vector<LegendEntry>& entries);

}  // namespace parley::report
