// Each telemetry event is one line of valid JSON and UTF-8 for any message, without line breaks, cursor movements or
// direction marks. RC_PARAMS=max_success=N tries N turns with seven hostile strings each, and sometimes a hostile
// session or message id.
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"
#include "engine/engine_harness.h"
#include "telemetry/event.h"
#include "tests/support/even_range.h"
#include "tests/telemetry/file_lines.h"

using namespace parley;

namespace {

const char* const kCounter = R"(
parley: 1
bot: {id: counter}
tools:
  notes.keep: {kind: host}
intents:
  - id: note
    match: [{regex: 'note'}]
    params:
      text: {type: free_text, required: true, ask: "What?"}
    steps:
      - {tool: notes.keep, with: {text: '{text}'}, on_failure: [{say: No.}]}
      - say: 'Kept {text}.'
  - id: number
    match: [{regex: 'number'}]
    params:
      n: {type: number, required: true, ask: "Which?"}
    steps: [{say: 'It is {n}.'}]
redaction: {telemetry_text: all}
fallback: {say: "Pardon?"}
)";

const std::vector<std::string>& hostile_pieces() {
  static const std::vector<std::string> kPieces = {std::string(1, '\0'),
                                                   "\r",
                                                   "\n",
                                                   "\r\n",
                                                   "\v\f",
                                                   "\b",
                                                   "\x1B[31m",
                                                   "\x1B]0;title\x07",
                                                   "\x7F",
                                                   "\xC2\x85",
                                                   "\xC2\x9B",
                                                   "\xE2\x80\xA8",
                                                   "\xE2\x80\xA9",
                                                   "\xE2\x80\xAE",
                                                   "\xE2\x80\xAA",
                                                   "\xE2\x81\xA6",
                                                   "\xE2\x81\xA9",
                                                   "\xE2\x80\x8F",
                                                   "\xD8\x9C",
                                                   "\xEF\xBB\xBF",
                                                   "\xED\xA0\x80",
                                                   "\xED\xBF\xBF",
                                                   "\xC0\xAF",
                                                   "\xF4\x90\x80\x80",
                                                   "\xFF",
                                                   "\xC3",
                                                   "\xE2\x80",
                                                   "\xEF\xBF\xBE",
                                                   "\"",
                                                   "\\",
                                                   "\\u000a",
                                                   "\\ud800",
                                                   "{\"v\":2,\"stage\":\"respond\"}",
                                                   "\"}\n{",
                                                   "</script>",
                                                   "'; --",
                                                   "%0a",
                                                   "&#10;",
                                                   "e\xCC\x81",
                                                   "\xF0\x9F\x90\x99",
                                                   "note ",
                                                   "number ",
                                                   "4111 1111 1111 1111",
                                                   "jane@example.com",
                                                   " ",
                                                   "a",
                                                   std::string(300, 'x'),
                                                   std::string(300, '\n')};
  return kPieces;
}

std::string hostile() {
  if (test::evenly(0, 4) == 0) return *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  std::string text;
  for (const std::string& piece : *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(hostile_pieces()))) {
    text += piece;
  }
  return text;
}

bool may_stand_in_line(char32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7F && c <= 0x9F);
  const bool ends_line = c == 0x2028 || c == 0x2029;
  const bool turns =
      c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return !is_control && !ends_line && !turns;
}

// Returns why the line is not exactly one valid event; empty if it is one.
std::string problem_of(std::string_view line) {
  if (base::find_invalid_utf8(line) != std::string_view::npos) return "no UTF-8";
  for (std::size_t at = 0; at < line.size();) {
    if (!may_stand_in_line(base::next_code_point(line, at))) return "a character that disrupts";
  }
  const auto event = telemetry::ReadEvent::parse(line);
  return event ? "" : event.error().to_string();
}

std::string fit_to_be_stored(std::string text) {
  const std::string valid = base::valid_utf8(text);
  return valid.size() <= 500 ? valid : "";
}

}  // namespace

