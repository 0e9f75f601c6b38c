// A stored session becomes a conversation file that passes, and holds nothing private.
#include "parley/record.h"

#include <set>

#include <catch2/catch.hpp>

#include "engine/shop.h"

using namespace parley;

namespace {

class Session {
 public:
  explicit Session(std::shared_ptr<const Catalog> of = shop()) : bot(std::move(of)) { key({}); }

  // That hashes have from here on.
  void key(const std::string& user_key) {
    EngineOptions options;
    options.clock = clock;
    options.user_key = user_key;
    engine.reset();
    engine = *Engine::create(bot, store, options);
  }

  Turn send(decltype(Request::input) input) {
    Request request;
    request.session = "s";
    request.input = std::move(input);
    auto turn = engine->handle(request);
    if (!turn) FAIL(turn.error().to_string());
    return std::move(*turn);
  }
  Turn say(const std::string& text) { return send(text); }

  Recording recorded() {
    auto recording = record(bot, *store, "s");
    if (!recording) FAIL(recording.error().to_string());
    return std::move(*recording);
  }

  // The file is played; what goes wrong, or nothing.
  std::string played(const Recording& recording) {
    Conversations conversations;
    conversations.bot = bot;
    INFO(recording.yaml);
    return mismatches(conversations.play(recording.yaml));
  }

  std::shared_ptr<const Catalog> bot;
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(1'767'258'000'000);
  std::shared_ptr<SessionStore> store = memory_store();
  std::unique_ptr<Engine> engine;
};

}  // namespace

TEST_CASE("a session is recorded with made-up values for private ones, the same for the same") {
  Session session;
  session.say("swap o77777, write to someone@private.net");
  session.say("P-88888");
  session.say("3");
  session.say("no, I meant O-99999. No, o-77777");
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.differences.empty());
  CHECK(recording.turns == 4);
  CHECK(recording.replaced == std::map<std::string, int>{{"email", 1}, {"order_id", 2}});
  for (const char* secret : {"77777", "99999", "private.net"}) CHECK_FALSE(holds(recording.yaml, secret));
  CHECK(holds(recording.yaml, "1 email, 2 order_id"));
  CHECK(holds(recording.yaml, "swap O-12345, write to jane@example.org"));
  CHECK(holds(recording.yaml, "no, I meant O-54321. No, O-12345"));
  CHECK(session.played(recording).empty());
}

TEST_CASE("a phone number that was said digit by digit gets the stand-in that it has otherwise") {
  Session session;
  session.say("swap O-12345, or call me on + 4 4  7 9 1 1  8 2 3 4 5 6");
  session.say("call me on +44 7911 823456");
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.replaced.at("phone") == 1);
  CHECK(holds(recording.yaml, "or call me on +1 202 555 0143"));
  for (const char* secret : {"7 9 1 1", "7911"}) CHECK_FALSE(holds(recording.yaml, secret));
}

TEST_CASE("what is the bot's own and not private stays, whatever else could be seen in it") {
  Session session(shop(replaced(kShopBot, "params: [old], ", "")));
  session.say("swap O-12345");
  session.say("It's P-54321. My name is John Barleycorn");
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(holds(recording.yaml, "swap O-12345"));
  CHECK(holds(recording.yaml, "It's P-54321"));
  CHECK_FALSE(holds(recording.yaml, "Barleycorn"));
}

TEST_CASE("what was never stored gets a value that its param takes") {
  Session session;
  session.say("pay");
  session.say("4012 8888 8888 1881");
  session.say("open sesame 99");
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.differences.empty());
  CHECK(recording.replaced == std::map<std::string, int>{{"credit_card", 1}, {"free_text", 1}});
  CHECK_FALSE(holds(recording.yaml, "sesame"));
  CHECK_FALSE(holds(recording.yaml, "4012"));
  CHECK(holds(recording.yaml, "Thanks, "));
  CHECK(session.played(recording).empty());
}

