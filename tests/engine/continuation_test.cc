// A conversation that is named by its continuation id: the same one goes on, and no other.
#include <functional>

#include <catch2/catch.hpp>

#include "engine/desk.h"
#include "memory/files.h"
#include "parley/protocol.h"

using namespace parley;

namespace {

Request continuing(const std::string& continuation_id, decltype(Request::input) input) {
  Request request;
  request.continuation_id = continuation_id;
  request.input = std::move(input);
  return request;
}

void refuses(Desk& desk, const Request& request, ErrorCode code) {
  const auto answer = desk.engine->handle(request);
  REQUIRE_FALSE(answer);
  CHECK(to_string(answer.error().code) == std::string(to_string(code)));
}

}  // namespace

TEST_CASE("F6, F7: a request with a continuation id goes on with its conversation") {
  const test::TempFolder folder;
  for (const bool in_file : {false, true}) {
    INFO(in_file);
    Desk desk(in_file ? *open_sqlite_store(folder.file("a.db")) : memory_store());
    desk.tool("orders.track", in_lyon);
    const Turn asked = desk.say("track");
    const Turn answered = desk.handle(continuing(asked.continuation_id, "o12345"));
    CHECK(answered.session == "s1");
    CHECK(answered.continued);
    CHECK(answered.seq == 2);
    CHECK(answered.say == std::vector<std::string>{"O-12345 is in Lyon."});
    CHECK(answered.continuation_id == asked.continuation_id);

    // Another engine over the same store, as another tool would have.
    Desk other(desk.store);
    CHECK(other.handle(continuing(asked.continuation_id, "news")).seq == 3);
    CHECK(desk.say("news").seq == 4);
  }
}

TEST_CASE("F6, X3: an unknown continuation id and one whose conversation is over have their own codes") {
  struct Case {
    const char* what;
    std::function<void(Desk&)> end;
    bool erased = false;
  };
  for (const Case& c :
       {Case{"its time is over", [](Desk& desk) { desk.clock->set(desk.clock->now() + kHour); }},
        Case{"it was started again", [](Desk& desk) { desk.clock->set(desk.clock->now() + kHour), desk.say("news"); }},
        Case{"it was ended", [](Desk& desk) { desk.handle(of_s1(SessionEvent::kEnd)); }},
        Case{"it was reset", [](Desk& desk) { desk.handle(of_s1(SessionEvent::kReset)); }},
        Case{"it was reset by the user", [](Desk& desk) { desk.say("start over"); }},
        Case{"it has rolled over", [](Desk& desk) { desk.say("news"), desk.say("news"); }},
        Case{"it was swept",
             [](Desk& desk) {
               desk.clock->set(desk.clock->now() + 3 * kHour);
               REQUIRE(desk.engine->sweep()->erased == 1);
             },
             true}}) {
    INFO(c.what);
    Desk desk(memory_store(), desk_with("{ttl: 1h, retention: 2h, max_turns: 2, at_limit: roll_over}"));
    const std::string id = desk.say("news").continuation_id;
    c.end(desk);
    const auto before = *desk.store->load("s1");
    refuses(desk, continuing(id, "news"), ErrorCode::kSessionExpired);
    CHECK(*desk.store->load("s1") == before);
    CHECK(before.has_value() != c.erased);
    refuses(desk, continuing("nobody-has-it", "news"), ErrorCode::kUnknownSession);
  }
}

TEST_CASE("F6: a conversation that begins anew has another continuation id, with which it goes on") {
  Desk desk;
  const std::string first = desk.say("news").continuation_id;
  desk.clock->set(desk.clock->now() + kHour);
  const std::string second = desk.say("news").continuation_id;
  const std::string third = desk.handle(of_s1(SessionEvent::kReset)).continuation_id;
  CHECK(first != second);
  CHECK(second != third);
  CHECK(desk.handle(continuing(third, "news")).continuation_id == third);
  for (const std::string& over : {first, second}) refuses(desk, continuing(over, "news"), ErrorCode::kSessionExpired);
  const auto ended = desk.store->record("s1")->value().ended;
  REQUIRE(ended.size() == 2);
  CHECK(ended[0].continuation_id == first);
  CHECK(ended[0].began_turn == 1);
  CHECK(ended[1].continuation_id == second);
  CHECK(ended[1].began_turn == 2);
  CHECK(desk.store->load("s1")->value().began_turn == 3);
}

