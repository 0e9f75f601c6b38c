// Tests which param gets which part of a message.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

using Values = std::vector<std::string>;

Bot make_extraction_bot(const std::string& params) {
  return bot(R"(entities:
  order_id: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  code: {patterns: ['\b\d{5}\b']}
  size: {values: {small: [little], large: [big]}}
intents:
)" + intent("a", "match: [{regex: go}], params: {" + params + "}"));
}

TEST_CASE("params: without a question, one value of each type is accepted") {
  check_answer_rows(
      make_extraction_bot("order_id: {type: order_id}, size: {type: size}, sum: {type: money}, when: {type: date}"),
      {{"the big one, o12345, for $20, tomorrow",
        {"size=\"large\"", "order_id=\"O-12345\"", "sum={\"amount\":20,\"currency\":\"USD\"}", "when=\"2026-03-03\""}},
       {"nothing of it", {}},
       {"", {}}});
}

TEST_CASE("params: two params of one type are distinguished only by the question") {
  check_answer_rows(make_extraction_bot("from: {type: date}, to: {type: date}, size: {type: size}"),
                    {{"tomorrow, small", {"size=\"small\""}},
                     {"today to tomorrow", {}},
                     {"tomorrow", {"from=\"2026-03-03\""}, "from"},
                     {"tomorrow", {"to=\"2026-03-03\""}, "to"},
                     {"today to tomorrow", {"from=\"2026-03-02\""}, "from"},
                     {"big, tomorrow", {"size=\"large\"", "to=\"2026-03-03\""}, "to"}});
}

TEST_CASE("params: a `param_mapping` decides which param a text belongs to") {
  check_answer_rows(make_extraction_bot("from: {type: date, param_mapping: ['from (?P<value>.+?)( to|$)']}, "
                                        "to: {type: date, param_mapping: ['\\bto (?P<value>\\w+)', until]}, "
                                        "order_id: {type: order_id, param_mapping: ['order #?(?P<value>\\d+)']}, "
                                        "name: {type: free_text, param_mapping: ['my name is (?P<value>\\S+)']}, "
                                        "size: {type: size, param_mapping: ['make it (?P<value>\\w+)']}"),
                    {{"from today to tomorrow", {"from=\"2026-03-02\"", "to=\"2026-03-03\""}},
                     {"to tomorrow", {"to=\"2026-03-03\""}},
                     {"to town", {}},
                     {"until", {}},
                     {"order #777", {"order_id=\"O-777\""}},
                     {"order O-12345", {"order_id=\"O-12345\""}},
                     {"my name is Zo\u00eb", {"name=\"Zo\u00eb\""}},
                     {"the small one, or make it big", {"size=\"large\""}},
                     {"make it green", {}}});
}

TEST_CASE("params: each piece of text fills only one param") {
  const Bot numbers = make_extraction_bot("count: {type: number}, sum: {type: money}, code: {type: code}");
  check_answer_rows(numbers, {{"$50", {"sum={\"amount\":50,\"currency\":\"USD\"}"}},
                              {"2 for $50", {"count=2", "sum={\"amount\":50,\"currency\":\"USD\"}"}},
                              {"12345", {"code=\"12345\""}},
                              {"12345", {"count=12345"}, "count"},
                              {"60", {"sum={\"amount\":60,\"currency\":null}"}, "sum"},
                              {"3 or 4", {}},
                              {"3, yes 3", {"count=3"}}});
  check_answer_rows(make_extraction_bot("code: {type: code}, order_id: {type: order_id}"),
                    {{"O-12345", {"order_id=\"O-12345\""}}, {"O-12345", {"code=\"12345\""}, "code"}});
}

