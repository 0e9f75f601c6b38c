// Tests the explanation of the chosen intent and of the rejected intents.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

Bot make_refund_bot() {
  return bot("entities: {order_id: {patterns: ['O-(?P<value>\\d{5})'], canonical: 'O-{value}'}}\nintents:\n" +
             intent("refund", R"(match: [{regex: '\brefund\b'}], params: {order_id: {type: order_id, )"
                              R"(validate: [{matches: '^O-[1-9]', else: No zero.}]}})") +
             intent("status", R"(match: [{regex: 'refund status'}, {regex: '\btrack (my )?order\b'}])") +
             intent("vip", R"(match: [{regex: 'refund', priority: 2}], when: {context.vip: true})") +
             intent("bye", R"(examples: [see you later])"));
}

std::vector<std::string> reasons(const Explanation& explanation) {
  std::vector<std::string> out;
  for (const Verdict& verdict : explanation.verdicts) {
    out.push_back(verdict.intent + (verdict.matched ? " + " : " - ") + verdict.reason);
  }
  return out;
}

TEST_CASE("explain: there is one verdict for each intent, in the order of the file") {
  CHECK(
      reasons(make_refund_bot()->explain("my refund status")) ==
      std::vector<std::string>{
          R"(refund + matched '\brefund\b' at 3..9 (bot.yaml:5:34); loses to status: shorter match, 6 against 13 bytes)",
          R"(status + matched 'refund status' at 3..16 (bot.yaml:6:34); wins over refund: longer match, 13 against 6 bytes)",
          R"(vip - guard: context.vip is missing; matched 'refund' at 3..9 (bot.yaml:7:31))",
          "bye - no example matched"});
}

TEST_CASE("explain: the verdicts say why one intent won over another") {
  NluContext vip;
  vip.context = Value(Value::Object{{"vip", Value(true)}});
  CHECK(reasons(make_refund_bot()->explain("refund", vip)) ==
        std::vector<std::string>{
            R"(refund + matched '\brefund\b' at 0..6 (bot.yaml:5:34); loses to vip: lower priority, 0 against 2)",
            R"(status - no rule matched; nearest: 'refund status', which shares the words refund)",
            R"(vip + matched 'refund' at 0..6 (bot.yaml:7:31); wins over refund: higher priority, 2 against 0)",
            "bye - no example matched"});
  const Bot twins = bot("intents:\n" + intent("a", "match: [{regex: x}]") + intent("b", "match: [{regex: x}]"));
  CHECK(reasons(twins->explain("x")) ==
        std::vector<std::string>{"a + matched 'x' at 0..1 (bot.yaml:4:29); wins over b: earlier in the file",
                                 "b + matched 'x' at 0..1 (bot.yaml:5:29); loses to a: later in the file"});
}

TEST_CASE("explain: the matched example is shown, or else the nearest rule or example") {
  CHECK(reasons(make_refund_bot()->explain("See you later!")) ==
        std::vector<std::string>{
            "refund - no rule matched", "status - no rule matched", "vip - no rule matched",
            "bye + matched the example 'see you later' at 0..14 (bot.yaml:8:26); nothing else matched"});
  CHECK(reasons(make_refund_bot()->explain("track the order later")) ==
        std::vector<std::string>{
            "refund - no rule matched",
            R"(status - no rule matched; nearest: '\btrack (my )?order\b', which shares the words order, track)",
            "vip - no rule matched",
            "bye - no example matched; nearest: 'see you later', which shares the words later"});
}

TEST_CASE("explain: notes explain dialog acts and values") {
  using Notes = std::vector<std::string>;
  NluContext open;
  open.intent = "refund";
  open.waiting_for_param = "order_id";
  CHECK(make_refund_bot()->explain("cancel").notes == Notes{"the message is a command or an answer: cancel"});
  CHECK(make_refund_bot()->explain("it is O-12345", open).notes == Notes{"order_id taken from 6..13"});
  CHECK(make_refund_bot()->explain("O-01234", open).notes == Notes{"order_id rejected: No zero."});
  CHECK(make_refund_bot()->explain("refund O-12345 or O-54321").notes ==
        Notes{"ambiguous: order_id at 7..14, order_id at 18..25; the bot asks which one is meant"});
  CHECK(make_refund_bot()->explain("refund O-12345 instead of sending O-54321 and O-67890").notes ==
        Notes{"ambiguous: order_id at 7..14, order_id at 34..41, order_id at 46..53; the bot asks which one is meant"});
  CHECK(make_refund_bot()->explain("hello").notes == Notes{"the message is small talk: greet"});
  CHECK(make_refund_bot()->explain("skates").notes.empty());
}

