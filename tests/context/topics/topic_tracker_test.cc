// The keeper: which topic a message joins, which topics stay, and when a summary is wanted.
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/context/topics/talk.h"

using namespace parley;
using test::kDay;
using test::lettered;
using test::Talk;

TEST_CASE("F90, F91: a conversation is grouped into topics by subject") {
  Talk talk;
  const std::string lamp = talk.user("My lamp arrived broken and I want a refund");
  CHECK(talk.bot("I am sorry to hear that.") == lamp);
  const std::string coffee = talk.user("Which coffee machine do you recommend for an office?");
  CHECK(coffee != lamp);
  CHECK(talk.user("and how much is it?") == coffee);
  CHECK(talk.user("Do I have to send the broken lamp back?") == lamp);
  REQUIRE(talk.topics.kept.size() == 2);
  CHECK(talk.topics.kept[0].title == "My lamp arrived broken and I want a refund");
  CHECK(talk.topics.kept[0].recent.size() == 3);
  CHECK(talk.topics.current == lamp);
}

TEST_CASE("X84: the threshold is inclusive, for a caller's vectors 0.7") {
  const auto with_cosine = [](float cosine) {
    TopicOptions options = lettered();
    options.embed = [cosine](std::string_view text) -> Result<Embedding> {
      if (text == "first") return Embedding{1, 0};
      return Embedding{cosine, std::sqrt(1 - cosine * cosine)};
    };
    return options;
  };
  for (const auto& [cosine, topics] : {std::pair(0.71F, 1u), std::pair(0.69F, 2u)}) {
    Talk talk(with_cosine(cosine));
    talk.user("first");
    talk.user("second");
    CHECK(talk.topics.kept.size() == topics);
  }
  TopicOptions exact = lettered();
  exact.threshold = 0;
  Talk talk(exact);
  talk.user("a");
  talk.user("b");  // at a right angle: a cosine of exactly 0
  CHECK(talk.topics.kept.size() == 1);
}

TEST_CASE("X84: a message without an embedding stays in the current topic and starts none") {
  int mode = 0;
  TopicOptions options = lettered();
  options.embed = [&](std::string_view text) -> Result<Embedding> {
    switch (mode) {
      case 1: return Unexpected(ErrorCode::kLimitExceeded, "the model is away");
      case 2: throw std::runtime_error("the model is broken");
      case 3: return Embedding{};
      case 4: return Embedding{0, 0};
      default: return test::by_first_letter(text);
    }
  };
  Talk talk(options);
  talk.user("a garden");
  for (mode = 1; mode <= 4; ++mode) talk.user("b bicycle");
  CHECK(talk.topics.kept.size() == 1);
  CHECK(talk.topics.kept[0].embedded == 1);
  mode = 0;
  talk.user("b bicycle");
  CHECK(talk.topics.kept.size() == 2);

  Talk silent([] {
    TopicOptions none = lettered();
    none.embed = [](std::string_view) -> Result<Embedding> { return Embedding{}; };
    return none;
  }());
  silent.user("anything");
  silent.user("anything else");
  CHECK(silent.topics.kept.size() == 1);
}

TEST_CASE("a greeting of the bot belongs to the topic that the user then starts") {
  Talk talk;
  const std::string id = talk.bot("Welcome! What can I do for you?");
  CHECK(talk.user("My lamp arrived broken and I want a refund") == id);
  CHECK(talk.topics.kept[0].title == "My lamp arrived broken and I want a refund");
}

TEST_CASE("F17, X39: a title is the beginning of the first message, on one line and without a partial word") {
  Talk talk;
  talk.user("  The\tcupboard\n" + std::string(100, 'x'));
  CHECK(talk.topics.kept[0].title == "The cupboard");
  Talk other;
  other.user(std::string(100, 'y'));
  CHECK(other.topics.kept[0].title == std::string(80, 'y'));
}

TEST_CASE("F92: a match makes a topic fresh; the bot's messages refresh nothing") {
  Talk talk(lettered());
  const std::string id = talk.user("a");
  talk.now += kDay;
  talk.bot("noted");
  CHECK(talk.find(id)->active_at == test::kMonday);
  talk.user("a");
  CHECK(talk.find(id)->active_at == talk.now);
}