TEST_CASE("6.13 a value inside a longer value of another list fills its own param, too") {
  const Bot lines = bot(R"(entities:
  service: {values: {internet: [wifi], phone: []}}
  symptom: {values: {no internet: [no wifi], slow: []}}
intents:
)" + intent("a",
            "match: [{regex: go}], params: {line: {type: service, required: true, ask: Which line?}, "
            "symptom: {type: symptom, required: true, ask: What happens?}, count: {type: number}}"));
  check_answer_rows(lines, {{"I have no internet", {"symptom=\"no internet\"", "line=\"internet\""}},
                            {"no internet on the phone", {"symptom=\"no internet\"", "line=\"phone\""}},
                            {"no internet", {"symptom=\"no internet\"", "line=\"internet\""}, "symptom"},
                            {"no internet", {"symptom=\"no internet\""}, "symptom", false, {"line"}},
                            {"internet", {"line=\"internet\""}}});
}

TEST_CASE("params: a yes or no, and a free text, are accepted only as the answer to a question") {
  const Bot bot = make_extraction_bot("sure: {type: boolean}, why: {type: free_text}, size: {type: size}");
  check_answer_rows(bot, {{"yes", {}},
                          {"yes", {"sure=true"}, "sure"},
                          {"no, the big one", {"sure=false", "size=\"large\""}, "sure"},
                          {"  it broke in the big box ", {"why=\"it broke in the big box\""}, "why"},
                          {"it\u2019s old", {"why=\"it\u2019s old\""}, "why"},
                          {"   ", {}, "why"}});
  NluContext nlu_context;
  nlu_context.intent = "a";
  nlu_context.waiting_for_param = "why";
  const auto answers = flat(bot->understand("big", nlu_context)).answers;
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].param == "why");
  CHECK(answers[0].whole_message);
}

TEST_CASE(
    "params: values inside an awaited free text are part of the text, unless a `param_mapping` or a correction names "
    "them") {
  check_answer_rows(
      make_extraction_bot("why: {type: free_text}, size: {type: size}, count: {type: number}, "
                          "order_id: {type: order_id, param_mapping: ['order #?(?P<value>\\d+)']}"),
      {{"buy 6 eggs", {"why=\"buy 6 eggs\""}, "why"},
       {"the 2 big ones for order 777", {"why=\"the 2 big ones for order 777\"", "order_id=\"O-777\""}, "why"},
       {"no, I meant large", {"size=\"large\""}, "why", false, {"size"}},
       {"2 big ones", {"count=2", "size=\"large\""}}});
}

TEST_CASE("params: at a confirmation, a bare number is the new amount if it fits no other param") {
  check_answer_rows(make_extraction_bot("sum: {type: money}"),
                    {{"yes but make it 60", {"sum={\"amount\":60,\"currency\":null}"}, "", true, {"sum"}},
                     {"yes but make it 60", {}, "", true, {}},
                     {"60", {}}});
  check_answer_rows(make_extraction_bot("sum: {type: money}, count: {type: number}"),
                    {{"make it 60", {}, "", true, {"count", "sum"}},
                     {"make it $60", {"sum={\"amount\":60,\"currency\":\"USD\"}"}, "", true, {"count", "sum"}}});
  check_answer_rows(
      make_extraction_bot("count: {type: number}, at: {type: time}"),
      {{"no, make it two", {"count=2"}, "", true, {"count"}}, {"no, make it two", {}, "", true, {"at", "count"}}});
}

TEST_CASE("params: a value has its position, raw text and validation") {
  const Bot bot = make_extraction_bot(
      "order_id: {type: order_id, validate: [{matches: '^O-[1-9]', else: 'No zero, {{please}}.'}]}, "
      "count: {type: number, validate: [{ge: 1, else: Too few.}, {le: 10, ne: 7, else: Too many.}]}");
  check_answer_rows(bot, {{"o01234", {"order_id=\"O-01234\"!"}},
                          {"o11234, 3", {"order_id=\"O-11234\"", "count=3"}},
                          {"0", {"count=0!"}},
                          {"7", {"count=7!"}},
                          {"11", {"count=11!"}}});
  NluContext nlu_context;
  nlu_context.intent = "a";
  const auto answers = flat(bot->understand("\U0001f600 O\u201301234!", nlu_context)).answers;
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].raw == "O\u201301234");
  CHECK(answers[0].span == Span{5, 14});
  CHECK(answers[0].rejection == "No zero, {please}.");
  CHECK(flat(bot->understand("11", nlu_context)).answers.at(0).rejection == "Too many.");
}

