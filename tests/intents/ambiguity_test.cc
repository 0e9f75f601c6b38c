// Tests ambiguous messages, and how the user chooses an interpretation.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

const std::string kOrderAndSize = R"(entities:
  order_id: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  size: {values: {small: [], large: [big]}}
intents:
)";

Bot make_ambiguity_bot(const std::string& params) {
  return bot(kOrderAndSize + intent("a", "match: [{regex: '\\bgo\\b'}], params: {" + params + "}"));
}

TEST_CASE("ambiguity: several values for a param that takes only one are ambiguous") {
  const Bot order =
      make_ambiguity_bot("day: {type: date}, people: {type: number}, order_id: {type: order_id}, size: {type: size}");
  check(order, open_situation("day", {}),
        {
            {"Friday or Saturday", R"(day="2026-03-06"|day="2026-03-07")"},
            {"on Friday or maybe on Saturday", R"(day="2026-03-06"|day="2026-03-07")"},
            {"Friday or Friday", R"(day="2026-03-06")"},
            {"not Friday or Saturday", ""},
            {"Friday, small or large", R"(day="2026-03-06"; size="small"|size="large")"},
            {"6 or 7 people", "people=6|people=7"},
        });
  check(order, open_situation("people", {}),
        {
            {"7 or 8", "people=7|people=8"},
            {"6 or 7 people", "people=6|people=7"},
            {"5 or so", "people=5"},
            {"7", "people=7"},
        });
  check(order, open_situation("order_id", {}),
        {
            {"O-12345 or O-54321", R"(order_id="O-12345"|order_id="O-54321")"},
            {"O-12345 and O-54321", R"(order_id="O-12345")"},
            {"O-12345, no, O-54321", R"(order_id="O-54321")"},
            {"it is O-12345", R"(order_id="O-12345")"},
        });
}

TEST_CASE("ambiguity: 'pm' after two hours applies to both of them") {
  check(make_ambiguity_bot("at: {type: time}"), open_situation("at", {}),
        {{"7 or 8 pm", R"(at="19:00"|at="20:00")"}, {"7 or 8", R"(at="07:00"|at="08:00")"}, {"8 pm", R"(at="20:00")"}});
}

TEST_CASE("ambiguity: a first message can be ambiguous") {
  const Bot order = make_ambiguity_bot("count: {type: number}, order_id: {type: order_id}, size: {type: size}");
  struct Row {
    std::string text;
    std::string params;
    std::string ambiguous;
  };
  for (const Row& row : std::vector<Row>{
           {"go small or large", "", R"(size="small"|size="large")"},
           {"go with O-12345 or O-54321", "", R"(order_id="O-12345"|order_id="O-54321")"},
           {"go with O-12345 and O-54321", R"(order_id="O-12345")", ""},
           {"go O-12345", R"(order_id="O-12345")", ""},
           {"go, I bought 2 shirts and 3 hats", "", ""},
           {"go, O-12345 came instead of O-54321", R"(order_id="O-12345")", ""},
           {"go, a small box in a large crate", "", R"(size="small"|size="large")"},
           {"Friday or Saturday", "", ""},
       }) {
    INFO(row.text);
    const FlatMessage read = order->understand(row.text);
    CHECK(joined(brief(read.params), " ") == row.params);
    CHECK((read.ambiguous.empty() ? std::string() : joined(brief(read.ambiguous[0]), "|")) == row.ambiguous);
  }
}

TEST_CASE("ambiguity: one value that fits two params is ambiguous") {
  const std::string ask = ", required: true, ask: When?}";
  const Bot trip = make_ambiguity_bot("from: {type: date" + ask + ", to: {type: date" + ask + ", size: {type: size}");
  check(trip, open_situation("size", {}),
        {
            {"tomorrow", R"(from="2026-03-03"|to="2026-03-03")"},
            {"tomorrow, small", R"(size="small"; from="2026-03-03"|to="2026-03-03")"},
            {"today to tomorrow", ""},
            {"small", R"(size="small")"},
        });
  check(trip, open_situation("size", {"from"}),
        {
            {"tomorrow", R"(to="2026-03-03")"},
            {"no, tomorrow", R"(corrects; from="2026-03-03")"},
        });
  check(trip, open_situation("to", {}), {{"tomorrow", R"(to="2026-03-03")"}});
  NluContext confirming = open_situation("", {"from", "to", "size"});
  confirming.confirming = true;
  check(trip, confirming,
        {{"no, Friday", R"(corrects; from="2026-03-06"|to="2026-03-06")"},
         {"Friday", R"(from="2026-03-06"|to="2026-03-06")"},
         {"large", R"(size="large")"}});
  const FlatMessage first = trip->understand("go tomorrow", open_situation("", {}));
  CHECK(joined(brief(first.ambiguous.at(0)), "|") == R"(from="2026-03-03"|to="2026-03-03")");
}

TEST_CASE("ambiguity: several values that fit as many params are all kept") {
  const std::string ask = ", required: true, ask: Where?}";
  const Bot trip = bot("entities:\n  city: {values: {Rome: [], Lyon: [], Paris: []}}\nintents:\n" +
                       intent("a", "match: [{regex: '\\bgo\\b'}], params: {from: {type: city" + ask +
                                       ", to: {type: city" + ask + ", day: {type: date}}"));
  const auto readings_of = [&](const std::string& text) {
    std::vector<std::string> parts;
    for (const auto& readings : flat(trip->understand(text)).ambiguous) parts.push_back(joined(brief(readings), "|"));
    return joined(parts, "; ");
  };
  const std::string both = R"(from="Lyon"|to="Lyon"; from="Paris"|to="Paris")";
  CHECK(readings_of("go Lyon Paris tomorrow") == both);
  CHECK(readings_of("go Lyon, Paris") == both);
  CHECK(readings_of("go Lyon or Paris").empty());
  CHECK(readings_of("go Lyon Paris Rome").empty());
  const auto notes = trip->explain("go Lyon Paris Rome", {}).notes;
  REQUIRE(notes.size() == 3);
  CHECK(notes[0] == "no param takes 3..7: it could be a value of a.from, a.to");
}

