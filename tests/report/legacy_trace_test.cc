// Tests the outcomes of intents and questions that trace texts in telemetry of earlier versions give.
#include "report/legacy_trace.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "report/counters.h"
#include "report/intent_tracker.h"
#include "tests/report/intent_outcomes.h"
#include "tests/support/even_range.h"

using namespace parley;
using report::Counters;
using report::IntentEnd;
using report::IntentTracker;
using report::LegacyTrace;
using report::TurnResult;

namespace {

struct TracedTurn {
  std::vector<std::string> trace;
  TurnResult status = TurnResult::kDone;
};
using TracedTurns = std::vector<TracedTurn>;

constexpr TurnResult kWaits = TurnResult::kWaiting;
constexpr TurnResult kDone = TurnResult::kDone;

// Decodes turns and counts them.
class LegacyReader {
 public:
  void read(const std::vector<std::string>& texts, TurnResult result) {
    for (const TraceEvent& event : legacy_.decode(texts, result)) tracker.apply(event, counters);
    tracker.end_turn(result, counters);
  }

  Counters counters;
  IntentTracker tracker;

 private:
  LegacyTrace legacy_;
};

std::string ends_after(const TracedTurns& turns) {
  LegacyReader reader;
  for (const TracedTurn& turn : turns) reader.read(turn.trace, turn.status);
  return test::intent_outcomes(reader.counters);
}

}  // namespace

TEST_CASE("the outcome of an intent comes from the texts of its turn or of later turns") {
  struct Case {
    const char* what;
    TracedTurns turns;
    const char* ends;
  };
  const std::vector<Case> cases = {
      {"done at once", {{{"start hours", "done hours"}}}, "hours 1 completed"},
      {"waits for an answer", {{{"start refund", "ask refund.order_id"}, kWaits}}, "refund 1 open"},
      {"cancelled by command",
       {{{"start refund", "ask refund.order_id"}, kWaits}, {{"command.cancel"}}},
       "refund 1 cancelled"},
      {"a change is called off, and the intent continues",
       {{{"start refund", "ask refund.order_id"}, kWaits}, {{"command.cancel", "confirm refund"}, kWaits}},
       "refund 1 open"},
      {"nothing to cancel", {{{"command.cancel: nothing is open"}}}, ""},
      {"all cancelled",
       {{{"start a", "ask a.x"}, kWaits}, {{"digress a", "start b", "ask b.y"}, kWaits}, {{"command.cancel_all"}}},
       "a 1 cancelled 1 digressed; b 1 cancelled"},
      {"the top intent is cancelled, and the intent below it continues",
       {{{"start a", "ask a.x", "digress a", "start b", "ask b.y"}, kWaits},
        {{"command.cancel", "resume a", "ask a.x"}, kWaits}},
       "a 1 open 1 digressed; b 1 cancelled"},
      {"a called intent and its caller are cancelled",
       {{{"start a", "called b", "ask b.x"}, kWaits}, {{"command.cancel"}}},
       "a 1 cancelled; b 1 cancelled"},
      {"a called intent is done, and its caller continues",
       {{{"start a", "called b", "done b", "done a"}}},
       "a 1 completed; b 1 completed"},
      {"an intent that replaces a called intent is also called",
       {{{"start a", "called b", "done b", "start c", "ask c.x"}, kWaits}, {{"command.cancel"}}},
       "a 1 cancelled; b 1 completed; c 1 cancelled"},
      {"the user denies the confirmation",
       {{{"start a", "confirm a"}, kWaits}, {{"denied a"}, kDone}},
       "a 1 cancelled"},
      {"the user denies the confirmation, and the bot asks what to change",
       {{{"start a", "confirm a"}, kWaits}, {{"denied a"}, kWaits}},
       "a 1 open"},
      {"the user wants to change nothing",
       {{{"start a", "confirm a"}, kWaits}, {{"denied a"}, kWaits}, {{}}},
       "a 1 cancelled"},
      {"the user denies the confirmation and corrects a value",
       {{{"start a", "confirm a"}, kWaits}, {{"denied a", "corrected a.x", "confirm a"}, kWaits}},
       "a 1 open"},
      {"the question is given up, and a person takes over",
       {{{"start a", "ask a.x"}, kWaits}, {{"exhausted a.x", "handoff: exhausted"}, TurnResult::kHandoff}},
       "a 1 handed off"},
      {"the question is given up, and the intent continues without a value",
       {{{"start a", "ask a.x"}, kWaits}, {{"exhausted a.x", "done a"}}},
       "a 1 completed"},
      {"the question is given up, and the intent is cancelled",
       {{{"start a", "ask a.x"}, kWaits}, {{"exhausted a.x"}}},
       "a 1 cancelled"},
      {"the question is given up, and another intent begins",
       {{{"start a", "ask a.x"}, kWaits}, {{"exhausted a.x", "start b", "done b"}}},
       "a 1 otherwise; b 1 completed"},
      {"a person takes over all open intents",
       {{{"start a", "ask a.x", "digress a", "start b", "ask b.y"}, kWaits},
        {{"command.human", "handoff: requested"}, TurnResult::kHandoff}},
       "a 1 handed off 1 digressed; b 1 handed off"},
      {"the user returns to an intent below",
       {{{"start a", "ask a.x", "digress a", "start b", "ask b.y"}, kWaits},
        {{"digress b", "return_to a", "done a", "resume b", "ask b.y"}, kWaits}},
       "a 1 completed 1 digressed; b 1 open 1 digressed"},
      {"an intent is forgotten because too many are open",
       {{{"start a", "digress a", "start b", "digress b", "too_deep: forgot a", "start c", "done c", "resume b"},
         kWaits}},
       "a 1 otherwise 1 digressed; b 1 open 1 digressed; c 1 completed"},
      {"an intent whose question was given up is forgotten, and no end is in doubt",
       {{{"start a", "exhausted a.x", "too_deep: forgot a", "start b", "done b"}}},
       "a 1 otherwise; b 1 completed"},
      {"the user cancels the intent and names another intent",
       {{{"start a", "ask a.x"}, kWaits}, {{"instead.cancel", "start b", "done b"}}},
       "a 1 cancelled; b 1 completed"},
      {"the user starts over", {{{"start a", "ask a.x"}, kWaits}, {{"event.reset"}}}, "a 1 cancelled"},
      {"the channel closes", {{{"start a", "ask a.x"}, kWaits}, {{"event.end"}}}, "a 1 abandoned"},
      {"the question expires",
       {{{"start a", "ask a.x"}, kWaits}, {{"question_lapsed", "start b", "done b"}}},
       "a 1 abandoned; b 1 completed"},
      {"the intent began before the first line", {{{"answered a.x", "done a"}}}, "a 1 completed"},
      {"a dot in an intent's name",
       {{{"start shop.refund", "ask shop.refund.order_id"}, kWaits},
        {{"answered shop.refund.order_id", "done shop.refund"}}},
       "shop.refund 1 completed"},
      {"unknown rules", {{{"start a", "whatever a", "odd", "", " ", "ask", "done "}, kWaits}}, "a 1 open"},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    CHECK(ends_after(one.turns) == one.ends);
  }
}

