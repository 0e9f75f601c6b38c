// Charts as SVG inside a page: they take the width that there is, and are told apart by patterns as well as by colours.
//
// No text is inside a chart that is stretched; names and figures stand beside it as text of the page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley::report {

// What a part of a bar says. Each has its colour and its pattern.
enum class Ink { kGood, kCalledOff, kPerson, kAbandoned, kOther, kOpen };

// For the text and the attributes of a page: escaped, and harmless (report/sanitize_text.h).
std::string escaped(std::string_view text);

// Once in a page, before any chart.
std::string ink_definitions();

struct Part {
  Ink ink = Ink::kGood;
  std::int64_t size = 0;
  std::string says;  // shown when it is pointed at, and read out
};
// Parts side by side; `whole` is what the full width stands for, and at least their sum.
std::string bar(const std::vector<Part>& parts, std::int64_t whole);

struct Column {
  std::int64_t size = 0;
  std::string label;  // below it; empty: none
  std::string says;
};
// Columns side by side, the highest as high as there is room.
std::string columns(const std::vector<Column>& all, std::string_view says);

struct LegendEntry {
  Ink ink = Ink::kGood;
  std::string name;
};
std::string legend(const std::vector<LegendEntry>& entries);

}  // namespace parley::report
