// Tests list params: adding, removing, setting and clearing values.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

EditedBot pizza() {
  return {
      "entities:\n"
      "  topping: {values: {cheese: [], ham: [], olives: [olive], onions: [onion]}}\n"
      "  size: {values: {small: [], large: []}}\n"
      "intents:\n" +
          intent("a", "match: [{regex: go}], params: {toppings: {type: topping}, size: {type: size}}"),
      [](config::BotDefinition& bot) { bot.intents[0].params[0].list = true; }};
}

const std::string kCheese = R"(toppings="cheese")";
const std::string kHam = R"(toppings="ham")";
const std::string kOlives = R"(toppings="olives")";

// The first value of a message sets the list, and the next values are added.
TEST_CASE("lists: several values are all accepted") {
  check(pizza(), open_situation("toppings", {}),
        {
            {"cheese and ham", kCheese + " " + kHam},
            {"cheese, ham or olives please", kCheese + " " + kHam + " " + kOlives},
            {"large with ham", R"(size="large" )" + kHam},
            {"only cheese", "set " + kCheese},
            {"just cheese and ham", "set " + kCheese + " " + kHam},
            {"none", "clear toppings=[]"},
            {"no toppings", "clear toppings=[]"},
            {"nothing", "clear toppings=[]"},
            {"no ham", "-" + kHam},
            {"no, ham", kHam},
            {"blue", ""},
        });
}

TEST_CASE("lists: an existing list can be changed while another param is requested") {
  check(pizza(), open_situation("size", {"toppings"}),
        {
            {"add ham", kHam},
            {"without the olives", "-" + kOlives},
            {"remove the ham and the olives", "-" + kHam + " -" + kOlives},
            {"no, the ham only", "set " + kHam},
            {"ham alone", "set " + kHam},
            {"the ham and nothing else", "set " + kHam},
            {"no jsut ham", "set " + kHam},
            {"no olives, and add ham", "-" + kOlives + " " + kHam},
            {"take the ham off", "-" + kHam},
            {"ham but not olives", kHam + " -" + kOlives},
            {"clear the toppings", "clear toppings=[]"},
            {"change the toppings to cheese and ham", "corrects; set " + kCheese + " " + kHam},
            {"change the toppings", "toppings?"},
            {"none", ""},
            {"small", R"(size="small")"},
        });
}

TEST_CASE("lists: a \"not\" removes one value and keeps the next") {
  for (const char* asked : {"size", "toppings"}) {
    check(pizza(), open_situation(asked, {"toppings"}),
          {
              {"no, not ham, olives", "-" + kHam + " " + kOlives},
              {"not the ham, the olives", "-" + kHam + " " + kOlives},
              {"not ham or olives", "-" + kHam + " -" + kOlives},
              {"not ham and olives, cheese", "-" + kHam + " -" + kOlives + " " + kCheese},
              {"olives instead of ham", kOlives + " -" + kHam},
              {"olives rather than the ham", kOlives + " -" + kHam},
              {"without ham, olives and cheese", "-" + kHam + " -" + kOlives + " -" + kCheese},
          });
  }
}

TEST_CASE("lists: a complaint about a missing value does not remove it") {
  check(pizza(), open_situation("toppings", {}),
        {
            {"I have no ham", kHam},
            {"there is no ham", kHam},
            {"no ham", "-" + kHam},
            {"without ham", "-" + kHam},
        });
}

TEST_CASE("lists: a first message may give several values") {
  const FlatMessage read = pizza()->understand("go with ham and olives", NluContext());
  CHECK(joined(brief(read.params), " ") == kHam + " " + kOlives);
  CHECK(read.ambiguous.empty());
}

}  // namespace
TEST_CASE("lists: a code with its noun after 'only' is the whole list") {
  const Bot catalog =
      bot("entities: {ticket: {patterns: ['\\bT\\d{3}\\b']}}\nintents:\n" +
          intent("close",
                 "match: [{regex: close}], params: {tickets: {type: ticket, list: true, required: true, ask: Which?}}, "
                 "confirm: 'Close {tickets}?'"));
  NluContext confirming;
  confirming.intent = "close";
  confirming.confirming = true;
  confirming.filled = {"tickets"};
  confirming.values = Value(Value::Object{{"tickets", Value(Value::Array{Value("T111"), Value("T222")})}});
  for (const char* message : {"no, only ticket T222", "just number T222 please", "only T222"}) {
    INFO(message);
    const FlatMessage heard = catalog->understand(message, confirming);
    REQUIRE(heard.answers.size() == 1);
    CHECK(heard.answers.front().op == ListOp::kSet);
  }
}

TEST_CASE("lists: a refusal takes a value out, and a refusal to remove it keeps it") {
  const Bot catalog =
      bot("entities: {item: {values: {lamp: [], backpack: []}}}\nintents:\n" +
          intent("exchange",
                 "match: [{regex: exchange}], params: {items: {type: item, list: true, required: true, ask: Which?}}, "
                 "confirm: 'Exchange {items}?'"));
  NluContext confirming;
  confirming.intent = "exchange";
  confirming.confirming = true;
  confirming.filled = {"items"};
  const auto change_of = [&](const char* message) {
    std::string out;
    const FlatMessage heard = catalog->understand(message, confirming);
    for (const ParamValue& value : heard.answers) {
      const char* const kOps[] = {"+", "-", "0", "="};
      out += kOps[static_cast<int>(value.op)] + value.value.to_text();
    }
    return out;
  };
  CHECK(change_of("Only the backpack. Don't change the lamp.") == "=backpack-lamp");
  CHECK(change_of("don't change the lamp") == "-lamp");
  CHECK(change_of("don't remove the lamp") == "+lamp");
  CHECK(change_of("please don't take out the lamp") == "+lamp");
  CHECK(change_of("don't forget the lamp") == "+lamp");
}

}  // namespace parley::intents