TEST_CASE("a question counts once however often it is asked, and its answer counts by attempt") {
  struct Case {
    std::vector<std::string> trace;
    const char* figures;  // asked, answered at the 1st, 2nd, 3rd, later; missed, exhausted, corrected
  };
  const std::vector<Case> cases = {
      {{"start a", "ask a.x", "answered a.x", "done a"}, "1: 1 0 0 0; 0 0 0"},
      {{"start a", "ask a.x", "not_understood a.x", "ask a.x", "answered a.x", "done a"}, "1: 0 1 0 0; 1 0 0"},
      {{"start a", "ask a.x", "invalid a.x", "ask a.x", "silent a.x", "ask a.x", "answered a.x", "done a"},
       "1: 0 0 1 0; 2 0 0"},
      {{"start a", "ask a.x", "invalid a.x", "invalid a.x", "invalid a.x", "invalid a.x", "answered a.x", "done a"},
       "1: 0 0 0 1; 4 0 0"},
      {{"start a", "ask a.x", "not_understood a.x", "exhausted a.x", "handoff: exhausted"}, "1: 0 0 0 0; 1 1 0"},
      {{"start a", "ask a.x", "digress a", "start b", "done b", "resume a", "ask a.x", "answered a.x", "done a"},
       "1: 1 0 0 0; 0 0 0"},
      {{"start a", "ask a.x", "answered a.x", "rejected a.x", "ask a.x", "answered a.x", "done a"},
       "2: 2 0 0 0; 1 0 0"},
      {{"start a", "corrected a.x", "done a"}, "0: 0 0 0 0; 0 0 1"},
      {{"answered a.x", "done a"}, "1: 1 0 0 0; 0 0 0"},
  };
  for (const Case& one : cases) {
    LegacyReader reader;
    reader.read(one.trace, kDone);
    std::string trace;
    for (const std::string& text : one.trace) trace += text + ", ";
    INFO(trace);
    const auto all = report::param_figures(reader.counters, false);
    REQUIRE(all.size() == 1);
    const ParamFigures& x = all.front();
    CHECK(x.param == "x");
    std::string figures = std::to_string(x.asked) + ":";
    for (const std::int64_t count : x.answered) figures += " " + std::to_string(count);
    figures += "; " + std::to_string(x.missed) + " " + std::to_string(x.exhausted) + " " + std::to_string(*x.corrected);
    CHECK(figures == one.figures);
  }
}