TEST_CASE("each event is one line, whatever the turn contains") {
  std::vector<std::string> lines;
  std::string error;  // the error text of the tool
  int turns = 0;
  const auto store = create_memory_store();
  EngineOptions options;
  options.ids = create_counted_ids("id-");
  options.sweep_every = {};
  options.telemetry = {create_callback_sink([&](std::string_view line) { lines.emplace_back(line); })};
  options.tools["notes.keep"] = [&](const ToolCall&) {
    return error.empty() ? ToolOutcome::ok(Value("kept")) : ToolOutcome::failed(error);
  };
  const auto engine = *Engine::create(*Catalog::parse(kCounter, "counter.yaml"), store, options);

  CHECK(rc::check("turns", [&] {
    const std::string text = hostile();
    error = hostile();
    Request request = Request::text("s1", text);
    request.user = fit_to_be_stored(hostile());
    if (test::evenly(0, 16) == 0) request.session = hostile();
    if (test::evenly(0, 16) == 0)
      request.id = hostile() + std::to_string(++turns);  // a repeated id would get the first answer
    request.details.tool = fit_to_be_stored(hostile());
    request.details.metadata[fit_to_be_stored(hostile())] = Value(fit_to_be_stored(hostile()));
    request.context = Value(Value::Object{{"tier", fit_to_be_stored(hostile())}});
    const auto before = store->load(request.session);
    const bool is_for_person = before && *before && (*before)->handed_off;
    const auto turn = engine->handle(request);
    RC_ASSERT(engine->flush_telemetry(std::chrono::minutes(1)));
    RC_CLASSIFY(turn.has_value(), "taken");
    RC_ASSERT(!lines.empty());
    std::size_t classified = 0;
    for (const std::string& line : lines) {
      RC_LOG() << line << std::endl;
      RC_ASSERT(problem_of(line) == "");
      if (telemetry::ReadEvent(line).text("stage") == "classified") ++classified;
    }
    RC_ASSERT(classified == (turn && !is_for_person ? 1U : 0U));
    lines.clear();
    if (turn && turn->seq > 20) RC_ASSERT(*store->erase({{request.session}}) == 1U);
  }));
}

TEST_CASE("names that a caller invents are refused, and telemetry stays valid") {
  EngineHarness harness;
  for (const std::string& piece : hostile_pieces()) {
    Request request;
    request.session = "s1";
    NluResult own;
    own.intent = piece;
    request.input = own;
    CHECK_FALSE(harness.engine->handle(request));
    ToolResult result;
    result.call_id = piece;
    result.outcome = ToolOutcome::failed(piece);
    request.input = result;
    CHECK_FALSE(harness.engine->handle(request));
  }
  REQUIRE(harness.events().size() >= hostile_pieces().size());
  for (const std::string& line : harness.events()) CHECK(problem_of(line) == "");
}

TEST_CASE("telemetry has the text of a message as valid UTF-8") {
  EngineHarness harness(create_memory_store(), kCounter);
  const std::string text =
      "a\xE2\x80\xAE"
      "b\xC2\x85"
      "c\xE2\x80\xA8"
      "d\r\n\xFF"
      "e\xED\xA0\x80";
  harness.say(text);
  for (const std::string& line : harness.events()) {
    const telemetry::ReadEvent event(line);
    if (event.text("stage") == "classified") CHECK(event.text("text") == base::valid_utf8(text));
    CHECK(problem_of(line) == "");
  }
}

TEST_CASE("a file of hostile events has one line per event") {
  const test::TempFolder folder;
  EngineOptions options;
  options.telemetry = {*open_jsonl_sink(folder.file("events.jsonl"))};
  const auto engine = *Engine::create(*Catalog::parse(kCounter, "counter.yaml"), create_memory_store(), options);
  for (const std::string& piece : hostile_pieces()) REQUIRE(engine->handle(Request::text("s1", "a" + piece + "b")));
  REQUIRE(engine->flush_telemetry(std::chrono::minutes(1)));
  const auto lines = test::lines_of(folder.file("events.jsonl"));
  CHECK(static_cast<std::int64_t>(lines.size()) == engine->telemetry_counts().at(0).written);
  for (const std::string& line : lines) CHECK(problem_of(line) == "");
}
