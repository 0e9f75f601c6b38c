// Sessions of messages that name none.
#include <catch2/catch.hpp>

#include "engine/desk.h"

using namespace parley;
using Lines = std::vector<std::string>;

namespace {

constexpr TimeMs kMinute = 60'000;

Turn say_nameless(Desk& desk, const std::string& text) { return desk.handle(Request::text("", text)); }

}  // namespace

TEST_CASE("X45: a message without a session begins an ephemeral one, and the answer names it") {
  Desk desk;
  const Turn asked = say_nameless(desk, "refund");
  CHECK(asked.reason == "ephemeral");
  CHECK_FALSE(asked.continued);
  CHECK(asked.say == Lines{"Refund which?"});
  REQUIRE(asked.session.size() > std::string("ephemeral:").size());
  const Turn other = say_nameless(desk, "o12345");  // of another user: it answers nobody's question
  CHECK(other.session != asked.session);
  CHECK(other.say == Lines{"Pardon?"});

  const Turn answered = desk.handle(Request::text(asked.session, "o12345"));
  CHECK(answered.continued);
  CHECK(answered.reason.empty());
  CHECK(answered.status == Status::kToolCall);
  CHECK(desk.store->summary(asked.session)->value().notes.tags == Lines{"ephemeral"});

  OwnUnderstanding own;
  own.intent = "refund";
  Request request;
  request.input = own;
  CHECK(desk.handle(request).reason == "ephemeral");
  const auto parsed = parse_request(R"({"text":"refund"})");
  REQUIRE(parsed);
  CHECK(desk.handle(*parsed).say == Lines{"Refund which?"});
}

TEST_CASE("X45: the same message id without a session is another message") {
  Desk desk;
  for (int i = 0; i < 2; ++i) {
    Request request = Request::text("", "news");
    request.id = "m1";
    CHECK_FALSE(desk.handle(request).duplicate);
  }
}

TEST_CASE(
    "X45: an ephemeral session lives for fifteen minutes after its last message, and less where the bot says so") {
  for (const auto& [ttl, minutes] : {std::pair{"1h", 15}, std::pair{"0", 15}, std::pair{"5m", 5}}) {
    INFO(ttl);
    Desk desk(memory_store(), desk_with(std::string("{ttl: ") + ttl + "}"));
    const std::string session = say_nameless(desk, "refund").session;
    desk.clock->set(desk.clock->now() + minutes * kMinute - 1);
    CHECK(desk.handle(Request::text(session, "hm")).continued);
    desk.clock->set(desk.clock->now() + minutes * kMinute);
    const auto late = desk.engine->handle(Request::text(session, "o12345"));
    REQUIRE_FALSE(late);
    CHECK(late.error().code == ErrorCode::kSessionExpired);
  }
}

TEST_CASE("X45: ephemeral sessions that have expired are erased, by those that follow and by a sweep") {
  Desk desk;
  desk.say("news");
  SessionNotes notes;
  notes.tags = {"ephemeral"};  // a host's own tag makes no session ephemeral
  REQUIRE(*desk.engine->annotate("s1", notes));
  for (int i = 0; i < 250; ++i) say_nameless(desk, "news");
  CHECK(desk.store->counts(0)->sessions == 251);
  CHECK(desk.engine->sweep()->erased == 0);
  desk.clock->set(desk.clock->now() + 15 * kMinute);
  const std::string live = say_nameless(desk, "news").session;
  CHECK(desk.store->counts(0)->sessions == 250);
  CHECK(desk.engine->sweep()->erased == 248);
  CHECK(desk.store->load("s1")->has_value());
  CHECK(desk.store->load(live)->has_value());

  // However many there are and whether anybody sweeps or not, their number does not grow.
  for (int i = 0; i < 40; ++i) {
    desk.clock->set(desk.clock->now() + 5 * kMinute);
    say_nameless(desk, "news");
    CHECK(desk.store->counts(0)->sessions <= 5);
  }
}

TEST_CASE("X45: nothing but a message begins a session without a name, and no host begins one of an ephemeral name") {
  Desk desk;
  const auto refused = [&](const Request& request, ErrorCode code) {
    const auto turn = desk.engine->handle(request);
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == code);
  };
  Request request;
  request.input = SessionEvent::kEnd;
  refused(request, ErrorCode::kInvalidRequest);
  request.input = ToolResult{"call", ToolOutcome::failed("no")};
  refused(request, ErrorCode::kInvalidRequest);
  request.input = SessionWrite{};
  refused(request, ErrorCode::kInvalidRequest);
  request = Request::text("", "news");
  request.must_exist = true;
  refused(request, ErrorCode::kInvalidRequest);
  refused(Request::text("ephemeral:mine", "news"), ErrorCode::kUnknownSession);
  CHECK(desk.store->counts(0)->sessions == 0);
  const auto empty = parse_request(R"({"session":"","text":"news"})");
  REQUIRE_FALSE(empty);
  CHECK(empty.error().message.find("'session' is empty") != std::string::npos);
}