TEST_CASE("X82: access is counted by days, so a busy minute does not outweigh a month") {
  Talk talk(lettered());
  const std::string chatty = talk.user("a");
  for (int i = 0; i < 50; ++i) talk.user("a"), talk.bot("go on");
  CHECK(talk.find(chatty)->access_days == 1);
  const std::string steady = talk.user("b");
  for (int day = 1; day < 30; ++day) talk.now += kDay, talk.user("b");
  CHECK(talk.find(steady)->access_days == 30);
  talk.now -= 10 * kDay;  // a clock that was set back finds no new days
  talk.user("b");
  CHECK(talk.find(steady)->access_days == 30);
}

TEST_CASE("F93, X75: of twenty-one fresh topics the one with the lowest priority is archived, never the current one") {
  Talk talk(lettered());
  for (char c = 'a'; c <= 't'; ++c) talk.user(std::string(1, c)), ++talk.now;
  CHECK(talk.topics.kept.size() == 20);
  CHECK(talk.topics.archived.empty());
  REQUIRE(talk.keeper.set_importance(talk.topics, "t7", 0.1));
  talk.user("u");
  CHECK(talk.topics.kept.size() == 20);
  REQUIRE(talk.topics.archived.size() == 1);
  CHECK(talk.topics.archived[0].id == "t7");
  // Even when it is the least important of all.
  Message message;
  message.seq = talk.topics.last_seq + 1;
  message.text = "v";
  CHECK(*talk.keeper.add(talk.topics, message, talk.now, 0.0) == talk.topics.current);
  CHECK(talk.topics.kept.back().importance == 0);
  CHECK(talk.topics.kept.back().id == talk.topics.current);
}

TEST_CASE("X76: an archived topic is restored completely when it is mentioned") {
  TopicOptions options = lettered();
  options.max_topics = 1;
  Talk talk(options);
  const std::string first = talk.user("a one");
  talk.user("b two");
  CHECK(talk.topics.archived.size() == 1);
  CHECK(talk.user("a three") == first);
  REQUIRE(talk.topics.kept.size() == 1);
  CHECK(talk.topics.kept[0].recent.size() == 2);
  CHECK(talk.topics.archived.size() == 1);
}

TEST_CASE("F96, X75: a sweep archives faded topics, however few there are, but never the current one") {
  Talk talk(lettered());
  const std::string old = talk.user("a");
  const std::string current = talk.user("b");
  const TimeMs last = context::survival(0.5, kDay, 0.05);
  CHECK(talk.keeper.sweep(talk.topics, talk.now + last).empty());
  CHECK(talk.keeper.sweep(talk.topics, talk.now - kDay).empty());
  CHECK(talk.keeper.sweep(talk.topics, talk.now + last + 1) == std::vector<std::string>{old});
  CHECK(talk.keeper.sweep(talk.topics, talk.now + 1000 * kDay).empty());
  REQUIRE(talk.topics.kept.size() == 1);
  CHECK(talk.topics.kept[0].id == current);
}

TEST_CASE("F98: above twelve messages a summary of all but four is requested") {
  Talk talk(lettered());
  for (int i = 0; i < 12; ++i) talk.user("a");
  CHECK(!talk.keeper.wanted(talk.topics, "t1"));
  talk.user("a");
  const auto wanted = talk.keeper.wanted(talk.topics, "t1");
  REQUIRE(wanted);
  CHECK(wanted->messages.size() == 9);
  CHECK(*talk.keeper.take_summary(talk.topics, *wanted, "nine messages"));
  CHECK(talk.find("t1")->recent.size() == 4);
  CHECK(talk.find("t1")->summary == "nine messages");
  CHECK(!talk.keeper.wanted(talk.topics, "t1"));
  CHECK(!talk.keeper.wanted(talk.topics, "t9"));
}

