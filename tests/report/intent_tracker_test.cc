// Tests the outcomes of intents and questions that the trace of the planner gives.
#include "report/intent_tracker.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "report/counters.h"
#include "tests/report/intent_outcomes.h"
#include "tests/support/even_range.h"

using namespace parley;
using report::Counters;
using report::IntentEnd;
using report::IntentTracker;
using report::TurnResult;

namespace {

TraceEvent event(Rule rule, std::string intent, std::string subject = {}) {
  return {rule, std::move(intent), std::move(subject), {}};
}

std::string ends_after(const std::vector<TraceEvent>& trace, TurnResult result) {
  Counters counters;
  IntentTracker tracker;
  for (const TraceEvent& one : trace) tracker.apply(one, counters);
  tracker.end_turn(result, counters);
  return test::intent_outcomes(counters);
}

}  // namespace

TEST_CASE("the last event of an intent decides its outcome") {
  constexpr TurnResult kWaits = TurnResult::kWaiting, kDone = TurnResult::kDone;
  struct Case {
    const char* what;
    std::vector<TraceEvent> trace;
    TurnResult result;
    const char* ends;
  };
  const TraceEvent starts_a = event(Rule::kIntentStarted, "a"), starts_b = event(Rule::kIntentStarted, "b");
  const Case cases[] = {
      {"done", {starts_a, event(Rule::kIntentDone, "a")}, kDone, "a 1 completed"},
      {"waits", {starts_a, event(Rule::kQuestionAsked, "a", "x")}, kWaits, "a 1 open"},
      {"cancelled", {starts_a, event(Rule::kIntentCancelled, "a")}, kDone, "a 1 cancelled"},
      {"a command alone ends nothing", {starts_a, event(Rule::kCancelCommand, "a")}, kWaits, "a 1 open"},
      {"abandoned", {starts_a, event(Rule::kIntentAbandoned, "a", "x")}, kDone, "a 1 abandoned"},
      {"renamed by a changed bot",
       {starts_a, {Rule::kIntentRenamed, "b", {}, "a"}, event(Rule::kIntentDone, "b")},
       kDone,
       "b 1 completed"},
      {"dropped by a changed bot", {starts_a, event(Rule::kIntentDropped, "a")}, kDone, "a 1 otherwise"},
      {"handed off", {starts_a, event(Rule::kIntentHandedOff, "a")}, TurnResult::kHandoff, "a 1 handed off"},
      {"given back, and then done",
       {starts_a, event(Rule::kIntentHandedOff, "a"), event(Rule::kIntentGivenBack, "a"),
        event(Rule::kIntentDone, "a")},
       kDone,
       "a 1 completed"},
      {"given back, without its beginning", {event(Rule::kIntentGivenBack, "a")}, kWaits, "a 1 open"},
      {"replaced", {starts_a, event(Rule::kIntentReplaced, "a"), starts_b}, kWaits, "a 1 otherwise; b 1 open"},
      {"the intent at the bottom is forgotten",
       {starts_a, event(Rule::kDigression, "a"), starts_b, event(Rule::kIntentForgotten, "a")},
       kWaits,
       "a 1 otherwise 1 digressed; b 1 open"},
      {"a called intent ends, and its caller continues",
       {starts_a, event(Rule::kIntentCalled, "b"), event(Rule::kIntentDone, "b")},
       kWaits,
       "a 1 open; b 1 completed"},
      {"the user returns to an intent below",
       {starts_a, starts_b, event(Rule::kIntentReturned, "a"), event(Rule::kIntentDone, "a")},
       kWaits,
       "a 1 completed; b 1 open"},
      {"the event of its beginning is missing",
       {event(Rule::kAnswered, "a", "x"), event(Rule::kIntentDone, "a")},
       kDone,
       "a 1 completed"},
      {"the event of its end is missing",
       {starts_a, starts_b, event(Rule::kQuestionAsked, "a", "x")},
       kWaits,
       "a 1 open; b 1 otherwise"},
      {"the events of all ends are missing", {starts_a, starts_b}, kDone, "a 1 otherwise; b 1 otherwise"},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    CHECK(ends_after(one.trace, one.result) == one.ends);
  }
}

TEST_CASE("the event of an abandoned intent names the abandoned question") {
  Counters counters;
  IntentTracker tracker;
  for (const TraceEvent& one : {event(Rule::kIntentStarted, "a"), event(Rule::kQuestionAsked, "a", "x"),
                                event(Rule::kIntentStarted, "b"), event(Rule::kQuestionAsked, "b", "y"),
                                event(Rule::kIntentAbandoned, "b", "y"), event(Rule::kIntentAbandoned, "a")}) {
    tracker.apply(one, counters);
  }
  const auto all = report::param_figures(counters, false);
  REQUIRE(all.size() == 2);
  for (const ParamFigures& one : all) CHECK(one.abandoned == (one.param == "y"));
}

TEST_CASE("answers are counted for the questions of params, confirmations and choices") {
  Counters counters;
  IntentTracker tracker;
  for (const TraceEvent& one :
       {event(Rule::kIntentStarted, "a"), event(Rule::kQuestionAsked, "a", "x"), event(Rule::kNotUnderstood, "a", "x"),
        event(Rule::kQuestionAsked, "a", "x"), event(Rule::kAnswered, "a", "x"), event(Rule::kConfirmationAsked, "a"),
        event(Rule::kDenied, "a"), event(Rule::kChoiceAsked, "a", "x"), event(Rule::kChosen, "a", "x")}) {
    tracker.apply(one, counters);
  }
  const auto all = report::param_figures(counters, false);
  REQUIRE(all.size() == 3);
  for (const ParamFigures& one : all) {
    CHECK(one.asked == 1);
    CHECK(one.answered[one.param == "x" ? 1 : 0] == 1);
    CHECK(one.missed == (one.param == "x" ? 1 : 0));
    CHECK(*one.denied == (one.param == "confirm" ? 1 : 0));
  }
}

TEST_CASE("every intent that began is open or has ended once, whatever the trace") {
  CHECK(rc::check("begun is the sum", [] {
    Counters counters;
    IntentTracker tracker;
    const auto length = test::evenly(0, 60);
    for (int i = 0; i < length; ++i) {
      const auto rule = static_cast<Rule>(test::evenly<std::size_t>(0, kRules));
      tracker.apply(event(rule, *rc::gen::element<std::string>("a", "b", "c", ""),
                          *rc::gen::element<std::string>("x", "y", "confirm", "")),
                    counters);
      if (test::evenly(0, 4) == 0) {
        tracker.end_turn(*rc::gen::element(TurnResult::kWaiting, TurnResult::kDone, TurnResult::kToolCall), counters);
      }
    }
    for (const IntentFigures& one : report::intent_figures(counters, false)) {
      RC_ASSERT(one.open >= 0);
      RC_ASSERT(one.begun >= 1);
    }
    tracker.close_all(IntentEnd::kOtherwise, counters);
    for (const IntentFigures& one : report::intent_figures(counters, false)) RC_ASSERT(one.open == 0);
  }));
}
