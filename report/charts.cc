// Tested by tests/report/render_html_test.cc.
#include "report/charts.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "report/sanitize_text.h"

namespace parley::report {
namespace {

constexpr int kColumnsHeight = 110;  // pixels; labels are below

struct InkLook {
  const char* id;
  const char* colour;   // background
  const char* pattern;  // drawn on the background, in a square of 8 by 8
};
// The backgrounds also differ in brightness.
constexpr std::array<InkLook, 6> kLooks = {{
    {"good", "#1b7f5a", ""},
    {"cancelled", "#9fd3e8", "<path d=\"M0 8L8 0M-2 2L2 -2M6 10L10 6\"/>"},
    {"handed-off", "#e59a2e", "<path d=\"M0 0L8 8M8 0L0 8\"/>"},
    {"abandoned", "#c44f3d", "<circle cx=\"2\" cy=\"2\" r=\"1.3\"/><circle cx=\"6\" cy=\"6\" r=\"1.3\"/>"},
    {"other", "#e4e4e4", ""},
    {"open", "#ffffff", "<path d=\"M0 2H8M0 6H8\"/>"},
}};

const InkLook& look_of(Ink ink) { return kLooks[static_cast<std::size_t>(ink)]; }

std::string per_cent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f%%", share * 100);
  return text.data();
}

double share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string fill(Ink ink) { return std::string(" fill=\"url(#ink-") + look_of(ink).id + ")\""; }

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : sanitize_text(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string ink_definitions() {
  std::string out = "<svg class=\"inks\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n";
  for (const InkLook& look : kLooks) {
    out += std::string("<pattern id=\"ink-") + look.id +
           "\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" stroke=\"#222\" stroke-width=\"1.2\">"
           "<rect width=\"8\" height=\"8\" stroke=\"none\" fill=\"" +
           look.colour + "\"/>" + look.pattern + "</pattern>\n";
  }
  return out + "</defs></svg>\n";
}

std::string bar(const std::vector<Part>& parts, std::int64_t whole) {
  std::string description, rects;
  double at = 0;
  for (const Part& part : parts) {
    if (part.size <= 0) continue;
    const double width = share(part.size, whole);
    description += (description.empty() ? "" : ", ") + part.description;
    rects += "<rect x=\"" + per_cent(at) + "\" width=\"" + per_cent(width) + "\" height=\"18\"" + fill(part.ink) +
             "><title>" + escaped(part.description) + "</title></rect>";
    at += width;
  }
  return "<svg class=\"bar\" width=\"100%\" height=\"18\" role=\"img\" aria-label=\"" + escaped(description) + "\">" +
         rects + "</svg>";
}

std::string columns(const std::vector<Column>& all, std::string_view description) {
  std::int64_t highest = 1;
  for (const Column& column : all) highest = std::max(highest, column.size);
  const double width = 1.0 / static_cast<double>(std::max<std::size_t>(all.size(), 1));
  std::string out = "<svg class=\"columns\" width=\"100%\" height=\"" + std::to_string(kColumnsHeight + 18) +
                    "\" role=\"img\" aria-label=\"" + escaped(description) + "\">";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double left = width * static_cast<double>(i);
    // A column with any value is visible, however small.
    const auto room = static_cast<double>(kColumnsHeight - 2);
    const int height = all[i].size == 0 ? 0 : std::max(2, static_cast<int>(share(all[i].size, highest) * room));
    out += "<rect x=\"" + per_cent(left + width * 0.1) + "\" y=\"" + std::to_string(kColumnsHeight - height) +
           "\" width=\"" + per_cent(width * 0.8) + "\" height=\"" + std::to_string(height) + "\"><title>" +
           escaped(all[i].description) + "</title></rect>";
    if (all[i].label.empty()) continue;
    const bool is_first = i == 0, is_last = i + 1 == all.size() && i > 0;
    const char* anchor = is_first ? "start" : is_last ? "end" : "middle";
    const double middle = is_first ? left : left + width * (is_last ? 1 : 0.5);
    out += "<text x=\"" + per_cent(middle) + "\" y=\"" + std::to_string(kColumnsHeight + 13) + "\" text-anchor=\"" +
           anchor + "\">" + escaped(all[i].label) + "</text>";
  }
  out += "<line x1=\"0\" x2=\"100%\" y1=\"" + std::to_string(kColumnsHeight) + "\" y2=\"" +
         std::to_string(kColumnsHeight) + "\"/>";
  return out + "</svg>";
}

std::string legend(const std::vector<LegendEntry>& entries) {
  std::string out = "<ul class=\"legend\">";
  for (const LegendEntry& entry : entries) {
    out += "<li><svg width=\"22\" height=\"14\" aria-hidden=\"true\"><rect width=\"22\" height=\"14\"" +
           fill(entry.ink) + "/></svg>" + escaped(entry.name) + "</li>";
  }
  return out + "</ul>\n";
}

}  // namespace parley::report