TEST_CASE("F7: a continuation id does not lead into the conversation of another user") {
  Desk desk;
  Request first = of_s1("news");
  first.user = "ann";
  const std::string id = desk.handle(first).continuation_id;
  Request other = continuing(id, "news");
  other.user = "bob";
  refuses(desk, other, ErrorCode::kInvalidRequest);
  other.user = "ann";
  CHECK(desk.handle(other).continued);
  CHECK(desk.store->load("s1")->value().user == desk.engine->user_hash("ann"));
}

TEST_CASE("a message that is sent again with its continuation id is answered as before, also when that was the last") {
  Desk desk;
  const std::string id = desk.say("news").continuation_id;
  Request again = continuing(id, "news");
  again.id = "m2";
  const std::string answer = to_json(desk.handle(again));
  Turn duplicate = desk.handle(again);
  CHECK(duplicate.duplicate);
  duplicate.duplicate = false;
  CHECK(to_json(duplicate) == answer);

  for (const SessionEvent event : {SessionEvent::kReset, SessionEvent::kEnd}) {
    INFO(to_string(event));
    Request last = continuing(desk.say("news").continuation_id, event);
    last.id = std::string("last-") + to_string(event);
    const Turn first = desk.handle(last);
    CHECK(desk.handle(last).say == first.say);
    CHECK(desk.handle(last).duplicate);
  }

  // Its message ids are those of the session, and what others were answered is not for it.
  desk.say("news", "of-the-next");
  Request peek = continuing(id, "news");
  peek.id = "of-the-next";
  refuses(desk, peek, ErrorCode::kSessionExpired);
}

TEST_CASE("a request names a session or a continuation id, and not both") {
  Desk desk;
  Request both = continuing(desk.say("news").continuation_id, "news");
  both.session = "s1";
  refuses(desk, both, ErrorCode::kInvalidRequest);
  refuses(desk, continuing("a b", "news"), ErrorCode::kInvalidRequest);
  refuses(desk, Request::text("", "news"), ErrorCode::kInvalidRequest);

  CHECK(parse_request(R"({"continuation_id":"c1","text":"news"})")->continuation_id == "c1");
  for (const char* line :
       {R"({"text":"news"})", R"({"continuation_id":"","text":"news"})", R"({"continuation_id":7,"text":"news"})",
        R"({"session":"s1","continuation_id":"c1","text":"news"})"}) {
    INFO(line);
    CHECK_FALSE(parse_request(line));
  }
}

TEST_CASE("F14: the title of a conversation that has ended is not that of the next one") {
  const test::TempFolder folder;
  for (const bool in_file : {false, true}) {
    INFO(in_file);
    Desk desk(in_file ? *open_sqlite_store(folder.file("a.db")) : memory_store());
    desk.say("track");
    SessionNotes notes;
    notes.title = "Where my parcel is";
    notes.tags = {"gold"};
    REQUIRE(*desk.engine->annotate("s1", notes));
    const auto title = [&] { return title_of(desk.store->list({})->front()); };
    CHECK(title() == "Where my parcel is");
    desk.clock->set(desk.clock->now() + kHour);
    desk.say("hm");
    CHECK(title() == "1970-01-01");
    CHECK(desk.store->summary("s1")->value().notes.tags == notes.tags);
    CHECK(desk.store->record("s1")->value().ended.front().title == "Where my parcel is");
    desk.say("news");
    CHECK(title() == "news, 1970-01-01");
  }
}

TEST_CASE("a fork has continuation ids of its own, which lead to it") {
  Desk desk;
  const std::string first = desk.say("news").continuation_id;
  desk.clock->set(desk.clock->now() + kHour);
  const std::string second = desk.say("news").continuation_id;
  REQUIRE(fork_session(*desk.store, "s1", "s2", *desk.ids, desk.clock->now()));
  const std::string forked = desk.store->load("s2")->value().continuation_id;
  CHECK(forked != second);
  CHECK(desk.handle(continuing(forked, "news")).session == "s2");
  CHECK(desk.handle(continuing(second, "news")).session == "s1");
  refuses(desk, continuing(first, "news"), ErrorCode::kSessionExpired);
}
