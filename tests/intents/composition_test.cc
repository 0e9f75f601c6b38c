// Tests entities composed of others, for example "{number} {unit}".
#include "intents/types.h"
#include "tests/intents/recogniser_tables.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const std::string kComposedEntities = R"(
entities:
  unit: {values: {kg: ['kilos?', 'kilograms?'], lb: [pounds?]}}
  weight: {template: '{number} {unit}', examples: [two and a half kilos]}
  party:
    template: ['{number} (people|persons|guests|of us)', '<party> of {number}']
    canonical: '{number}'
  span: {template: ['{weight:from} (to|-) {weight:to}', 'any weight']}
  price: {template: '{money} <per> {unit}', canonical: '{money.amount}/{unit} in {money.currency}'}
  rank: {template: '({ordinal:place}|number {number:place}) [on the list]', canonical: '{place}'}
  way: {template: '(there;back) at {time}'}
rules: {per: '(per|a|for a)', party: '[a] (party|table)'}
intents:
)";

Bot make_composition_bot(const std::string& intents = intent("hello", "match: [{regex: hello}]")) {
  return bot(kComposedEntities + intents);
}

TEST_CASE("compositions: values begin and end at word boundaries, and each part takes the longest match") {
  const Bot bot = make_composition_bot();
  check(entity(bot, "weight"), {{"send [2 kilos], please", {"\"2 kg\""}},
                                {"[two and a half kilograms] and [3.5 pounds]", {"\"2.5 kg\"", "\"3.5 lb\""}},
                                {"two kilometres"},
                                {"2, or maybe kilos"},
                                {"kilos"},
                                {""}});
  check(entity(bot, "party"), {{"a room for [five people] or [a party of 6]", {"5", "6"}},
                               {"we are [four of us]", {"4"}},
                               {"[TABLE of twelve]!", {"12"}},
                               {"five tables"}});
  check(entity(bot, "rank"), {{"the [third on the list]", {"3"}}, {"[number 7], thanks", {"7"}}});
}

TEST_CASE("compositions: a part may be a composition, a member or optional, and parts may be in any order") {
  const Bot bot = make_composition_bot();
  check(entity(bot, "span"), {{"from [2 kilos to three kilos] of it", {"\"2 kg 3 kg\""}},
                              {"[Any weight] will do", {"\"any weight\""}},
                              {"2 kilos to go"}});
  check(entity(bot, "price"), {{"is it [$4.50 a kilo]?", {"\"4.5/kg in USD\""}}});
  check(entity(bot, "way"),
        {{"there and back at 9:30"}, {"[there back at 9:30]", {"\"09:30\""}}, {"[back there at 9:30]", {"\"09:30\""}}});
}

TEST_CASE("compositions: values fill params from rules, from templates and from answers") {
  const Bot bot =
      make_composition_bot(intent("book",
                                  "match: [{regex: book}, {template: 'room for {party:guests}[ with {weight:bags}]'}], "
                                  "params: {guests: {type: party, required: true, ask: How many?, "
                                  "validate: [{le: 8, else: Too many.}]}, bags: {type: weight}}"));
  const auto params = [&](const std::string& text, const NluContext& nlu_context = {}) {
    const FlatMessage read = bot->understand(text, nlu_context);
    return brief(nlu_context.intent.empty() ? read.params : read.answers);
  };
  CHECK(params("book it for 5 guests and 3 kilos") == std::vector<std::string>{"guests=5", "bags=\"3 kg\""});
  CHECK(params("a room") == std::vector<std::string>{});
  CHECK(params("room for 5 people with 20 kilos") == std::vector<std::string>{"guests=5", "bags=\"20 kg\""});
  NluContext asked;
  asked.intent = "book";
  asked.waiting_for_param = "guests";
  CHECK(params("a table of nine, please", asked) == std::vector<std::string>{"guests=9!"});
  CHECK(bot->validate("book", "guests", Value("4 people")).value == Value(4));
}

TEST_CASE("compositions: reading time grows no faster than the message") {
  const Bot bot = make_composition_bot();
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "2 kilos to ";
  std::vector<Found> found;
  entity(bot, "span").find({text}, found);
  CHECK(found.size() == kMaxFound / 2);
}

TEST_CASE("compositions: an invalid composition is reported with its position") {
  struct Case {
    std::string entities;
    std::string finding;
  };
  const Case cases[] = {
      {"a: {template: '{nummber} x'}", "4:18: error[E204]"},
      {"a: {template: '<b> x'}", "4:18: error[E209]"},
      {"a: {template: '{b} x'}\n  b: {template: 'y {a}'}", "5:20: error[E210]"},
      {"a: {template: '{a} x'}", "4:18: error[E210]"},
      {"a: {template: 'x {free_text}'}", "4:20: error[E410]"},
      {"a: {template: 'x {person_name:who}'}", "4:20: error[E410]"},
      {"a: {template: '{number} x', canonical: '{nmber}'}", "4:44: error[E405]"},
      {"a: {template: ['{number} x', 'one'], canonical: '{number}'}", "4:53: error[E405]"},
      {"a: {template: '(x'}", "4:18: error[E408]"},
      {"a: {template: '{number} x', patterns: [x]}", "error[E310]"},
      {"a: {template: '{number} x', examples: [x]}", "error[E406]"},
  };
  for (const Case& c : cases) {
    INFO(c.entities);
    const auto parsed = Catalog::parse(
        std::string(kHead) + "entities:\n  " + c.entities + "\nintents:\n" + intent("hello", "match: [{regex: hello}]"),
        "bot.yaml");
    REQUIRE(!parsed);
    INFO(parsed.error().to_string());
    CHECK(parsed.error().message == "bot.yaml has 1 error");
    CHECK(parsed.error().to_string().find(c.finding) != std::string::npos);
  }
}

TEST_CASE("compositions: the depth of nesting is limited") {
  const auto chain = [](int length) {
    std::string entities = "entities:\n  e0: {patterns: [x]}\n";
    for (int i = 1; i < length; ++i) {
      entities += "  e" + std::to_string(i) + ": {template: '{e" + std::to_string(i - 1) + "} y'}\n";
    }
    return kHead + entities + "intents:\n" + intent("hello", "match: [{regex: hello}]");
  };
  CHECK(Catalog::parse(chain(64), "bot.yaml"));
  const auto parsed = Catalog::parse(chain(300), "bot.yaml");
  REQUIRE(!parsed);
  CHECK(parsed.error().diagnostics.front().code == "E409");
}

}  // namespace
}  // namespace parley::intents