TEST_CASE("a free text that redaction names is private although it is stored") {
  Session session(
      shop(replaced(replaced(kShopBot, "box: {type: size", "box: {type: free_text"), "[old]", "[old, box]")));
  session.say("wrap");
  session.say("the one from Aunt Augusta");
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.differences.empty());
  CHECK_FALSE(holds(recording.yaml, "Augusta"));
  CHECK(session.played(recording).empty());
}

TEST_CASE("tools answer in the file as they did, as far as the replies tell") {
  struct Case {
    const char* name;
    ToolOutcome outcome;
    const char* reply;
  };
  const Case cases[] = {
      {"ok", ToolOutcome::ok(Value(Value::Object{{"number", "S9"}})), "Swap S9 is made."},
      {"failed", ToolOutcome::failed("secret words"), "The desk is closed."},
  };
  for (const Case& one : cases) {
    for (const bool by_host : {true, false}) {
      INFO(one.name << (by_host ? " by the host" : " by a function"));
      Session session;
      if (!by_host) {
        REQUIRE(session.engine->register_tool("swaps.make", [&](const ToolCall&) { return one.outcome; }).has_value());
      }
      for (const char* text : {"swap O-12345", "P-54321", "3"}) session.say(text);
      const Turn called = session.say("yes");
      if (by_host) session.send(ToolResult{std::get<ToolCall>(called.steps.back()).call_id, one.outcome});
      const Recording recording = session.recorded();
      INFO(recording.yaml);
      CHECK(recording.differences.empty());
      CHECK(holds(recording.yaml, one.reply));
      CHECK_FALSE(holds(recording.yaml, "secret words"));
      CHECK(session.played(recording).empty());
    }
  }
}

TEST_CASE("pauses and events are part of what happened") {
  Session session;
  session.say("swap O-12345");
  session.send(SessionEvent::kSilence);
  session.clock->sleep_for(2 * 3'600'000);
  session.say("wrap");
  session.send(SessionEvent::kEnd);
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.differences.empty());
  CHECK(holds(recording.yaml, "event: silence"));
  CHECK(holds(recording.yaml, "event: end"));
  CHECK(holds(recording.yaml, "reason: expired"));
  CHECK(session.played(recording).empty());
}

TEST_CASE("turns that the store cannot tell are named, and the file passes all the same") {
  struct Case {
    const char* name;
    std::function<void(Session&)> talk;
    const char* difference;
  };
  const Case cases[] = {
      {"a caller's own NLU",
       [](Session& session) {
         OwnUnderstanding own;
         own.intent = "wrap";
         session.send(own);
       },
       "turn 2: an event or a caller's own understanding"},
      {"a withheld message that was no answer",
       [](Session& session) {
         session.say("pay");
         session.say("I will not tell you");
       },
       "turn 3: the bot answers otherwise"},
      {"an outcome of which nothing is kept",
       [](Session& session) {
         for (const char* text : {"swap O-12345", "P-54321", "3"}) session.say(text);
         const Turn called = session.say("yes");
         const ToolOutcome no = ToolOutcome::rejected({{"old", Value("Not that.")}});
         session.send(ToolResult{std::get<ToolCall>(called.steps.back()).call_id, no});
       },
       "turn 6: what swaps.make answered (rejected) is not stored"},
  };
  for (const Case& one : cases) {
    INFO(one.name);
    Session session;
    session.say("hm");
    one.talk(session);
    const Recording recording = session.recorded();
    INFO(recording.yaml);
    REQUIRE(recording.differences.size() == 1);
    CHECK(recording.differences[0].rfind(one.difference, 0) == 0);
    CHECK(holds(recording.yaml, "# Not as it was: turn "));
    CHECK(session.played(recording).empty());
  }
}

TEST_CASE("only a session of the bot can be recorded") {
  Session session;
  session.say("wrap");
  CHECK(record(session.bot, *session.store, "t").error().code == ErrorCode::kUnknownSession);
  CHECK(record(shop(replaced(kShopBot, "id: shop", "id: other")), *session.store, "s").error().code ==
        ErrorCode::kInvalidRequest);
}

