// Tests which values of an open session stay when Engine::replace_catalog changes the types of params.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

std::string typed_bot(const std::string& type, const std::string& more = "") {
  return R"(
parley: 1
bot: {id: typed}
entities:
  code: {patterns: ['\bC-(?P<value>\d{3})\b'], canonical: 'C-{value}'}
  anchored: {patterns: ['^(?P<value>\d{3})$'], canonical: 'N-{value}'}
  after_word: {patterns: ['\border (?P<value>[^)\]]\d{2,3})\b']}
  parts: {patterns: ['\bfloor (?P<floor>\d+),? room (?P<room>\d+)\b'], canonical: '{floor}.{room}'}
  alone: {patterns: ['\bseat (?P<value>(?:A|B)\d)\b'], canonical: '{value}'}
  size: {values: {small: [tiny], large: []}}
intents:
  - id: go
    match: [{regex: '\bgo\b'}]
    params:
      v: {type: )" +
         type + R"(, required: true, ask: 'V?'}
      w: {type: free_text, required: true, ask: 'W?'}
    confirm: 'Sure?'
    steps: [{say: ok}]
  - id: further
    match: [{regex: '\bfurther\b'}]
    params: {v: {type: )" +
         type + R"(, required: true, ask: 'Further V?'}}
    steps: [{say: 'Further ok.'}]
fallback: {say: "Pardon?"}
)" + more;
}

void upgrade(EngineHarness& harness, const std::string& bot) {
  const auto catalog = Catalog::parse(bot, "typed.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  REQUIRE(harness.engine->replace_catalog(*catalog));
}

}  // namespace

TEST_CASE("a value that does not fit the new type of its param is asked for again") {
  // The type, the new type, the answer, and whether its value stays.
  const std::vector<std::string> rows[] = {
      {"number", "date", "4", "no"},
      {"free_text", "number", "hello", "no"},
      {"money", "number", "$20", "no"},
      {"date", "number", "tomorrow", "no"},
      {"free_text", "email", "abc", "no"},
      {"number", "money", "20", "no"},
      {"email", "phone", "a@x.example", "no"},
      {"free_text", "code", "hello", "no"},
      {"free_text", "size", "huge", "no"},
      {"money", "free_text", "$20", "no"},
      {"[date, time]", "date", "tomorrow", "no"},
      {"boolean", "number", "yes", "no"},
      {"free_text", "email", "a@x.example", "yes"},
      {"free_text", "number", "20", "no"},
      {"free_text", "code", "C-123", "yes"},
      {"number", "free_text", "4", "yes"},
      {"free_text", "size", "small", "yes"},
      {"free_text", "after_word", "hello", "no"},
      {"free_text", "parts", "3.hello", "no"},
      {"free_text", "alone", "A1", "yes"},
      {"date", "[date, time]", "tomorrow", "yes"},
  };
  for (const auto& row : rows) {
    INFO(row[0] << " -> " << row[1] << ": " << row[2]);
    EngineHarness harness(create_memory_store(), typed_bot(row[0]));
    harness.say("go");
    REQUIRE(harness.say(row[2]).waiting_for_param == "w");
    upgrade(harness, typed_bot(row[1]));
    const Turn turn = harness.say("note");
    CHECK((turn.waiting_for_param == "v") == (row[3] == "no"));
    CHECK(turn.params.count("v") == (row[3] == "no" ? 0 : 1));
  }
}

TEST_CASE("a tool that ran with a value that no longer fits runs again with the new value") {
  const auto bot = [](const std::string& type) {
    return R"(
parley: 1
bot: {id: typed}
tools: {book: {kind: host}}
intents:
  - id: go
    match: [{regex: '\bgo\b'}]
    params: {v: {type: )" +
           type + R"(, required: true, ask: 'V?'}}
    steps: [{tool: book, with: {v: '{v}'}}, {say: 'Booked {v}.'}]
)";
  };
  EngineHarness harness(create_memory_store(), bot("free_text"));
  harness.say("go");
  const auto args_of = [](const Turn& turn) { return std::get<ToolCall>(turn.steps.back()).args; };
  const auto answer = [&](const Turn& turn) {
    Request request;
    request.session = "s1";
    request.input = ToolResult{std::get<ToolCall>(turn.steps.back()).call_id, ToolOutcome::ok(Value())};
    return harness.handle(request);
  };
  const Turn first = harness.say("hello");
  CHECK(args_of(first) == Value::Object{{"v", "hello"}});
  upgrade(harness, bot("number"));
  CHECK(answer(first).say == Lines{"V?"});
  const Turn second = harness.say("4");
  REQUIRE(std::holds_alternative<ToolCall>(second.steps.back()));
  CHECK(args_of(second) == Value::Object{{"v", 4}});
  CHECK(answer(second).say == Lines{"Booked 4."});
}

TEST_CASE("a value stays in its form when the bot changes and the type does not") {
  const std::pair<std::string, std::string> rows[] = {{"number", "4"},
                                                      {"number", "2.5"},
                                                      {"date", "tomorrow"},
                                                      {"date", "March 3"},
                                                      {"time", "5 pm"},
                                                      {"datetime", "tomorrow at 5 pm"},
                                                      {"duration", "2 hours"},
                                                      {"duration", "a week"},
                                                      {"money", "$20"},
                                                      {"date_range", "from March 3 to March 5"},
                                                      {"percent", "20 %"},
                                                      {"email", "a@x.example"},
                                                      {"phone", "020 7946 0958"},
                                                      {"url", "https://a.example/x"},
                                                      {"iban", "GB82 WEST 1234 5698 7654 32"},
                                                      {"credit_card", "4111 1111 1111 1111"},
                                                      {"uk_postcode", "SW1A 1AA"},
                                                      {"ip", "10.0.0.1"},
                                                      {"ordinal", "third"},
                                                      {"person_name", "Ann Lee"},
                                                      {"free_text", "hello there"},
                                                      {"boolean", "yes"},
                                                      {"code", "C-123"},
                                                      {"anchored", "123"},
                                                      {"after_word", "order 123"},
                                                      {"parts", "floor 3, room 12"},
                                                      {"alone", "seat B4"},
                                                      {"size", "tiny"},
                                                      {"[date, time]", "tomorrow"}};
  for (const auto& [type, said] : rows) {
    INFO(type << ": " << said);
    EngineHarness harness(create_memory_store(), typed_bot(type));
    harness.say("go");
    const Turn before = harness.say(said);
    REQUIRE(before.waiting_for_param == "w");
    upgrade(harness, typed_bot(type, "replies: {done: Finished.}\n"));
    const Turn after = harness.say("note");
    CHECK(after.waiting_for_param == std::nullopt);
    REQUIRE(after.params.count("v") == 1);
    CHECK(after.params.at("v") == before.params.at("v"));
  }
}
