// Tested by tests/report/intent_tracker_test.cc.
#include "report/counters.h"

#include <algorithm>
#include <tuple>

namespace parley::report {
namespace {

std::optional<std::int64_t> unless(bool unknown, std::int64_t count) {
  return unknown ? std::nullopt : std::optional(count);
}

std::int64_t end_of(const IntentCounts& counts, IntentEnd end) { return counts.ends[static_cast<std::size_t>(end)]; }

}  // namespace

std::vector<IntentFigures> intent_figures(const Counters& counters, bool from_store) {
  std::vector<IntentFigures> all;
  for (const auto& [id, counts] : counters.intents) {
    if (counts.begun == 0) continue;  // a changed bot renamed it, and it counts under the new name
    IntentFigures& figures = all.emplace_back();
    figures.intent = counters.names.to_string(id);
    figures.begun = figures.open = counts.begun;
    for (const std::int64_t count : counts.ends) figures.open -= count;
    figures.completed = unless(from_store, end_of(counts, IntentEnd::kCompleted));
    figures.cancelled = unless(from_store, end_of(counts, IntentEnd::kCancelled));
    figures.handed_off = end_of(counts, IntentEnd::kHandedOff);
    figures.abandoned = end_of(counts, IntentEnd::kAbandoned);
    figures.otherwise = end_of(counts, IntentEnd::kOtherwise);
    figures.digressed_from = unless(from_store, counts.digressed_from);
  }
  std::sort(all.begin(), all.end(), [](const IntentFigures& a, const IntentFigures& b) {
    return std::tie(b.begun, a.intent) < std::tie(a.begun, b.intent);
  });
  return all;
}

std::vector<ParamFigures> param_figures(const Counters& counters, bool from_store) {
  std::vector<ParamFigures> all;
  for (const auto& [ids, counts] : counters.params) {
    ParamFigures& figures = all.emplace_back();
    figures.intent = counters.names.to_string(static_cast<NameId>(ids >> 32));
    figures.param = counters.names.to_string(static_cast<NameId>(ids));
    figures.asked = counts.asked;
    figures.answered = counts.answered;
    figures.missed = counts.missed;
    figures.not_understood = unless(from_store, counts.not_understood);
    figures.invalid = unless(from_store, counts.invalid);
    figures.silent = unless(from_store, counts.silent);
    figures.rejected = unless(from_store, counts.rejected);
    figures.exhausted = counts.exhausted;
    figures.abandoned = counts.abandoned;
    figures.corrected = unless(from_store, counts.corrected);
    figures.denied = unless(from_store, counts.denied);
  }
  std::sort(all.begin(), all.end(), [](const ParamFigures& a, const ParamFigures& b) {
    return std::tie(b.missed, b.asked, a.intent, a.param) < std::tie(a.missed, a.asked, b.intent, b.param);
  });
  return all;
}

}  // namespace parley::report
