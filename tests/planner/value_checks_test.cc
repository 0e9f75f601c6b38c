// Tests checks: tools of `validate` that are called with several params (docs/dialog.md, rules 8.4 and 8.5).
#include <algorithm>

#include <catch2/catch.hpp>

#include "base/hash.h"
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kPay = R"(
parley: 1
bot: {id: bank}
tools: {quotes.get: {kind: host}, pay.send: {kind: host}, notes.find: {kind: host}, rates.get: {kind: host}}
intents:
  - id: pay
    match: [{regex: pay}]
    params:
      amount:
        type: number
        required: true
        ask: "How much?"
        validate:
          - tool: quotes.get
            with: {amount: "{amount}", account: "{account}", currency: "{currency}"}
            save: {price: result.price}
            reject: [{when: {result.ok: false}, say: "Too much."}]
      account: {type: free_text, required: true, scope: session, ask: "Which account?"}
      currency: {type: free_text, default: EUR}
      memo: {type: free_text}
    confirm: "Pay {amount} {currency} from {account} for {price}?"
    steps:
      - tool: pay.send
        with: {amount: "{amount}", account: "{account}"}
      - say: "Paid."
  - id: account
    match: [{regex: account}]
    params: {account: {type: free_text, required: true, scope: session, ask: "Your account?"}}
    steps: [{say: "Noted {account}."}]
  - id: skip
    match: [{regex: skip}]
    params:
      order: {type: free_text, required: true, ask: "Which order?",
              validate: [{tool: notes.find, with: {order: "{order}", note: "{note}"}}]}
      note: {type: free_text, required: true, skippable: true, ask: "A note?"}
      extra: {type: free_text}
    confirm: "{order}?"
    steps: [{say: "Ordered."}]
  - id: lend
    match: [{regex: lend}]
    params:
      sum:
        type: number
        required: true
        ask: "Which sum?"
        validate: [{tool: rates.get, with: {sum: "{sum}", who: "{context.user.tier}/{context.country}"}, save: {rate: result.rate}}]
      note: {type: free_text}
    confirm: "Lend {sum} at {rate}?"
    steps: [{tool: pay.send, with: {amount: "{sum}"}}, {say: "Lent."}]
  - id: lease
    match: [{regex: lease}]
    params:
      sum:
        {type: number, required: true, ask: "Which sum?", validate: [{tool: rates.get, with: {sum: "{sum}", who: "{tier}"}}]}
      tier: {type: free_text, prefill: "{context.user.tier}"}
    steps: [{say: "Leased."}]
replies: {resume: Back to it., skipped: Left out., confirm_again: Yes or no?}
)";

Talk bank() { return Talk(read(kPay)); }
Value::Object price(int price) { return {{"ok", true}, {"price", price}}; }
Value facts(const Value& tier) { return Value::Object{{"country", "CH"}, {"user", Value::Object{{"tier", tier}}}}; }

// Returns a conversation at the confirmation of a loan whose rate was computed for a gold customer.
Talk lent_as_gold() {
  Talk talk = bank();
  talk.context = facts("gold");
  talk(wants("lend", {good("sum", 50)}));
  CHECK(talk(ok({{"rate", 1}})) == "confirm: Lend 50 at 1? | waiting");
  return talk;
}

}  // namespace

TEST_CASE("8.4 a check waits until the params that it is called with have values") {
  Talk talk = bank();
  CHECK(talk(wants("pay", {good("amount", 50)})) == "ask account 1: Which account? | waiting");
  CHECK(talk(answers({good("account", "A-1")})) ==
        R"(call quotes.get{"account":"A-1","amount":50,"currency":"EUR"} | tool_call)");
  CHECK(talk(ok(price(7))) == "confirm: Pay 50 EUR from A-1 for 7? | waiting");
}

TEST_CASE(
    "8.4 after a check rejects a value, the bot asks for the checked param again, or for the param whose argument the "
    "tool names") {
  Talk talk = bank();
  talk(wants("pay", {good("amount", 50)}));
  talk(answers({good("account", "A-1")}));
  CHECK(talk(ok({{"ok", false}})) == "say Too much. | ask amount 2: How much? | waiting");
  talk(answers({good("amount", 5)}));
  CHECK(talk(ToolOutcome::rejected({{"account", "It is closed."}})) ==
        "say It is closed. | ask account 2: Which account? | waiting");
  CHECK(talk(answers({good("account", "A-2")})) ==
        R"(call quotes.get{"account":"A-2","amount":5,"currency":"EUR"} | tool_call)");
}

