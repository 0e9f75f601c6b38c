// Tests continuation ids. A request with a continuation id continues that conversation and no other.
#include <functional>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/temp_folder.h"
#include "parley/protocol.h"

using namespace parley;

namespace {

Request continuing(const std::string& continuation_id, decltype(Request::input) input) {
  Request request;
  request.continuation_id = continuation_id;
  request.input = std::move(input);
  return request;
}

void refuses(EngineHarness& harness, const Request& request, ErrorCode code) {
  const auto answer = harness.engine->handle(request);
  REQUIRE_FALSE(answer);
  CHECK(to_string(answer.error().code) == std::string(to_string(code)));
}

}  // namespace

TEST_CASE("F6, F7: a request with a continuation id continues its conversation") {
  const test::TempFolder folder;
  for (const bool in_file : {false, true}) {
    INFO(in_file);
    EngineHarness harness(in_file ? *open_sqlite_store(folder.file("a.db")) : create_memory_store());
    harness.tool("orders.track", found_in_lyon);
    const Turn asked = harness.say("track");
    const Turn answered = harness.handle(continuing(asked.continuation_id, "o12345"));
    CHECK(answered.session == "s1");
    CHECK(answered.continued);
    CHECK(answered.seq == 2);
    CHECK(answered.say == std::vector<std::string>{"O-12345 is in Lyon."});
    CHECK(answered.continuation_id == asked.continuation_id);

    // Another engine over the same store, like another process.
    EngineHarness other(harness.store);
    CHECK(other.handle(continuing(asked.continuation_id, "news")).seq == 3);
    CHECK(harness.say("news").seq == 4);
  }
}

TEST_CASE("F6, X3: an unknown continuation id and the id of an ended conversation lead to different error codes") {
  struct Case {
    const char* what;
    std::function<void(EngineHarness&)> end;
    bool erased = false;
  };
  for (const Case& c :
       {Case{"it has expired", [](EngineHarness& harness) { harness.clock->set(harness.clock->now() + kHour); }},
        Case{"it has started again",
             [](EngineHarness& harness) { harness.clock->set(harness.clock->now() + kHour), harness.say("news"); }},
        Case{"it was ended", [](EngineHarness& harness) { harness.handle(request_of_s1(SessionEvent::kEnd)); }},
        Case{"it was reset", [](EngineHarness& harness) { harness.handle(request_of_s1(SessionEvent::kReset)); }},
        Case{"it was reset by the user", [](EngineHarness& harness) { harness.say("start over"); }},
        Case{"it has rolled over", [](EngineHarness& harness) { harness.say("news"), harness.say("news"); }},
        Case{"it was swept",
             [](EngineHarness& harness) {
               harness.clock->set(harness.clock->now() + 3 * kHour);
               REQUIRE(harness.engine->sweep()->erased == 1);
             },
             true}}) {
    INFO(c.what);
    EngineHarness harness(create_memory_store(),
                          bot_with_session("{ttl: 1h, retention: 2h, max_turns: 2, at_limit: roll_over}"));
    const std::string id = harness.say("news").continuation_id;
    c.end(harness);
    const auto before = *harness.store->load("s1");
    refuses(harness, continuing(id, "news"), ErrorCode::kSessionExpired);
    CHECK(*harness.store->load("s1") == before);
    CHECK(before.has_value() != c.erased);
    refuses(harness, continuing("nobody-has-it", "news"), ErrorCode::kUnknownSession);
  }
}

TEST_CASE("F6: a restarted conversation has a new continuation id, and requests with the new id continue it") {
  EngineHarness harness;
  const std::string first = harness.say("news").continuation_id;
  harness.clock->set(harness.clock->now() + kHour);
  const std::string second = harness.say("news").continuation_id;
  const std::string third = harness.handle(request_of_s1(SessionEvent::kReset)).continuation_id;
  CHECK(first != second);
  CHECK(second != third);
  CHECK(harness.handle(continuing(third, "news")).continuation_id == third);
  for (const std::string& over : {first, second})
    refuses(harness, continuing(over, "news"), ErrorCode::kSessionExpired);
  const auto ended = harness.store->record("s1")->value().ended;
  REQUIRE(ended.size() == 2);
  CHECK(ended[0].continuation_id == first);
  CHECK(ended[0].began_turn == 1);
  CHECK(ended[1].continuation_id == second);
  CHECK(ended[1].began_turn == 2);
  CHECK(harness.store->load("s1")->value().began_turn == 3);
}

