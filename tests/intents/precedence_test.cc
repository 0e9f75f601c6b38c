// Tests the order of a message's candidate intents: by priority, length of the match, and order of the file.
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

using Ids = std::vector<std::string>;

TEST_CASE("precedence: priority decides, then length, then order") {
  const Bot bot =
      intents::bot("intents:\n" +                                                                                   //
                   intent("refund", R"(match: [{regex: '\brefund\b'}, {regex: 'money back'}])") +                   //
                   intent("refund_status", R"(match: [{regex: 'status of .*\brefund\b'}])") +                       //
                   intent("urgent", R"(match: [{regex: 'now', priority: 5}, {regex: 'at once', priority: -1}])") +  //
                   intent("twin", R"(match: [{regex: 'refund'}])") +                                                //
                   intent("thanks", R"(examples: [Thank you!, "refund, please"])"));
  struct Row {
    std::string text;
    Ids ids;
    std::string rule;  // the rule that matched the best candidate
  };
  const std::vector<Row> rows = {
      {"a refund", {"refund", "twin"}, R"(\brefund\b)"},
      {"a REFUND", {"refund", "twin"}, R"(\brefund\b)"},
      {"status of my refund", {"refund_status", "refund", "twin"}, R"(status of .*\brefund\b)"},
      {"status of my refund now", {"urgent", "refund_status", "refund", "twin"}, "now"},
      {"money back or refund", {"refund", "twin"}, "money back"},
      {"refund at once", {"refund", "twin", "urgent"}, R"(\brefund\b)"},
      {"refunds", {"twin"}, "refund"},
      {"Refund... please?", {"thanks", "refund", "twin"}, "refund, please"},
      {"  refund please", {"thanks", "refund", "twin"}, "refund, please"},
      {"refund please now", {"urgent", "refund", "twin"}, "now"},
      {"thank   YOU", {"thanks"}, "Thank you!"},
      {"thank you very much", {}, ""},
      {"", {}, ""},
      {"?!", {}, ""},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const FlatMessage understanding = bot->understand(row.text);
    CHECK(ids(understanding) == row.ids);
    CHECK((understanding.candidates.empty() ? "" : understanding.candidates.front().rule) == row.rule);
  }
}

TEST_CASE("precedence: an example that a template of its intent matches too says the slots") {
  const Bot bot = intents::bot(R"(intents:
  - id: flights
    match: [{template: '[show me|find] flights to {free_text:city}'}, {template: 'flights {free_text:city}'}]
    examples: [flights to lisbon, find a flight]
    params: {city: {type: free_text, required: true, ask: To which city?}}
    steps: [{say: ok}]
  - id: reserve
    match: [{template: 'reserve {free_text:title} for me'}]
    params: {title: {type: free_text, required: true, ask: Which?}}
    steps: [{say: ok}]
  - {id: seats, examples: [reserve a seat for me], steps: [{say: ok}]}
)");
  struct Row {
    const char* text;
    Ids ids;
    std::vector<std::string> values;
  };
  const std::vector<Row> rows = {
      {"Flights to Lisbon?", {"flights"}, {R"(city="Lisbon")"}},
      {"flights to oslo", {"flights"}, {R"(city="oslo")"}},
      {"find a flight", {"flights"}, {}},
      {"reserve a seat for me", {"seats", "reserve"}, {}},
      {"reserve dune for me", {"reserve"}, {R"(title="dune")"}},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const FlatMessage understanding = bot->understand(row.text);
    CHECK(ids(understanding) == row.ids);
    CHECK(brief(understanding.params) == row.values);
  }
  NluContext asking;
  asking.intent = "flights";
  asking.waiting_for_param = "city";
  CHECK(flat(bot->understand("find a flight", asking)).answers.empty());
  CHECK(brief(flat(bot->understand("find", asking)).answers) == std::vector<std::string>{R"(city="find")"});
}

TEST_CASE("candidates: matched rules have their positions in the message and in the file") {
  const Bot bot =
      intents::bot("intents:\n  - id: late\n    match:\n      - regex: 'doesn.t come'\n        priority: 3\n" +
                   std::string("    examples:\n      - no show\n    steps: [{say: ok}]\n"));
  const FlatMessage rule = bot->understand("\U0001f621 it doesn\u2019t come");
  REQUIRE(rule.candidates.size() == 1);
  CHECK(rule.candidates[0].span == Span{8, 22});
  CHECK(rule.candidates[0].priority == 3);
  CHECK(rule.candidates[0].source == "bot.yaml:6:16");
  const FlatMessage example = bot->understand(" No show! ");
  REQUIRE(example.candidates.size() == 1);
  CHECK(example.candidates[0].span == Span{1, 9});
  CHECK(example.candidates[0].source == "bot.yaml:9:9");
}

TEST_CASE("precedence: typographic characters do not change the order of candidates") {
  const Bot bot = intents::bot("intents:\n" + intent("a", R"(match: [{regex: "don't work"}])") +
                               intent("b", R"(match: [{regex: 'they do\S*t w'}])"));
  CHECK(ids(bot->understand("they don't work")) == ids(bot->understand("they don\u2019t work")));
}

TEST_CASE("guards: an intent whose `when` does not hold is not a candidate") {
  const Bot bot =
      intents::bot("intents:\n" +
                   intent("vip", "match: [{regex: help, priority: 1}], when: {context.vip: true, session.plan: gold}") +
                   intent("help", "match: [{regex: help}]"));
  NluContext nlu_context;
  CHECK(ids(bot->understand("help", nlu_context)) == Ids{"help"});
  nlu_context.context = Value(Value::Object{{"vip", Value(true)}});
  CHECK(ids(bot->understand("help", nlu_context)) == Ids{"help"});
  nlu_context.session = Value(Value::Object{{"plan", Value("gold")}});
  CHECK(ids(bot->understand("help", nlu_context)) == Ids{"vip", "help"});
}

}  // namespace
TEST_CASE("the search for a match that is not refused ends if the match begins at a space") {
  const Bot catalog = bot("intents:\n" + intent("order", "match: [{regex: '.order'}]"));
  CHECK(catalog->explain("don't order").verdicts.size() == 1);
}

}  // namespace parley::intents