TEST_CASE("8.5 a check runs again when one of its arguments changes, and a yes before that does not count") {
  Talk talk = bank();
  talk(wants("pay", {good("amount", 50), good("account", "A-1")}));
  talk(ok(price(7)));
  FlatMessage yes_but = answers({good("account", "A-2")});
  yes_but.act = Act::kAffirm;
  CHECK(talk(yes_but) == R"(call quotes.get{"account":"A-2","amount":50,"currency":"EUR"} | tool_call)");
  CHECK(talk(ok(price(9))) == "confirm: Pay 50 EUR from A-2 for 9? | waiting");
  CHECK(talk(says(Act::kAffirm)) == R"(call pay.send{"account":"A-2","amount":50} | tool_call)");
}

TEST_CASE("8.5 an optional argument that is given after the check makes it run again") {
  Talk talk = bank();
  talk(wants("pay", {good("amount", 50), good("account", "A-1")}));
  talk(ok(price(7)));
  CHECK(talk(answers({good("currency", "CHF")})) ==
        R"(call quotes.get{"account":"A-1","amount":50,"currency":"CHF"} | tool_call)");
}

TEST_CASE("8.5 an argument that another intent changes in the session makes the check run again") {
  Talk talk = bank();
  talk(wants("pay", {good("amount", 50), good("account", "A-1")}));
  talk(ok(price(7)));
  talk.state().params.erase("account");  // so that the other intent asks for it
  CHECK(
      talk(wants("account", {good("account", "A-2")})) ==
      R"(say Noted A-2. | say Back to it. | call quotes.get{"account":"A-2","amount":50,"currency":"EUR"} | tool_call)");
  CHECK(talk(ok(price(9))) == "confirm: Pay 50 EUR from A-2 for 9? | waiting");
}

TEST_CASE("8.5 a cancel after a refused argument restores the accepted argument and checks it") {
  Talk talk = bank();
  talk(wants("pay", {good("amount", 50), good("account", "A-1")}));
  talk(ok(price(7)));
  talk(answers({good("account", "A-2")}));
  CHECK(talk(ToolOutcome::rejected({{"account", "It is closed."}})) ==
        "say It is closed. | ask account 2: Which account? | waiting");
  CHECK(talk.last().params.at("account") == Value("A-1"));
  CHECK(talk(says(Act::kCancel)) == R"(call quotes.get{"account":"A-1","amount":50,"currency":"EUR"} | tool_call)");
}

TEST_CASE(
    "8.4 an argument that the user skipped is null, and a check waits for an argument that the bot has not asked for "
    "yet") {
  Talk talk = bank();
  CHECK(talk(wants("skip", {good("order", "O-1")})) == "ask note 1: A note? | waiting");
  CHECK(talk(says(Act::kSkip)) == R"(say Left out. | call notes.find{"note":null,"order":"O-1"} | tool_call)");
  CHECK(talk(ok({})) == "confirm: O-1? | waiting");
  CHECK(talk(answers({good("note", "blue")})) == R"(call notes.find{"note":"blue","order":"O-1"} | tool_call)");
  CHECK(talk(ok({})) == "confirm: O-1? | waiting");
}

TEST_CASE("8.5 a changed param that is not an argument does not make a check run again") {
  Talk talk = bank();
  talk(wants("pay", {good("amount", 50), good("account", "A-1")}));
  talk(ok(price(7)));
  CHECK(talk(answers({good("memo", "rent")})) == "confirm: Pay 50 EUR from A-1 for 7? | waiting");
}

TEST_CASE("8.5 a check runs again when a fact of the context changes, and the yes of that turn does not count") {
  Talk talk = lent_as_gold();
  talk.context = facts("silver");
  CHECK(talk(says(Act::kAffirm)) == R"(call rates.get{"sum":50,"who":"silver/CH"} | tool_call)");
  CHECK(talk(ok({{"rate", 9}})) == "confirm: Lend 50 at 9? | waiting");
  CHECK(talk(says(Act::kAffirm)) == R"(call pay.send{"amount":50} | tool_call)");
  CHECK(talk(ok({})) == "say Lent. | done");
}

