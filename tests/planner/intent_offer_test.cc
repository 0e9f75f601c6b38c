// Tests "did you mean": a doubtful message offers intents, and the next message picks one (docs/dialog.md, rule 1.10).
#include "planner/intent_offer.h"

#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kTownLibrary = R"(
parley: 1
bot: {id: library}
intents:
  - id: renew_loan
    name: renew a loan
    examples: [renew]
    params: {card: {type: number, required: true, ask: "Which card?", validate: [{le: 99, else: "No such card."}]}}
    steps: [{say: "Renewed on {card}."}]
  - id: opening_hours
    examples: [hours]
    steps: [{say: From ten to six.}]
  - id: fines
    examples: [fine]
    params: {card: {type: number, required: true, ask: "Whose card?"}, why: {type: free_text, required: true, ask: "Why?"}}
    steps: [{say: "Paid {card}: {why}."}]
fallback: {say: What?, after: 3, then: handoff}
replies: {handoff: Here is Ann., did_you_mean: "Did you mean {options}?", something_else: something else, say_again: Say it again.}
)";

Talk town_library() { return Talk(read(kTownLibrary)); }

FurtherIntent maybe(const std::string& intent, std::vector<ParamValue> params = {}) {
  return {wants(intent).candidates.front(), std::move(params), {}};
}
FlatMessage doubts(std::vector<FurtherIntent> intents) {
  FlatMessage message;
  message.doubtful = std::move(intents);
  return message;
}

const char* const kTwo = "ask  1: Did you mean renew a loan, opening hours, or something else? | waiting";

}  // namespace

TEST_CASE("1.10 a doubtful message offers intents by their names, or by their ids with spaces") {
  Talk talk = town_library();
  CHECK(talk(doubts({maybe("renew_loan"), maybe("opening_hours")})) == kTwo);
  CHECK(talk.trace() == std::vector<std::string>{"did_you_mean renew_loan", "did_you_mean opening_hours"});
  const auto& question = std::get<AskUser>(talk.last().steps.front());
  CHECK(question.options == std::vector<std::string>{"renew a loan", "opening hours", "something else"});
  CHECK(question.options == offer_labels(talk.bot(), talk.state()));
  CHECK(talk.state().frames.empty());
}

TEST_CASE("1.10 the chosen intent begins with the values of the doubtful message") {
  struct Row {
    const char* name;
    FlatMessage answer;
    const char* steps;
    const char* trace;
  };
  const std::vector<Row> rows = {
      {"by its number", picks(0), "say Renewed on 7. | done", "meant renew_loan"},
      {"the second one", picks(1), "say From ten to six. | done", "meant opening_hours"},
      {"by a message of its own", wants("renew_loan"), "say Renewed on 7. | done", "start renew_loan"},
      {"with another value", wants("renew_loan", {good("card", 8)}), "say Renewed on 8. | done", "start renew_loan"},
      {"another intent", wants("fines"), "ask card 1: Whose card? | waiting", "start fines"},
      {"yes, but to which?", says(Act::kAffirm), kTwo, ""},
      {"something else", picks(2), "say Say it again. | done", "meant_none"},
      {"no", says(Act::kDeny), "say Say it again. | done", "meant_none"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Talk talk = town_library();
    talk(doubts({maybe("renew_loan", {good("card", 7)}), maybe("opening_hours")}));
    CHECK(talk(row.answer) == row.steps);
    CHECK((talk.trace().empty() ? "" : talk.trace().front()) == row.trace);
  }
}

TEST_CASE("1.10 yes accepts a single offer") {
  Talk talk = town_library();
  CHECK(talk(doubts({maybe("fines", {good("card", 7)})})) == "ask  1: Did you mean fines? | waiting");
  CHECK(std::get<AskUser>(talk.last().steps.front()).options == std::vector<std::string>{"yes", "no"});
  CHECK(talk(says(Act::kAffirm)) == "ask why 1: Why? | waiting");
  CHECK(talk.last().params == Value::Object{{"card", 7}});
  CHECK(talk.state().offered.empty());
}

TEST_CASE("1.10 a single offer may have a text of its own") {
  std::string yaml(kTownLibrary);
  yaml.replace(yaml.find("something_else:"), 0, "did_you_mean_one: \"Is it about {options}?\", ");
  Talk talk{read(yaml)};
  CHECK(talk(doubts({maybe("fines")})) == "ask  1: Is it about fines? | waiting");
  CHECK(talk(says(Act::kDeny)) == "say Say it again. | done");
}

TEST_CASE("1.10 an invalid value of the doubtful message is refused when the intent begins") {
  Talk talk = town_library();
  talk(doubts({maybe("renew_loan", {bad("card", "No such card.")})}));
  CHECK(talk(says(Act::kAffirm)) == "say No such card. | ask card 1: Which card? | waiting");
}

TEST_CASE("1.10 an offer outlasts a message that the bot does not understand, and a restart") {
  Talk talk = town_library();
  talk(doubts({maybe("renew_loan", {good("card", 7)}), maybe("opening_hours")}));
  CHECK(talk(nonsense()) == "say What? | done");
  std::string json;
  memory::append_state_json(json, talk.state());
  CHECK(memory::state_from_json(json)->offered == talk.state().offered);
  CHECK(talk(picks(0)) == "say Renewed on 7. | done");
}

TEST_CASE("1.10 a new doubtful message replaces the offer") {
  Talk talk = town_library();
  talk(doubts({maybe("renew_loan", {good("card", 7)}), maybe("opening_hours")}));
  talk(doubts({maybe("fines")}));
  CHECK(offer_labels(talk.bot(), talk.state()) == std::vector<std::string>{"fines", "something else"});
}

TEST_CASE("1.10 refused offers count as messages that the bot did not understand") {
  Talk talk = town_library();
  for (int i = 0; i < 2; ++i) {
    talk(doubts({maybe("fines")}));
    CHECK(talk(says(Act::kDeny)) == "say Say it again. | done");
  }
  talk(doubts({maybe("fines")}));
  CHECK(talk(says(Act::kDeny)) == "say Here is Ann. | handoff fallback | handoff");
}

TEST_CASE("1.10 the end of the conversation ends the offer") {
  for (const SessionEvent event : {SessionEvent::kReset, SessionEvent::kEnd}) {
    Talk talk = town_library();
    talk(doubts({maybe("fines")}));
    talk(event);
    CHECK(talk.state().offered.empty());
    CHECK(talk(picks(0)) == "say What? | done");
  }
}

TEST_CASE("1.10 while an intent is open, a doubtful message offers nothing") {
  Talk talk = town_library();
  talk(wants("renew_loan"));
  CHECK(talk(doubts({maybe("fines")})).find("Did you mean") == std::string::npos);
  CHECK(talk.state().offered.empty());
}

TEST_CASE("1.10 a changed bot keeps the offered intents that it still has") {
  Talk talk = town_library();
  talk(doubts({maybe("renew_loan", {good("card", 7)}), maybe("fines")}));
  SessionState state = talk.state();
  std::string yaml = kTownLibrary;
  yaml.replace(yaml.find("id: renew_loan"), 14, "formerly: renew_loan\n    id: renew");
  yaml.replace(yaml.find("id: fines"), 9, "id: money");
  adapt(read(yaml), state, "h2");
  REQUIRE(state.offered.size() == 1);
  CHECK(state.offered.front().intent == "renew");
}
