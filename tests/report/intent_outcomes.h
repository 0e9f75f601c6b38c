// Prints the outcomes of intents for a comparison.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "report/counters.h"

namespace parley::test {

// Returns for example "refund 1 completed; hours 1 open", sorted by name, without outcomes that did not occur.
inline std::string intent_outcomes(const report::Counters& counters) {
  std::vector<IntentFigures> all = report::intent_figures(counters, false);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.intent < b.intent; });
  std::string text;
  for (const IntentFigures& one : all) {
    if (!text.empty()) text += "; ";
    text += one.intent;
    const std::pair<const char*, std::int64_t> counts[] = {
        {"completed", *one.completed},     {"cancelled", *one.cancelled}, {"handed off", one.handed_off},
        {"abandoned", one.abandoned},      {"otherwise", one.otherwise},  {"open", one.open},
        {"digressed", *one.digressed_from}};
    for (const auto& [name, count] : counts) {
      if (count != 0) text += " " + std::to_string(count) + " " + name;
    }
  }
  return text;
}

}  // namespace parley::test