TEST_CASE("8.5 after the steps have begun, a changed fact makes no check run again") {
  Talk talk = lent_as_gold();
  CHECK(talk(says(Act::kAffirm)) == R"(call pay.send{"amount":50} | tool_call)");
  talk.context = facts("silver");
  CHECK(talk(ok({})) == "say Lent. | done");
}

TEST_CASE("8.5 a fact that is unchanged or missing in a request makes no check run again") {
  Talk talk = lent_as_gold();
  CHECK(talk(answers({good("note", "blue")})) == "confirm: Lend 50 at 1? | waiting");
  talk.context = Value();
  CHECK(talk(answers({good("note", "red")})) == "confirm: Lend 50 at 1? | waiting");
  talk.context = Value::Object{{"country", "CH"}};
  CHECK(talk(says(Act::kAffirm)) == R"(call pay.send{"amount":50} | tool_call)");
}

TEST_CASE("8.5 a fact that a request sets to null makes a check run again without it") {
  Talk talk = lent_as_gold();
  talk.context = facts(nullptr);
  CHECK(talk(says(Act::kAffirm)) == R"(call rates.get{"sum":50,"who":"/CH"} | tool_call)");
}

TEST_CASE("8.5 a confirmation is not repeated before its values are checked with the new facts") {
  for (const FlatMessage& message : {says(Act::kRepeat), nonsense()}) {
    Talk talk = lent_as_gold();
    talk.context = facts("silver");
    CHECK(talk(message).find(R"(call rates.get{"sum":50,"who":"silver/CH"} | tool_call)") != std::string::npos);
    CHECK(talk(ok({{"rate", 9}})) == "confirm: Lend 50 at 9? | waiting");
  }
}

TEST_CASE("8.5 a fact that changes while a check runs makes the check run again") {
  Talk talk = bank();
  talk.context = facts("gold");
  talk(wants("lend", {good("sum", 50)}));
  talk.context = facts("silver");
  CHECK(talk(ok({{"rate", 1}})) == R"(call rates.get{"sum":50,"who":"silver/CH"} | tool_call)");
  CHECK(talk(ok({{"rate", 9}})) == "confirm: Lend 50 at 9? | waiting");
}

TEST_CASE("8.5 a value that replaces a refused one is checked with the current facts") {
  Talk talk = lent_as_gold();
  talk.context = facts("silver");
  CHECK(talk(answers({good("sum", 99)})) == R"(call rates.get{"sum":99,"who":"silver/CH"} | tool_call)");
  CHECK(talk(ToolOutcome::rejected({{"sum", "Too much."}})) == "say Too much. | ask sum 2: Which sum? | waiting");
  CHECK(talk(says(Act::kCancel)) == R"(call rates.get{"sum":50,"who":"silver/CH"} | tool_call)");
}

TEST_CASE("8.5 a check that was stored without its facts runs again only if it uses facts") {
  Talk facts_named = lent_as_gold();
  facts_named.state().frames.back().facts.clear();
  CHECK(facts_named(says(Act::kAffirm)) == R"(call rates.get{"sum":50,"who":"gold/CH"} | tool_call)");
  Talk none = bank();
  none(wants("pay", {good("amount", 50), good("account", "A-1")}));
  none(ok(price(7)));
  CHECK(none.state().frames.back().facts.empty());
  CHECK(none(says(Act::kAffirm)) == R"(call pay.send{"account":"A-1","amount":50} | tool_call)");
}

TEST_CASE("8.5 a yes counts if a fact has changed and the check saves the same values as before") {
  Talk talk = lent_as_gold();
  talk.context = facts("gold, at noon");
  CHECK(talk(says(Act::kAffirm)) == R"(call rates.get{"sum":50,"who":"gold, at noon/CH"} | tool_call)");
  talk.context = facts("gold, a second later");
  CHECK(talk(ok({{"rate", 1}})).find("call rates.get") == 0);
  CHECK(talk(ok({{"rate", 1}})) == R"(call pay.send{"amount":50} | tool_call)");
  CHECK(talk(ok({})) == "say Lent. | done");
}

