// Tests that a model's answer can only say what the message says. What a model may decide, tests/planner and
// tests/engine test (source_rights_test.cc, source_acts_test.cc).
#include "reading/checked_reading.h"

#include <catch2/catch.hpp>

#include "reading/desk.h"
#include "tests/support/flat_message.h"

using namespace parley;
using reading::Answer;

namespace {

struct Given {
  std::string message;
  std::string answer;
  NluContext context = {};
};

std::optional<DialogAct> may_all(DialogAct act) { return act; }

// Shows what is understood in one line.
std::string understood(const Given& given, const FlatMessage& own = {}, const reading::Permit& permit = may_all) {
  reading::ShownMessage message(given.message);
  message.end();
  const auto answer = reading::parse_answer(given.answer);
  if (!answer) return "error: " + answer.error().message;
  const auto checked = reading::check_reading(*answer, message, *test::reading_desk(), given.context,
                                              understanding_of(own, given.context), permit);
  const FlatMessage heard = checked.heard;
  std::string out;
  const auto values = [](const std::vector<ParamValue>& all) {
    std::string list;
    for (const ParamValue& one : all) list += " " + one.param + "=" + one.value.to_text() + (one.valid ? "" : "!");
    return list;
  };
  if (heard.act != Act::kInform) out += std::string("act ") + to_string(heard.act) + "; ";
  for (const Candidate& one : heard.candidates) out += one.intent + values(heard.params) + "; ";
  for (const FurtherIntent& one : heard.further) out += "also " + one.candidate.intent + values(one.params) + "; ";
  for (const FurtherIntent& one : heard.doubtful) out += "perhaps " + one.candidate.intent + values(one.params) + "; ";
  if (!heard.answers.empty()) out += "answers" + values(heard.answers) + "; ";
  for (const std::string& one : heard.named) out += "change " + one + "; ";
  if (heard.choice) out += "option " + std::to_string(*heard.choice) + "; ";
  for (const int one : heard.several) out += "one option " + std::to_string(one) + "; ";
  for (const Inquiry& one : heard.inquiries) out += "asks " + one.intent + " " + std::to_string(one.answer) + "; ";
  if (heard.corrects) out += "corrects; ";
  if (checked.is_empty) out += "empty; ";
  return out;
}

NluContext painting() {
  NluContext context;
  context.intent = "paint";
  context.waiting_for_param = "colour";
  return context;
}

NluContext confirming() {
  NluContext context;
  context.intent = "paint";
  context.confirming = true;
  context.filled = {"colour", "order"};
  return context;
}

NluContext picking(std::vector<std::string> labels) {
  NluContext context = painting();
  context.choices = std::move(labels);
  context.lists_options = true;
  return context;
}

NluContext offering(std::vector<std::string> intents) {
  NluContext context;
  context.choices = intents;
  context.choices.push_back("something else");
  context.offered = std::move(intents);
  return context;
}

}  // namespace

TEST_CASE("what a model's answer says is checked against the message and the bot") {
  const Given cases[] = {
      {"look for O-123", R"({"intents":[{"id":"find","params":[{"name":"order","words":"O-123"}]}]})"},
      {"look for it", R"({"intents":[{"id":"find","params":[{"name":"order","words":"O-123"}]}]})"},
      {"look for it", R"({"intents":[{"id":"find","params":[{"name":"order","words":"it"}]}]})"},
      {"look", R"({"intents":[{"id":"find","params":[{"name":"colour","words":"look","value":"red"}]}]})"},
      {"look", R"({"intents":[{"id":"orders.drop"},{"id":"hidden"}]})"},
      {"get rid of O-123", R"({"intents":[{"id":"drop","params":[{"name":"order","words":"O-123"}]}]})"},
      {"make O-123 like roses", R"({"intents":[{"id":"paint","params":[{"name":"order","words":"O-123"},)"
                                R"({"name":"colour","words":"roses","value":"red"}]}]})"},
      {"make O-123 like roses", R"({"intents":[{"id":"paint","params":[{"name":"colour","words":"roses",)"
                                R"("value":"green"}]}]})"},
      {"make O-123 like roses", R"({"intents":[{"id":"paint","params":[{"name":"colour","words":"roses",)"
                                R"("value":"Red"}]}]})"},
      {"make it blue", R"({"intents":[{"id":"paint","params":[{"name":"colour","words":"blue","value":"red"}]}]})"},
      {"all 20 of them", R"({"intents":[{"id":"paint","params":[{"name":"count","words":"20"}]}]})"},
      {"a b", R"({"intents":[{"id":"find"},{"id":"paint"},{"id":"find"}]})"},
      {"stop this", R"({"act":"cancel"})"},
      {"no idea", R"({"act":"dont_know"})"},
      {"a person", R"({"act":"human"})"},
      {"like roses", R"({"answers":[{"name":"colour","words":"roses","value":"red"}]})"},
      {"like roses", R"({"answers":[{"name":"colour","words":"roses","value":"red"}]})", painting()},
      {"like roses", R"({"intents":[{"id":"paint","params":[{"name":"colour","words":"roses","value":"red"}]}]})",
       painting()},
      {"no idea", R"({"act":"dont_know"})", painting()},
      {"stop this", R"({"act":"cancel"})", painting()},
      {"fine", R"({"act":"affirm","intents":[{"id":"paint"}]})", confirming()},
      {"fine", R"({"act":"cancel"})", confirming()},
      {"crimson", R"({"answers":[{"name":"colour","words":"crimson"}]})", confirming()},
      {"another hue", R"({"change":["colour","count","nothing"]})", confirming()},
  };
  const char* expected[] = {
      "find order=O-123; ",
      "find; ",
      "find; ",
      "find; ",
      "empty; ",
      "drop order=O-123; ",
      "paint order=O-123 colour=red; ",
      "paint order=O-123; ",
      "paint colour=red order=O-123; ",
      "paint colour=blue; ",
      "paint count=20!; ",
      "find; also paint; ",
      "act cancel; ",
      "act dont_know; ",
      "act human; ",
      "empty; ",
      "answers colour=red; ",
      "answers colour=red; ",
      "act dont_know; ",
      "act cancel; ",
      "empty; ",
      "act cancel; ",
      "answers colour=red; corrects; ",
      "change colour; corrects; ",
  };
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    INFO(cases[i].message << " / " << cases[i].answer);
    CHECK(understood(cases[i]) == expected[i]);
  }
}

