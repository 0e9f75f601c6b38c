// Tests the error messages of a refused import.
#include <string_view>
#include <utility>

#include <catch2/catch.hpp>

#include "parley/sessions.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"

using namespace parley;

TEST_CASE("an import of a file in another format reports the found and the expected format") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "this is not JSON"},
      {"session,text\n", "a table (CSV)"},
      {"parley: 1\n", "this is a bot file"},
      {"SQLite format 3\n", "this is an SQLite database"},
      {"{\"v\":2,\"stage\":\"received\"}\n", "this is telemetry"},
      {"{\"session\":\"s1\",\"text\":\"hi\"}\n", "this is a list of requests"},
      {"{\"parley_export\":99}\n", "the export has a format that this version does not support"},
      {"{\"conversations\":[]}\n", "this is JSON of another tool"},
      {"{\n", "on several lines, or it is cut off"},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    bool is_read = false;
    const auto line = [&, text = text]() -> std::optional<std::string> {
      if (std::exchange(is_read, true)) return std::nullopt;
      return std::string(text).substr(0, std::string_view(text).find('\n'));
    };
    const auto done = import_sessions(*create_memory_store(), line);
    REQUIRE_FALSE(done);
    CHECK(done.error().code == ErrorCode::kInvalidRequest);
    INFO(done.error().message);
    CHECK(done.error().message.find(expected) != std::string::npos);
    CHECK(done.error().message.find("expected a file that `parley sessions export` wrote") != std::string::npos);
  }
  const auto nothing = import_sessions(*create_memory_store(), [] { return std::optional<std::string>(); });
  CHECK(nothing.error().message.find("the file is empty") != std::string::npos);
}

TEST_CASE(
    "the refusal of an existing session suggests --new-ids, and a fork under the name of its session is refused") {
  const auto store = create_memory_store();
  conformance::Conversation conversation("s1");
  REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  std::vector<std::string> lines;
  REQUIRE(export_sessions(*store, {}, [&](std::string_view line) { return lines.emplace_back(line), true; }));
  std::size_t next = 0;
  const auto done = import_sessions(
      *store, [&] { return next < lines.size() ? std::optional(lines[next++]) : std::optional<std::string>(); });
  REQUIRE(done);
  REQUIRE(done->refused.size() == 1);
  CHECK(done->refused.front().why.find("--new-ids") != std::string::npos);

  const auto ids = create_random_ids();
  const auto forked = fork_session(*store, "s1", "s1", *ids, 0, true);
  REQUIRE_FALSE(forked);
  CHECK(forked.error().message.find("the same name as the session") != std::string::npos);
}