TEST_CASE("8.5 a yes to a confirmation that shows a fact does not count if that fact has changed") {
  std::string bot = kPay;
  const std::string shown = "Lend {sum} at {rate}?";
  bot.replace(bot.find(shown), shown.size(), "Lend {sum} at {rate} to {context.country}?");
  Talk talk(read(bot));
  talk.context = facts("gold");
  talk(wants("lend", {good("sum", 50)}));
  CHECK(talk(ok({{"rate", 1}})) == "confirm: Lend 50 at 1 to CH? | waiting");
  talk.context = Value::Object{{"country", "LI"}, {"user", Value::Object{{"tier", "gold"}}}};
  CHECK(talk(says(Act::kAffirm)) == R"(call rates.get{"sum":50,"who":"gold/LI"} | tool_call)");
  CHECK(talk(ok({{"rate", 1}})) == "confirm: Lend 50 at 1 to LI? | waiting");
  CHECK(talk(says(Act::kAffirm)) == R"(call pay.send{"amount":50} | tool_call)");
}

TEST_CASE("8.5 after a check rejects a value after the yes, the bot asks for it again, and the steps do not begin") {
  Talk talk = lent_as_gold();
  talk.context = facts("silver");
  talk(says(Act::kAffirm));
  CHECK(talk(ToolOutcome::rejected({{"sum", "Too much."}})) == "say Too much. | ask sum 2: Which sum? | waiting");
  CHECK_FALSE(talk.state().frames.back().confirmed);
}

TEST_CASE("8.5 a check that saves other values after each yes ends in a handoff, not in a loop") {
  Talk talk = lent_as_gold();
  std::string last;
  int rate = 1;
  for (int yes = 1; yes <= 3; ++yes) {
    talk.context = facts(rate);
    CHECK(talk(says(Act::kAffirm)).find("call rates.get") == 0);
    last = talk(ok({{"rate", ++rate}}));
    CHECK((last.find("confirm: Lend 50 at") == 0) == (yes < 3));
  }
  CHECK(last == "say I am handing you over to a person. | handoff exhausted | handoff");
}

TEST_CASE("8.5 a check of the embedding program is not called endlessly, even if the facts change with each result") {
  Talk talk = bank();
  int calls = 0;
  talk.context = facts(0);
  std::string step = talk(wants("lend", {good("sum", 50)}));
  while (step.find("call rates.get") == 0 && calls < 20) {
    talk.context = facts(++calls);
    step = talk(ok({{"rate", 1}}));
  }
  CHECK(calls == 3);
  CHECK(step == "confirm: Lend 50 at 1? | waiting");
}

TEST_CASE("8.13 a fact that is missing in the request is null in a call, and the trace names it") {
  Talk talk = bank();
  CHECK(talk(wants("lend", {good("sum", 50)})) == R"(call rates.get{"sum":50,"who":"/"} | tool_call)");
  const std::vector<std::string> trace = talk.trace();
  CHECK(std::count(trace.begin(), trace.end(), "no_value: context.user.tier") == 1);
  CHECK(std::count(trace.begin(), trace.end(), "no_value: context.country") == 1);
}

TEST_CASE("8.13 a param that takes a fact by prefill keeps it in turns whose requests lack it") {
  Talk talk = bank();
  talk.context = facts("gold");
  CHECK(talk(wants("lease")) == "ask sum 1: Which sum? | waiting");
  talk.context = Value();
  CHECK(talk(answers({good("sum", 50)})) == R"(call rates.get{"sum":50,"who":"gold"} | tool_call)");
}

TEST_CASE("8.5 the digest of a fact in the state cannot be found by trying the fact's values") {
  const auto digest_in = [](const std::string& conversation, const std::string& key) {
    const config::BotDefinition bot = read(kPay);
    SessionState state;
    state.continuation_id = conversation;
    TurnContext moment;
    moment.context = facts("gold");
    moment.fact_key = key;
    step(bot, state, event_of(wants("lend", {good("sum", 50)}), state), moment);
    return std::get<ToolWait::Check>(state.waits_for<ToolWait>()->caller).facts.at("context.user.tier");
  };
  CHECK(digest_in("c", "k") == digest_in("c", "k"));
  CHECK(digest_in("c", "k") != digest_in("d", "k"));
  CHECK(digest_in("c", "k") != digest_in("c", "l"));
  CHECK(digest_in("c", "") != base::fingerprint(Value("gold").to_json()));
}