TEST_CASE("a model picks options and questions by the words that mean them") {
  NluContext confirming_options = confirming();
  confirming_options.choices = {"a", "b"};
  const std::string both = R"({"options":[{"number":1,"words":"this"},{"number":2,"words":"that"}]})";
  const std::string second = R"({"options":[{"number":2,"words":"the dear one"}]})";
  struct Case {
    Given given;
    const char* expected;
  };
  const Case cases[] = {
      {{"the dear one", second, picking({"a", "b"})}, "option 1; "},
      {{"the cheap one", second, picking({"a", "b"})}, "empty; "},
      {{"the dear one", second, picking({"a"})}, "empty; "},
      {{"the dear one", second, confirming_options}, "option 1; "},
      {{"the dear one", second}, "empty; "},
      {{"this and that", both, picking({"a", "b"})}, "one option 0; one option 1; "},
      {{"this and that", both, offering({"find", "paint"})}, "one option 0; one option 1; "},
      {{"that", R"({"options":[{"number":1,"words":"that"}]})", picking({"a"})}, "option 0; "},
      {{"that", R"({"options":[{"number":0,"words":"that"},{"number":9,"words":"that"}]})", picking({"a", "b"})},
       "empty; "},
      {{"that", R"({"options":[{"number":2,"words":"that"}]})", offering({"find", "paint"})}, "option 1; "},
      {{"that", R"({"options":[{"number":2,"words":"that"}]})", offering({"find", "drop"})}, "option 1; "},
      {{"that", R"({"options":[{"number":2,"words":"that"}]})", offering({"find", "hidden"})}, "empty; "},
      {{"other", R"({"options":[{"number":3,"words":"other"}]})", offering({"find", "drop"})}, "option 2; "},
      {{"that", R"({"options":[{"number":1,"words":"that"}]})", offering({"find"})}, "option 0; "},
      {{"any dosh", R"({"questions":[{"number":1,"words":"any dosh"}]})", painting()}, "asks paint 0; "},
      {{"any dosh", R"({"questions":[{"number":2,"words":"any dosh"}]})", confirming()}, "asks paint 1; "},
      {{"any dosh", R"({"questions":[{"number":3,"words":"any dosh"}]})", painting()}, "empty; "},
      {{"any dosh", R"({"questions":[{"number":1,"words":"money"}]})", painting()}, "empty; "},
      {{"any dosh", R"({"questions":[{"number":1,"words":"any dosh"}]})"}, "empty; "},
  };
  for (const auto& [given, expected] : cases) {
    INFO(given.message << " / " << given.answer << " / " << given.context.choices.size());
    CHECK(understood(given) == expected);
  }
}

TEST_CASE("a question that a model finds replaces one that the bot has no answer to") {
  FlatMessage own;
  own.inquiries.push_back({});
  const char* asks = R"({"questions":[{"number":1,"words":"any dosh"}]})";
  CHECK(understood({"any dosh", asks, painting()}, own) == "asks paint 0; ");
  CHECK(understood({"any dosh", R"({"act":"inform"})", painting()}, own) == "asks  0; empty; ");
}