TEST_CASE("F7: a continuation id does not give access to another user's conversation") {
  EngineHarness harness;
  Request first = request_of_s1("news");
  first.user = "ann";
  const std::string id = harness.handle(first).continuation_id;
  Request other = continuing(id, "news");
  other.user = "bob";
  refuses(harness, other, ErrorCode::kInvalidRequest);
  other.user = "ann";
  CHECK(harness.handle(other).continued);
  CHECK(harness.store->load("s1")->value().user == harness.engine->user_hash("ann"));
}

TEST_CASE(
    "a redelivered message with its continuation id gets the same response, even if it was the last of its "
    "conversation") {
  EngineHarness harness;
  const std::string id = harness.say("news").continuation_id;
  Request again = continuing(id, "news");
  again.id = "m2";
  const std::string answer = to_json(harness.handle(again));
  Turn duplicate = harness.handle(again);
  CHECK(duplicate.duplicate);
  duplicate.duplicate = false;
  CHECK(to_json(duplicate) == answer);

  for (const SessionEvent event : {SessionEvent::kReset, SessionEvent::kEnd}) {
    INFO(to_string(event));
    Request last = continuing(harness.say("news").continuation_id, event);
    last.id = std::string("last-") + to_string(event);
    const Turn first = harness.handle(last);
    CHECK(harness.handle(last).say == first.say);
    CHECK(harness.handle(last).duplicate);
  }

  // The stored response to message "of-the-next" belongs to the next conversation, so an old continuation id does not
  // return it.
  harness.say("news", "of-the-next");
  Request peek = continuing(id, "news");
  peek.id = "of-the-next";
  refuses(harness, peek, ErrorCode::kSessionExpired);
}

TEST_CASE("a request names a session or a continuation id, not both") {
  EngineHarness harness;
  Request both = continuing(harness.say("news").continuation_id, "news");
  both.session = "s1";
  refuses(harness, both, ErrorCode::kInvalidRequest);
  refuses(harness, continuing("a b", "news"), ErrorCode::kInvalidRequest);
  refuses(harness, Request::text("", "news"), ErrorCode::kInvalidRequest);

  CHECK(parse_request(R"({"continuation_id":"c1","text":"news"})")->continuation_id == "c1");
  for (const char* line :
       {R"({"text":"news"})", R"({"continuation_id":"","text":"news"})", R"({"continuation_id":7,"text":"news"})",
        R"({"session":"s1","continuation_id":"c1","text":"news"})"}) {
    INFO(line);
    CHECK_FALSE(parse_request(line));
  }
}

TEST_CASE("F14: the title of an ended conversation is not used for the next one") {
  const test::TempFolder folder;
  for (const bool in_file : {false, true}) {
    INFO(in_file);
    EngineHarness harness(in_file ? *open_sqlite_store(folder.file("a.db")) : create_memory_store());
    harness.say("track");
    SessionNotes notes;
    notes.title = "Where my parcel is";
    notes.tags = {"gold"};
    REQUIRE(*harness.engine->annotate("s1", notes));
    const auto title = [&] { return title_of(harness.store->list({})->front()); };
    CHECK(title() == "Where my parcel is");
    harness.clock->set(harness.clock->now() + kHour);
    harness.say("hm");
    CHECK(title() == "1970-01-01");
    CHECK(harness.store->summary("s1")->value().notes.tags == notes.tags);
    CHECK(harness.store->record("s1")->value().ended.front().title == "Where my parcel is");
    harness.say("news");
    CHECK(title() == "news, 1970-01-01");
  }
}

TEST_CASE("a fork has its own continuation ids, and a request with such an id continues the fork") {
  EngineHarness harness;
  const std::string first = harness.say("news").continuation_id;
  harness.clock->set(harness.clock->now() + kHour);
  const std::string second = harness.say("news").continuation_id;
  REQUIRE(fork_session(*harness.store, "s1", "s2", *harness.ids, harness.clock->now()));
  const std::string forked = harness.store->load("s2")->value().continuation_id;
  CHECK(forked != second);
  CHECK(harness.handle(continuing(forked, "news")).session == "s2");
  CHECK(harness.handle(continuing(second, "news")).session == "s1");
  refuses(harness, continuing(first, "news"), ErrorCode::kSessionExpired);
}