TEST_CASE("params: values are read for the best intent and for the open intent") {
  const Bot bot = intents::bot("entities: {size: {values: {small: [], large: []}}}\nintents:\n" +
                               intent("a", "match: [{regex: go}], params: {size: {type: size}, n: {type: number}}") +
                               intent("b", "match: [{regex: stay}], params: {many: {type: number}}"));
  NluContext open;
  open.intent = "a";
  open.waiting_for_param = "n";
  struct Both {
    std::string text;
    Values params;
    Values answers;
  };
  const std::vector<Both> rows = {
      {"stay 3 small", {"many=3"}, {"n=3", "size=\"small\""}},
      {"go 3 small", {"size=\"small\"", "n=3"}, {"n=3", "size=\"small\""}},
      {"3 small", {}, {"n=3", "size=\"small\""}},
      {"go 5kg", {"n=5"}, {"n=5"}},
      {"stay 5kg", {}, {"n=5"}},
  };
  for (const Both& row : rows) {
    INFO(row.text);
    const FlatMessage understanding = bot->understand(row.text, open);
    CHECK(brief(understanding.params) == row.params);
    CHECK(brief(understanding.answers) == row.answers);
  }
  CHECK(flat(bot->understand("go 3")).answers.empty());
  open.intent = "vanished";
  CHECK(flat(bot->understand("3", open)).answers.empty());
}

TEST_CASE("validation: a caller's values are validated like values in messages") {
  const Bot bot = make_extraction_bot(
      "order_id: {type: order_id, validate: [{matches: '^O-[1-9]', else: No zero.}]}, size: {type: size}, "
      "n: {type: number}, sum: {type: money}, sure: {type: boolean}, when: {type: date}, why: {type: free_text}");
  struct Judged {
    std::string param;
    std::string value;
    std::string expected;
  };
  const std::vector<Judged> rows = {
      {"order_id", "\"o12345\"", "order_id=\"O-12345\""},
      {"order_id", "\"O-01234\"", "order_id=\"O-01234\"!"},
      {"order_id", "\"blue\"", "order_id=\"blue\"!"},
      {"order_id", "12345", "order_id=12345!"},
      {"order_id", "null", "order_id=null!"},
      {"order_id", "[1]", "order_id=[1]!"},
      {"size", "\"large\"", "size=\"large\""},
      {"size", "\"Big\"", "size=\"large\""},
      {"n", "5", "n=5"},
      {"n", "0.5", "n=0.5"},
      {"n", "\"five\"", "n=5"},
      {"sum", "5", "sum={\"amount\":5,\"currency\":null}"},
      {"sum", R"({"amount":5,"currency":"EUR"})", "sum={\"amount\":5,\"currency\":\"EUR\"}"},
      {"sum", R"({"amount":"5"})", "sum={\"amount\":\"5\"}!"},
      {"sum", "\"$5\"", "sum={\"amount\":5,\"currency\":\"USD\"}"},
      {"sure", "true", "sure=true"},
      {"sure", "\"nope\"", "sure=false"},
      {"sure", "1", "sure=1!"},
      {"when", "\"tomorrow\"", "when=\"2026-03-03\""},
      {"why", "\"it broke\"", "why=\"it broke\""},
      {"unknown", "1", "unknown=1!"},
  };
  NluContext nlu_context;
  nlu_context.now = kMonday;
  for (const Judged& row : rows) {
    INFO(row.param << " " << row.value);
    CHECK(brief({bot->validate("a", row.param, *Value::parse(row.value), nlu_context)}) == Values{row.expected});
  }
  CHECK(bot->validate("a", "order_id", Value("O-01234")).rejection == "No zero.");
  CHECK_FALSE(bot->validate("nowhere", "order_id", Value("O-12345")).valid);
}

}  // namespace
}  // namespace parley::intents
