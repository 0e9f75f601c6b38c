// Tests hostile names: every sink keeps each event separate and its texts unchanged.
#include <catch2/catch.hpp>

#include "base/text.h"
#include "telemetry/event.h"
#include "tests/support/stub_server.h"
#include "tests/telemetry/file_lines.h"

using namespace parley;
using test::EventLines;
using test::StubServer;
using test::TempFolder;

namespace {

const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> kNames = {
      "",
      "\n",
      "\r\n{\"v\":2,\"stage\":\"respond\"}\r\n",
      "\"},{\"key\":\"admin\",\"value\":{\"boolValue\":true}},{\"key\":\"x",
      "\\",
      "\\n\\\"",
      std::string("a\0b", 3),
      "\x01\x1b[31m\x7f",
      "\"} 1\nparley_turns_total{bot=\"forged\"} 99\n#",
      "'); DELETE FROM events; --",
      "${jndi:ldap://x}%s%n{{7*7}}",
      "\xc3\xa9\xe2\x80\xa8\xe2\x80\xa9\xf0\x9f\x90\x99",  // U+2028 and U+2029 among others
      "\xe2\x80\xae"
      "evil",
      "\xc3\x28 \xed\xa0\x80 \xff\xfe",  // not UTF-8
      std::string(100'000, 'x'),
      std::string(1'000, '"'),
      "lost",
      "{\"v\":",
  };
  return kNames;
}

// Returns an event as the engine writes it, with `name`, from the bot file, in every field.
std::string event_with(const std::string& name) {
  std::string line = R"({"v":2,"stage":"respond","ts":"2026-03-02T09:00:00.000Z","session":"5e55","turn":1,"bot":)";
  base::append_json_string(line, name);
  line += R"(,"status":"done","intent":)";
  base::append_json_string(line, name);
  line += ",";
  base::append_json_string(line, "x" + name);
  line += ":[";
  base::append_json_string(line, name);
  return line + "]}";
}

EventLines hostile_events() {
  EventLines lines;
  for (const std::string& name : hostile_names()) lines.push_back(event_with(name));
  return lines;
}

// Returns the expected name: valid UTF-8, otherwise unchanged.
std::string reported(const std::string& name) { return base::valid_utf8(name); }

void check_each(const EventLines& lines) {
  REQUIRE(lines.size() == hostile_names().size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto event = Value::parse(lines[i]);
    REQUIRE(event);
    CHECK(*event->find("intent")->if_string() == reported(hostile_names()[i]));
    CHECK(*event->find("bot")->if_string() == reported(hostile_names()[i]));
  }
}

}  // namespace

TEST_CASE("hostile names stay within their lines of a file") {
  const TempFolder folder;
  const std::string path = folder.file("events.jsonl");
  REQUIRE(*(*open_jsonl_sink(path))->write(hostile_events()) == hostile_names().size());
  check_each(test::lines_of(path));
}

TEST_CASE("hostile names stay within their rows of a table") {
  const TempFolder folder;
  const auto sink = open_sqlite_sink(folder.file("events.db"));
  REQUIRE(sink);
  REQUIRE(*(*sink)->write(hostile_events()) == hostile_names().size());
  EventLines lines;
  REQUIRE((*sink)->for_each(0, 4102444800000, [&](std::string_view line) { lines.emplace_back(line); }));
  check_each(lines);
  for (const std::string& name : hostile_names()) {
    CHECK(*(*sink)->forget_user(name) == 0);
    CHECK(*(*sink)->forget_session(name) == 0);
  }
}

TEST_CASE("hostile names reach a function unchanged") {
  EventLines lines;
  REQUIRE(*create_callback_sink([&](std::string_view line) { lines.emplace_back(line); })->write(hostile_events()) ==
          hostile_names().size());
  check_each(lines);
}

TEST_CASE("hostile names stay within their attributes of a log record", "[http]") {
  const StubServer server(test::http("200 OK", "{}"));
  OtlpOptions options;
  options.url = server.url();
  options.timeout = std::chrono::minutes(1);
  REQUIRE(*(*create_otlp_sink(options))->write(hostile_events()) == hostile_names().size());
  const std::string sent = server.requests().at(0);
  const auto request = Value::parse(sent.substr(sent.find("\r\n\r\n") + 4));
  REQUIRE(request);
  const Value::Array& records = *request->at_path("resourceLogs.0.scopeLogs.0.logRecords")->if_array();
  REQUIRE(records.size() == hostile_names().size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Value::Array& attributes = *records[i].find("attributes")->if_array();
    REQUIRE(attributes.size() == 7);
    CHECK(*attributes[0].find("key") == Value("bot"));
    CHECK(*attributes[0].at_path("value.stringValue") == Value(reported(hostile_names()[i])));
    CHECK(*attributes[6].find("key") == Value(reported("x" + hostile_names()[i])));
  }
}

TEST_CASE("hostile names stay within their labels of a metric", "[metrics]") {
  const auto metrics = create_metrics_sink();
  REQUIRE(*metrics->write(hostile_events()) == hostile_names().size());
  const std::string text = metrics->metrics();
  CHECK(base::find_invalid_utf8(text) == std::string::npos);
  std::size_t turns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    REQUIRE(end != std::string::npos);
    const std::string line = text.substr(at, end - at);
    const bool is_known =
        line.rfind("parley_", 0) == 0 || line.rfind("# HELP parley_", 0) == 0 || line.rfind("# TYPE parley_", 0) == 0;
    CHECK(is_known);
    CHECK(line.rfind("parley_turns_total{bot=\"forged\"", 0) == std::string::npos);
    if (line.rfind("parley_turns_total{", 0) == 0) ++turns;
    at = end + 1;
  }
  CHECK(turns == hostile_names().size());
}
