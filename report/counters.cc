// Tested by tests/report/intent_tracker_test.cc.
#include "report/counters.h"

#include <algorithm>
#include <tuple>

namespace parley::report {
namespace {

std::optional<std::int64_t> unless(bool unknown, std::int64_t count) {
  return unknown ? std::nullopt : std::optional(count);
}

std::int64_t end_of(const IntentTally& tally, IntentEnd end) { return tally.ends[static_cast<std::size_t>(end)]; }

}  // namespace

std::vector<IntentFigures> intent_figures(const Counters& tallies, bool from_store) {
  std::vector<IntentFigures> all;
  for (const auto& [id, tally] : tallies.intents) {
    IntentFigures& figures = all.emplace_back();
    figures.intent = tallies.names.to_string(id);
    figures.begun = figures.open = tally.begun;
    for (const std::int64_t count : tally.ends) figures.open -= count;
    figures.completed = unless(from_store, end_of(tally, IntentEnd::kCompleted));
    figures.cancelled = unless(from_store, end_of(tally, IntentEnd::kCancelled));
    figures.handed_off = end_of(tally, IntentEnd::kHandedOff);
    figures.abandoned = end_of(tally, IntentEnd::kAbandoned);
    figures.otherwise = end_of(tally, IntentEnd::kOtherwise);
    figures.digressed_from = unless(from_store, tally.digressed_from);
  }
  std::sort(all.begin(), all.end(), [](const IntentFigures& a, const IntentFigures& b) {
    return std::tie(b.begun, a.intent) < std::tie(a.begun, b.intent);
  });
  return all;
}

std::vector<ParamFigures> param_figures(const Counters& tallies, bool from_store) {
  std::vector<ParamFigures> all;
  for (const auto& [ids, tally] : tallies.params) {
    ParamFigures& figures = all.emplace_back();
    figures.intent = tallies.names.to_string(static_cast<NameId>(ids >> 32));
    figures.param = tallies.names.to_string(static_cast<NameId>(ids));
    figures.asked = tally.asked;
    figures.answered = tally.answered;
    figures.missed = tally.missed;
    figures.not_understood = unless(from_store, tally.not_understood);
    figures.invalid = unless(from_store, tally.invalid);
    figures.silent = unless(from_store, tally.silent);
    figures.rejected = unless(from_store, tally.rejected);
    figures.exhausted = tally.exhausted;
    figures.abandoned = tally.abandoned;
    figures.corrected = unless(from_store, tally.corrected);
    figures.denied = unless(from_store, tally.denied);
  }
  std::sort(all.begin(), all.end(), [](const ParamFigures& a, const ParamFigures& b) {
    return std::tie(b.missed, b.asked, a.intent, a.param) < std::tie(a.missed, a.asked, b.intent, b.param);
  });
  return all;
}

}  // namespace parley::report