TEST_CASE("X77: a hundred messages cost five summaries, two hundred cost ten, and each message is summarised once") {
  for (const auto& [messages, most] : {std::pair(100, 5), std::pair(200, 10)}) {
    Talk talk(lettered());
    int summaries = 0;
    std::size_t summarised = 0;
    for (int i = 0; i < messages; ++i) {
      talk.user("a");
      while (const auto wanted = talk.keeper.wanted(talk.topics, "t1")) {
        ++summaries;
        summarised += wanted->messages.size();
        REQUIRE(*talk.keeper.take_summary(talk.topics, *wanted, "so far"));
      }
    }
    CHECK(summaries <= most);
    CHECK(summarised <= static_cast<std::size_t>(messages));
  }
}

TEST_CASE("X77: a hundred messages cost five summaries, whatever the number of topics") {
  Talk talk(lettered());
  int summaries = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string topic = talk.user(std::string(1, static_cast<char>('a' + i % 8)));
    const auto wanted = talk.keeper.wanted(talk.topics, topic);
    if (!wanted) continue;
    ++summaries;
    REQUIRE(*talk.keeper.take_summary(talk.topics, *wanted, "so far"));
  }
  CHECK(summaries >= 8);
  CHECK(summaries <= 20);
  for (const Topic& topic : talk.topics.kept) CHECK(topic.recent.size() < 40);
}

namespace {

Message of_tool(Role role, std::int64_t seq, std::int64_t turn, const std::string& call_id) {
  Message message;
  message.seq = seq, message.turn = turn, message.role = role;
  message.text = role == Role::kCall ? "{}" : "parcels.find: ok";
  message.details.tool = "parcels.find", message.details.call_id = call_id;
  return message;
}

}  // namespace

TEST_CASE("X29: a result joins the topic of its call, whatever was said meanwhile") {
  Talk talk(lettered());
  const std::string first = talk.user("a");
  const std::int64_t seq = talk.topics.last_seq;
  REQUIRE(talk.keeper.add(talk.topics, of_tool(Role::kCall, seq + 1, 1, "call-1"), talk.now));
  CHECK(talk.user("b") != first);
  CHECK(*talk.keeper.add(talk.topics, of_tool(Role::kTool, seq + 3, 3, "call-1"), talk.now) == first);
  CHECK(talk.topics.current == first);
  // A result of nobody's call goes on with the current topic.
  CHECK(*talk.keeper.add(talk.topics, of_tool(Role::kTool, seq + 4, 3, "call-2"), talk.now) == first);
}

TEST_CASE("X29: packing never separates a call from its result in a later turn, or from a pending one") {
  for (const bool is_answered : {false, true}) {
    INFO(is_answered);
    Talk talk(lettered());
    const auto add = [&](Message message) { REQUIRE(talk.keeper.add(talk.topics, message, talk.now)); };
    std::int64_t seq = 0;
    for (std::int64_t turn = 1; turn <= 20; ++turn) {
      Message message;
      message.seq = ++seq, message.turn = turn, message.text = "a";
      add(message);
      if (turn == 5) add(of_tool(Role::kCall, ++seq, turn, "call-1"));
      if (turn == 18 && is_answered) add(of_tool(Role::kTool, ++seq, turn, "call-1"));
    }
    const auto wanted = talk.keeper.wanted(talk.topics, "t1");
    REQUIRE(wanted);
    CHECK(wanted->messages.size() == 4);
  }
}