TEST_CASE(
    "ambiguity: if a `param_mapping` assigns one of two values to a param, the other value goes to the other param") {
  const std::string ask = ", required: true, ask: Where?";
  const Bot trip = bot("entities:\n  city: {values: {Rome: [], Lyon: [], Paris: []}}\nintents:\n" +
                       intent("a", "match: [{regex: '\\bgo\\b'}], params: {from: {type: city" + ask +
                                       ", param_mapping: ['from (?P<value>\\w+)']}, to: {type: city" + ask + "}}"));
  const FlatMessage read = trip->understand("go from Lyon Paris");
  CHECK(brief(read.params) == std::vector<std::string>{R"(from="Lyon")", R"(to="Paris")"});
}

TEST_CASE("ambiguity: an incidental number, or a value that the bot did not ask for, is not ambiguous") {
  const std::string ask = ", required: true, ask: How many?}";
  const Bot rooms =
      make_ambiguity_bot("adults: {type: number" + ask + ", kids: {type: number" + ask + ", size: {type: size}");
  check(rooms, open_situation("size", {}),
        {{"3", "adults=3|kids=3"},
         {"I have 2 questions about your prices", ""},
         {"large for 3", R"(size="large"; adults=3|kids=3)"}});
  check(make_ambiguity_bot("from: {type: date}, to: {type: date}"), open_situation("", {}), {{"tomorrow", ""}});
}

TEST_CASE("ambiguity: while confirming, a number that fits two params is ambiguous") {
  NluContext confirming = open_situation("", {"count", "sum"});
  confirming.confirming = true;
  check(make_ambiguity_bot("sum: {type: money}, count: {type: number}"), confirming,
        {{"make it $60", R"(corrects; sum={"amount":60,"currency":"USD"})"}});
  confirming.filled = {"at", "count"};
  check(make_ambiguity_bot("count: {type: number}, at: {type: time}"), confirming,
        {{"no, make it two", R"(corrects; count=2|at="02:00")"}});
}

TEST_CASE("choice: a user chooses by position, by words or by value") {
  const Bot trip = make_ambiguity_bot("day: {type: date}, size: {type: size}");
  NluContext choosing = open_situation("day", {});
  choosing.choices = {"Friday, 6 March", "Saturday, 7 March"};
  for (const auto& [text, expected] : std::vector<std::pair<std::string, int>>{{"the first", 1},
                                                                               {"the second one please", 2},
                                                                               {"the latter", 2},
                                                                               {"Friday", 1},
                                                                               {"saturday please", 2},
                                                                               {"the 7th", 2},
                                                                               {"option 2", 2},
                                                                               {"last one", 2},
                                                                               {"I meant Saturday", 2},
                                                                               {"2026-03-06", 1},
                                                                               {"the 6th of March", 1},
                                                                               {"March", 0},
                                                                               {"either", 0},
                                                                               {"both", 0},
                                                                               {"Sunday", 0},
                                                                               {"the third one", 0},
                                                                               {"the first of April", 0},
                                                                               {"", 0},
                                                                               {"the second box was broken", 0}}) {
    INFO(text);
    CHECK(flat(trip->understand(text, choosing)).choice.value_or(-1) + 1 == expected);
  }
  choosing.choices = {"date", "return date", "7"};
  for (const auto& [text, expected] : std::vector<std::pair<std::string, int>>{{"the return date", 2},
                                                                               {"the date", 1},
                                                                               {"7", 3},
                                                                               {"2", 0},
                                                                               {"number 2", 2},
                                                                               {"return", 2},
                                                                               {"not sure", 0}}) {
    INFO(text);
    CHECK(flat(trip->understand(text, choosing)).choice.value_or(-1) + 1 == expected);
  }
  CHECK_FALSE(flat(trip->understand("the first", open_situation("day", {}))).choice);
}

TEST_CASE("choice: a label can be chosen by a common word such as 'from'") {
  const Bot trip = make_ambiguity_bot("day: {type: date}");
  NluContext choosing = open_situation("day", {});
  choosing.choices = {"from: Lyon", "to: Lyon"};
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, int>>{{"from", 1}, {"to", 2}, {"to Lyon", 2}, {"it's to", 2}, {"Lyon", 0}}) {
    INFO(text);
    CHECK(flat(trip->understand(text, choosing)).choice.value_or(-1) + 1 == expected);
  }
}

TEST_CASE("choice: the words that choose an interpretation are not values of other params") {
  const Bot shop = make_ambiguity_bot("size: {type: size}, count: {type: number}, seats: {type: number}");
  NluContext choosing = open_situation("", {});
  choosing.choices = {"small", "large"};
  check(shop, choosing,
        {
            {"the second one", "choice 2"},
            {"2", "choice 2"},
            {"large", "choice 2"},
        });
  choosing.choices = {"20", "30"};
  check(shop, choosing, {{"20", "choice 1"}});
}

}  // namespace
}  // namespace parley::intents