TEST_CASE("explain: a negated value is not shown as accepted") {
  const Bot shop =
      bot("entities:\n  fruit: {values: {apple: [], pear: []}}\n  service: {values: {internet: [], phone: "
          "[]}}\nintents:\n" +
          intent("a",
                 "match: [{regex: go}], params: {fruits: {type: fruit, list: true}, day: {type: date}, service: "
                 "{type: service}}"));
  NluContext open;
  open.intent = "a";
  open.now = 1'772'442'000'000;
  const auto notes = [&](const char* text, const char* asked, std::vector<std::string> filled) {
    open.waiting_for_param = asked;
    open.filled = std::move(filled);
    return shop->explain(text, open).notes;
  };
  using Notes = std::vector<std::string>;
  CHECK(notes("not an apple, a pear", "fruits", {"fruits"}) ==
        Notes{"fruits not taken from 7..12: negated, so it is removed from the list", "fruits taken from 16..20"});
  CHECK(notes("it is not the internet", "service", {}) == Notes{"service not taken from 14..22: negated"});
  CHECK(notes("tomorrow, no wait, friday", "day", {}) ==
        Notes{"day not taken from 0..8: retracted", "day taken from 19..25"});
  CHECK(notes("no internet", "service", {}) == Notes{"service not taken from 3..11: negated"});
  CHECK(notes("I have no internet", "service", {}) == Notes{"service taken from 10..18"});
  CHECK(notes("there's no internet", "service", {}) == Notes{"service taken from 11..19"});
  CHECK(notes("Feb 30", "day", {}) == Notes{"day rejected: There is no such day."});
}

using Sentences = std::vector<std::string>;

TEST_CASE("explain: the reasons name what matches, where the bot has it, and the words of each value") {
  NluContext asked;
  asked.intent = "refund";
  asked.waiting_for_param = "order_id";
  struct Row {
    const char* message;
    NluContext context;
    Sentences why;
  };
  const Row rows[] = {
      {"my refund status",
       {},
       {R"(The part 'refund status' matches the rule 'refund status' of the intent status (bot.yaml:6:34).)"}},
      {"see you later!", {}, {"The message matches the example 'see you later' of the intent bye (bot.yaml:8:26)."}},
      {"refund O-12345",
       {},
       {R"(The part 'refund' matches the rule '\brefund\b' of the intent refund (bot.yaml:5:34).)",
        "The param order_id is 'O-12345', as written."}},
      {"refund O-12345 instead of sending O-54321 and O-67890",
       {},
       {R"(The part 'refund' matches the rule '\brefund\b' of the intent refund (bot.yaml:5:34).)",
        "The message may mean 'O-12345' for the param order_id, 'O-54321' for the param order_id or 'O-67890' for the "
        "param order_id, so the bot asks which."}},
      {"O-01234", asked, {"'O-01234' is not accepted as the param order_id: No zero."}},
      {"refund O-12345 or O-54321",
       {},
       {R"(The part 'refund' matches the rule '\brefund\b' of the intent refund (bot.yaml:5:34).)",
        "The message may mean 'O-12345' for the param order_id or 'O-54321' for the param order_id, so the bot asks "
        "which."}},
      {"cancel", asked, {"The message is the command 'cancel'."}},
      {"hello", {}, {"The message is a greeting."}},
      {"skates", {}, {"No rule, template or example of the bot matches the message."}},
      {" ", {}, {"The message is empty."}},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(make_refund_bot()->explain(row.message, row.context).why == row.why);
  }
}

// Returns the runners-up as "INTENT: WHAT IT LACKED".
Sentences runners_up_of(const Explanation& explanation) {
  Sentences out;
  for (const RunnerUp& one : explanation.runners_up) out.push_back(one.intent + ": " + one.lacked);
  return out;
}

TEST_CASE("explain: runners-up say what they lacked") {
  CHECK(
      runners_up_of(make_refund_bot()->explain("my refund status")) ==
      Sentences{
          R"(refund: its rule '\brefund\b' (bot.yaml:5:34) matches too, but that of status matches a longer part of the message)",
          "vip: its rule 'refund' (bot.yaml:7:31) matches, but the 'when' of the intent does not hold: "
          "context.vip is missing"});
  CHECK(
      runners_up_of(make_refund_bot()->explain("track the thing")) ==
      Sentences{
          R"(status: its rule '\btrack (my )?order\b' (bot.yaml:6:60) shares 'track' with the message, but does not match)"});
  CHECK(make_refund_bot()->explain("skates").runners_up.empty());
  CHECK(make_refund_bot()->explain("see you later").runners_up.empty());
}

TEST_CASE("explain: an intent that only resembles the message has a confidence") {
  const Bot shop =
      bot("intents:\n" + intent("track", "examples: [where is my parcel, has my parcel left, find the parcel]") +
          intent("pay", "examples: [I want to pay, pay the bill, how can I pay]"));
  const Explanation explained = shop->explain("my parcel please");
  REQUIRE(explained.why.size() == 2);
  CHECK(explained.why[0] ==
        "The message resembles the examples of track, most of all 'where is my parcel' (bot.yaml:4:28).");
  CHECK(explained.why[1].rfind("The confidence is ", 0) == 0);
  CHECK(explained.why[1].find("; track starts from 0.75 on.") != std::string::npos);
}

TEST_CASE("explain interprets a message exactly as understand does") {
  for (const char* text :
       {"my refund status", "refund O-12345", "see you later", "track my order", "cancel", "", "\xFF"}) {
    const FlatMessage plain = make_refund_bot()->understand(text);
    const FlatMessage explained = make_refund_bot()->explain(text).understanding;
    INFO(text);
    CHECK(plain.act == explained.act);
    CHECK(ids(plain) == ids(explained));
    CHECK(brief(plain.params) == brief(explained.params));
    CHECK(brief(plain.answers) == brief(explained.answers));
  }
}

}  // namespace
}  // namespace parley::intents