TEST_CASE("a reading obeys the rights of its source") {
  const auto none = [](const DialogAct&) { return std::optional<DialogAct>(); };
  const auto doubts = [](DialogAct act) {
    auto* request = std::get_if<acts::Request>(&act.what);
    if (request && act.source.kind == ActSource::Kind::kModel) request->role = acts::Request::Role::kDoubtful;
    return std::optional(std::move(act));
  };
  const char* const kAll[] = {
      R"({"act":"cancel"})",
      R"({"intents":[{"id":"find"}]})",
      R"({"options":[{"number":1,"words":"that"}]})",
      R"({"questions":[{"number":1,"words":"that"}]})",
  };
  for (const char* answer : kAll) {
    INFO(answer);
    CHECK(understood({"that", answer, picking({"a", "b"})}, {}, none) == "empty; ");
  }
  FlatMessage own;
  own.candidates.emplace_back().intent = "paint";
  CHECK(understood({"a b", R"({"intents":[{"id":"find"},{"id":"paint"}]})"}, own, doubts) == "paint; perhaps find; ");
  const std::string drop = R"({"intents":[{"id":"drop"}]})";
  CHECK(understood({"get rid of O-123", drop}, {}, doubts) == "perhaps drop order=O-123; ");
  const auto only_second = [](DialogAct act) {
    const auto* choose = std::get_if<acts::Choose>(&act.what);
    return choose && choose->options.front() != 1 ? std::nullopt : std::optional(std::move(act));
  };
  const std::string both = R"({"options":[{"number":1,"words":"this"},{"number":2,"words":"that"}]})";
  CHECK(understood({"this that", both, offering({"drop", "find"})}, {}, only_second) == "option 1; ");
}

TEST_CASE("values that a reading of one intent leaves out are read from the message") {
  CHECK(understood({"look for O-123", R"({"intents":[{"id":"find"}]})"}) == "find order=O-123; ");
  CHECK(
      understood({"make O-123 blue", R"({"intents":[{"id":"paint","params":[{"name":"order","words":"o-123"}]}]})"}) ==
      "paint order=O-123 colour=blue; ");
  CHECK(understood({"all 20 O-123", R"({"intents":[{"id":"paint"}]})"}) == "paint order=O-123; ");
  CHECK(understood({"look for O-123 and more", R"({"intents":[{"id":"find"},{"id":"paint"}]})"}) ==
        "find; also paint; ");
}

TEST_CASE("an intent that the bot finds, too, needs no doubt, and its own values stay") {
  FlatMessage own;
  own.candidates.push_back({});
  own.candidates.front().intent = "drop";
  ParamValue value;
  value.param = "order";
  value.value = Value("O-123");
  own.params = {value};
  CHECK(understood({"drop O-123", R"({"intents":[{"id":"drop"}]})"}, own) == "drop order=O-123; ");
}

TEST_CASE("the part that is used keeps the words of the message") {
  reading::ShownMessage message("look for o-123 or O-999");
  message.end();
  const auto answer = reading::parse_answer(
      R"({"intents":[{"id":"find","params":[{"name":"order","words":"O-999"},{"name":"x","words":"look"}]},{"id":"y"}]})");
  const auto checked = reading::check_reading(*answer, message, *test::reading_desk(), {}, {}, may_all);
  CHECK(reading::to_value(checked.taken).to_json() ==
        R"({"intents":[{"id":"find","params":[{"name":"order","words":"O-999"}]}]})");
}

TEST_CASE("a reading that only repeats the mask of a guessed free text is no reading") {
  const auto catalog = Catalog::parse(R"(
parley: 1
bot: {id: desk}
intents:
  - id: change
    match: [{regex: '\bchange\b'}]
    params:
      text: {type: free_text, required: true, ask: Which text?}
      name: {type: free_text, ask: Which name?}
    answers: [{examples: ['Is it free?'], say: It is free.}]
    steps: [{say: Changed.}]
)",
                                      "desk.yaml");
  REQUIRE(catalog);
  const std::string text = "is my data safe with you?";
  reading::ShownMessage message(text);
  message.replace({0, text.size()}, "{text}");
  message.end();
  NluContext context;
  context.intent = "change";
  context.waiting_for_param = "text";
  FlatMessage own;
  ParamValue& guess = own.answers.emplace_back();
  guess.param = "text";
  guess.value = text;
  guess.span = {0, text.size()};
  guess.whole_message = true;
  for (const char* answer : {
           R"({"answers":[{"name":"text","words":"{text}"}]})",
           R"({"answers":[{"name":"name","words":"{text}"}]})",
           R"({"answers":[{"name":"text","words":"text"}]})",
           R"({"intents":[{"id":"change","params":[{"name":"text","words":"{text}"}]}]})",
           R"({"questions":[{"number":1,"words":"{text}"}]})",
       }) {
    INFO(answer);
    const auto parsed = reading::parse_answer(answer);
    REQUIRE(parsed);
    CHECK(
        reading::check_reading(*parsed, message, **catalog, context, understanding_of(own, context), may_all).is_empty);
  }
  // Without the guess, the mask stands for a value that the user gives.
  const auto parsed = reading::parse_answer(R"({"answers":[{"name":"text","words":"{text}"}]})");
  CHECK_FALSE(reading::check_reading(*parsed, message, **catalog, context, {}, may_all).is_empty);
}