TEST_CASE("F105: topics that have converged are merged automatically into the older one") {
  // Two dimensions: the more is said of both, the more alike they are.
  TopicOptions options;
  options.words_to_begin = 0;
  options.embed = [](std::string_view text) -> Result<Embedding> {
    if (text == "lamp") return Embedding{1, 0};
    if (text == "shade") return Embedding{0.6F, 0.8F};
    if (text == "lampshade") return Embedding{0.75F, 0.66F};
    return Embedding{0.95F, 0.31F};
  };
  SECTION("by themselves") {
    Talk talk(options);
    const std::string lamp = talk.user("lamp"), shade = talk.user("shade");
    REQUIRE(lamp != shade);
    while (talk.topics.kept.size() > 1 && talk.topics.last_seq < 100) talk.user("both"), talk.user("lampshade");
    REQUIRE(talk.topics.kept.size() == 1);
    CHECK(talk.topics.current == lamp);
    CHECK(talk.find(lamp)->title == "lamp");
    CHECK(static_cast<std::int64_t>(talk.find(lamp)->recent.size()) == talk.topics.last_seq);
    for (std::size_t i = 1; i < talk.find(lamp)->recent.size(); ++i) {
      CHECK(talk.find(lamp)->recent[i - 1].seq < talk.find(lamp)->recent[i].seq);
    }
  }
  SECTION("never where that is switched off") {
    options.merge_threshold = 2;
    Talk talk(options);
    talk.user("lamp"), talk.user("shade");
    for (int i = 0; i < 30; ++i) talk.user("both"), talk.user("lampshade");
    CHECK(talk.topics.kept.size() == 2);
  }
  SECTION("and not topics of different subjects") {
    Talk talk;
    for (const auto& subject : test::talks()) {
      for (const std::string& text : subject) talk.user(text);
    }
    CHECK(talk.topics.kept.size() >= 6);
  }
}

TEST_CASE("X29: packing ends at a turn boundary, and a turn that is too long waits") {
  Talk talk(lettered());
  for (std::int64_t seq = 1; seq <= 13; ++seq) {
    Message message;
    message.seq = seq;
    message.turn = seq < 8 ? 1 : 2;
    message.role = seq == 1 || seq == 8 ? Role::kUser : Role::kTool;
    message.text = "a";
    REQUIRE(talk.keeper.add(talk.topics, message, talk.now));
  }
  const auto wanted = talk.keeper.wanted(talk.topics, "t1");
  REQUIRE(wanted);
  CHECK(wanted->messages.size() == 7);
  for (Message& message : talk.topics.kept[0].recent) message.turn = 1;
  CHECK(!talk.keeper.wanted(talk.topics, "t1"));
}

TEST_CASE("F107: a summary extends the former one; a late summary is dropped and changes nothing") {
  Talk talk(lettered());
  for (int i = 0; i < 13; ++i) talk.user("a");
  const auto wanted = talk.keeper.wanted(talk.topics, "t1");
  REQUIRE(wanted);
  talk.user("a");  // what comes meanwhile does no harm
  CHECK(*talk.keeper.take_summary(talk.topics, *wanted, "first"));
  CHECK(talk.find("t1")->recent.size() == 5);
  const Topics before = talk.topics;
  CHECK_FALSE(*talk.keeper.take_summary(talk.topics, *wanted, "late"));
  CHECK(talk.topics == before);
  for (int i = 0; i < 20; ++i) talk.user("a");
  const auto next = talk.keeper.wanted(talk.topics, "t1");
  REQUIRE(next);
  CHECK(next->former == "first");
  CHECK(*talk.keeper.take_summary(talk.topics, *next, ""));
  CHECK(talk.find("t1")->summary == "first");
}

TEST_CASE("X79: messages that cannot be packed stay unpacked") {
  Talk talk(lettered());
  talk.user("a \xC3");
  for (int i = 0; i < 12; ++i) talk.user("a");
  const auto wanted = talk.keeper.wanted(talk.topics, "t1");
  REQUIRE(wanted);
  const Topics before = talk.topics;
  CHECK(!talk.keeper.take_summary(talk.topics, *wanted, "x"));
  CHECK(talk.topics == before);
}