TEST_CASE("an intent that began in a turn with events counts once when the next turn has only texts") {
  LegacyReader reader;
  reader.tracker.apply({Rule::kIntentStarted, "refund", {}, {}}, reader.counters);
  reader.tracker.apply({Rule::kQuestionAsked, "refund", "order_id", {}}, reader.counters);
  reader.tracker.end_turn(kWaits, reader.counters);
  reader.read({"answered refund.order_id", "done refund"}, kDone);
  const auto intents = report::intent_figures(reader.counters, false);
  REQUIRE(intents.size() == 1);
  CHECK(intents.front().begun == 1);
  CHECK(*intents.front().completed == 1);
  const auto params = report::param_figures(reader.counters, false);
  REQUIRE(params.size() == 1);
  CHECK(params.front().asked == 1);
}

TEST_CASE("the last question counts as abandoned") {
  LegacyReader reader;
  reader.read({"start a", "ask a.x", "ask a.y", "answered a.y", "ask a.z"}, kWaits);
  reader.read({"question_lapsed", "fallback 1"}, kDone);
  const auto all = report::param_figures(reader.counters, false);
  REQUIRE(all.size() == 3);
  for (const ParamFigures& one : all) CHECK(one.abandoned == (one.param == "z"));
}

TEST_CASE("a handoff and an unmatched message keep their reason and number") {
  LegacyTrace legacy;
  const auto events = legacy.decode({"fallback 2", "handoff: requested"}, TurnResult::kHandoff);
  REQUIRE(events.size() == 2);
  CHECK(events[0] == TraceEvent{Rule::kFallback, "", "", "2"});
  CHECK(events[1] == TraceEvent{Rule::kHandoff, "", "", "requested"});
}

TEST_CASE("every intent that began is open or has ended once, whatever the rules") {
  CHECK(rc::check("begun is the sum", [] {
    static const std::vector<std::string> kWords = {
        "start",       "called",    "return_to", "done",   "resume",   "digress",
        "confirm",     "confirmed", "denied",    "ask",    "answered", "exhausted",
        "invalid",     "rejected",  "choose",    "chosen", "handoff:", "too_deep: forgot",
        "none_chosen", "corrected", "unheard_of"};
    static const std::vector<std::string> kAlone = {"command.cancel", "command.cancel_all", "instead.cancel",
                                                    "event.reset",    "event.end",          "question_lapsed"};
    LegacyReader reader;
    std::vector<std::string> texts;
    const auto length = test::evenly(0, 60);
    for (int i = 0; i < length; ++i) {
      const bool alone = *rc::gen::weightedElement<bool>({{1, true}, {9, false}});
      const std::string about = *rc::gen::element<std::string>("a", "b", "a.x", "b.y", "c", "c.x.y", "");
      texts.push_back(alone ? *rc::gen::elementOf(kAlone) : *rc::gen::elementOf(kWords) + " " + about);
      if (test::evenly(0, 4) != 0) continue;
      reader.read(texts, *rc::gen::element(TurnResult::kWaiting, TurnResult::kDone, TurnResult::kToolCall));
      texts.clear();
    }
    const Counters& counters = reader.counters;
    for (const IntentFigures& one : report::intent_figures(counters, false)) {
      RC_ASSERT(one.open >= 0);
      RC_ASSERT(one.begun >= 1);
    }
    reader.tracker.close_all(IntentEnd::kOtherwise, reader.counters);
    for (const IntentFigures& one : report::intent_figures(counters, false)) RC_ASSERT(one.open == 0);
    for (const ParamFigures& one : report::param_figures(counters, false)) {
      RC_ASSERT(one.answered[0] + one.answered[1] + one.answered[2] + one.answered[3] <= one.asked);
    }
  }));
}