TEST_CASE("two numbers that differ get two stand-ins that read as two numbers, however many there are") {
  const std::string bot = replaced(kShopBot, "redaction: {params: [old]", "redaction: {params: [old, count]");
  Session session(shop(replaced(bot, "validate: [{le: 20, else: \"Twenty at most.\"}]",
                                "validate: [{ge: 5, else: \"Five at least.\"}]")));
  session.say("swap O-12345");
  session.say("P-88888");
  session.say("40");
  for (int number = 41; number < 41 + 60; ++number) session.say("no, " + std::to_string(number));
  session.say("no, fifty");
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.differences.empty());
  CHECK(recording.replaced.at("number") == 61);  // "fifty" is 50
  CHECK(session.played(recording).empty());
  std::set<std::string> said;
  for (auto at = recording.yaml.find("{count: "); at != std::string::npos;
       at = recording.yaml.find("{count: ", at + 1)) {
    said.insert(recording.yaml.substr(at, recording.yaml.find_first_of(",}", at) - at));
  }
  CHECK(said.size() == 61);
}

TEST_CASE("a recording says when a type has too few values for different ones to stay different") {
  Session session(shop(replaced(kShopBot, "[old]", "[old, box]")));
  session.say("wrap");
  session.say("small");
  session.say("wrap");
  session.say("large");
  CHECK(session.recorded().differences.empty());
  // No number but these three is valid, and the last one must not stand for itself.
  const std::string bot = replaced(kShopBot, "[old]", "[old, count]");
  Session three(shop(replaced(bot, "validate: [{le: 20,", "validate: [{in: [7, 8, 9],")));
  three.say("swap O-12345");
  three.say("P-88888");
  three.say("7");
  for (const char* number : {"8", "9", "7", "8", "9"}) three.say(std::string("no, ") + number);
  const Recording recording = three.recorded();
  INFO(recording.yaml);
  REQUIRE_FALSE(recording.differences.empty());
  CHECK(recording.differences.back() ==
        "different values of the type 'number' have one stand-in, because the bot takes too few values of it");
  CHECK(holds(recording.yaml, "# Not as it was: different values of the type 'number'"));
}

TEST_CASE("masks of different values that a hash tells apart get different stand-ins") {
  Session session(shop(std::string(kShopBot).replace(std::string(kShopBot).find("redaction: {"), 12,
                                                     "redaction: {policies: {old: {store: hash}}, ")));
  session.key("key");
  session.say("swap o77777");
  session.say("P-88888");
  session.say("3");
  session.say("no, I meant O-99999");
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.replaced.at("order_id") == 2);
  CHECK(session.played(recording).empty());
}

TEST_CASE("a recording can be read whatever was said: nothing, controls, and marks that turn the direction") {
  using std::string_literals::operator""s;
  Session session;
  const std::vector<std::string> said = {"",
                                         " ",
                                         "a\0b"s,
                                         "\x7F\x1B[2J",
                                         "\x01?\x02",
                                         "swap \xE2\x80\xAEO-12345",
                                         "\xC2\x85 \xE2\x80\xA8 \xEF\xBB\xBF",
                                         "null",
                                         "~",
                                         "line\nline\r\n\ttab",
                                         "\xF3\xA0\x81\x81 tag",
                                         "really?",
                                         "[what?]"};
  for (const std::string& text : said) session.say(text);
  const Recording recording = session.recorded();
  INFO(recording.yaml);
  CHECK(recording.differences.empty());
  CHECK(recording.turns == static_cast<int>(said.size()));
  CHECK(session.played(recording).empty());
  for (const char* raw : {"\x7F", "\x1B", "\xE2\x80\xAE", "\xE2\x80\xA8", "\xC2\x85", "\xF3\xA0\x81\x81"}) {
    CHECK_FALSE(holds(recording.yaml, raw));
  }
}