TEST_CASE("F105, F109: merged topics have their messages in order and the tags of both") {
  Talk talk(lettered());
  for (const char* text : {"a 1", "b 2", "a 3", "b 4"}) talk.user(text);
  REQUIRE(talk.keeper.set_tags(talk.topics, "t1", {"home", "garden", "home"}));
  REQUIRE(talk.keeper.set_tags(talk.topics, "t2", {"garden", "bicycle"}));
  REQUIRE(talk.keeper.merge(talk.topics, "t1", "t2"));
  REQUIRE(talk.topics.kept.size() == 1);
  const Topic& merged = talk.topics.kept[0];
  CHECK(talk.topics.current == "t1");
  CHECK(merged.tags == std::vector<std::string>{"bicycle", "garden", "home"});
  REQUIRE(merged.recent.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(merged.recent[i].seq == static_cast<std::int64_t>(i + 1));
  CHECK(merged.embedded == 4);
  CHECK(!talk.keeper.merge(talk.topics, "t1", "t2"));
  CHECK(!talk.keeper.merge(talk.topics, "t1", "t1"));
}

TEST_CASE("F105: the current topic stays active when it is merged into an archived one") {
  TopicOptions options = lettered();
  options.max_topics = 1;
  Talk talk(options);
  talk.user("a");
  talk.user("b");
  REQUIRE(talk.keeper.merge(talk.topics, "t1", "t2"));
  CHECK(talk.topics.current == "t1");
  CHECK(talk.topics.archived.empty());
  CHECK(talk.topics.kept.size() == 1);
}

TEST_CASE("a forgotten topic is gone, and its stored items are named") {
  Talk talk(lettered());
  for (int i = 0; i < 13; ++i) talk.user("a");
  REQUIRE(*talk.keeper.take_summary(talk.topics, *talk.keeper.wanted(talk.topics, "t1"), "nine times a"));
  talk.user("b");
  CHECK(*talk.keeper.forget(talk.topics, "t1") == std::vector<std::string>{"p1"});
  CHECK(talk.find("t1") == nullptr);
  CHECK(talk.topics.current == "t2");
  CHECK(talk.keeper.forget(talk.topics, "t2")->empty());
  CHECK(talk.topics.current.empty());
  CHECK(!talk.keeper.forget(talk.topics, "t2"));
  CHECK(talk.user("a") == "t3");
}

TEST_CASE("F106: feedback changes the importance by one step within its range") {
  Talk talk(lettered());
  talk.user("a");
  REQUIRE(talk.keeper.learn(talk.topics, "t1", true));
  CHECK(talk.find("t1")->importance == Approx(0.55));
  for (int i = 0; i < 1000; ++i) REQUIRE(talk.keeper.learn(talk.topics, "t1", true));
  CHECK(talk.find("t1")->importance <= 1);
  for (int i = 0; i < 1000; ++i) REQUIRE(talk.keeper.learn(talk.topics, "t1", false));
  CHECK(talk.find("t1")->importance >= 0);
}

TEST_CASE("F97: importance is from 0 to 1, and options out of range are refused") {
  Talk talk(lettered());
  talk.user("a");
  CHECK(talk.keeper.set_importance(talk.topics, "t1", 1));
  CHECK(!talk.keeper.set_importance(talk.topics, "t1", 1.01));
  CHECK(!talk.keeper.set_importance(talk.topics, "t1", NAN));
  CHECK(!talk.keeper.set_importance(talk.topics, "t2", 1));
  const auto refuses = [](auto change) {
    TopicOptions options;
    change(options);
    const auto keeper = TopicTracker::make(options);
    return !keeper && keeper.error().code == ErrorCode::kInvalidRequest;
  };
  CHECK(refuses([](TopicOptions& options) { options.max_topics = 0; }));
  CHECK(refuses([](TopicOptions& options) { options.keep_recent = 12; }));
  CHECK(refuses([](TopicOptions& options) { options.messages_per_summary = 0; }));
  CHECK(refuses([](TopicOptions& options) { options.floor = 0; }));
  CHECK(refuses([](TopicOptions& options) { options.importance = NAN; }));
  CHECK(refuses([](TopicOptions& options) { options.threshold = 1.5; }));
}

TEST_CASE("a message that is out of order or invalid is refused and changes nothing") {
  Talk talk(lettered());
  talk.user("a");
  const Topics before = talk.topics;
  CHECK(!talk.keeper.add(talk.topics, before.kept[0].recent[0], talk.now));
  Message summary;
  summary.seq = 2;
  summary.role = Role::kSummary;
  CHECK(!talk.keeper.add(talk.topics, summary, talk.now));
  CHECK(talk.topics == before);
}
