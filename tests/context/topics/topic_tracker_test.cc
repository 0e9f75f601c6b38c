// Tests the topic tracker: which topic a message joins, which topics stay, and when a summary is due.
#include <cmath>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/context/topics/topic_conversation.h"

using namespace parley;
using test::first_letter_options;
using test::kDay;
using test::TopicConversation;

TEST_CASE("F90, F91: a conversation is grouped into topics by subject") {
  TopicConversation conversation;
  const std::string lamp = conversation.user("My lamp arrived broken and I want a refund");
  CHECK(conversation.bot("I am sorry to hear that.") == lamp);
  const std::string coffee = conversation.user("Which coffee machine do you recommend for an office?");
  CHECK(coffee != lamp);
  CHECK(conversation.user("and how much is it?") == coffee);
  CHECK(conversation.user("Do I have to send the broken lamp back?") == lamp);
  REQUIRE(conversation.topics.kept.size() == 2);
  CHECK(conversation.topics.kept[0].title == "My lamp arrived broken and I want a refund");
  CHECK(conversation.topics.kept[0].recent.size() == 3);
  CHECK(conversation.topics.current == lamp);
}

TEST_CASE("X84: the threshold is inclusive, and is 0.7 for a caller's vectors") {
  const auto with_cosine = [](float cosine) {
    TopicOptions options = first_letter_options();
    options.embed = [cosine](std::string_view text) -> Result<Embedding> {
      if (text == "first") return Embedding{1, 0};
      return Embedding{cosine, std::sqrt(1 - cosine * cosine)};
    };
    return options;
  };
  for (const auto& [cosine, topics] : {std::pair(0.71F, 1u), std::pair(0.69F, 2u)}) {
    TopicConversation conversation(with_cosine(cosine));
    conversation.user("first");
    conversation.user("second");
    CHECK(conversation.topics.kept.size() == topics);
  }
  TopicOptions exact = first_letter_options();
  exact.threshold = 0;
  TopicConversation conversation(exact);
  conversation.user("a");
  conversation.user("b");  // at a right angle to "a": the cosine is exactly 0
  CHECK(conversation.topics.kept.size() == 1);
}

TEST_CASE("X84: a message without an embedding stays in the current topic and starts none") {
  int mode = 0;
  TopicOptions options = first_letter_options();
  options.embed = [&](std::string_view text) -> Result<Embedding> {
    switch (mode) {
      case 1: return Unexpected(ErrorCode::kLimitExceeded, "the model is away");
      case 2: throw std::runtime_error("the model is broken");
      case 3: return Embedding{};
      case 4: return Embedding{0, 0};
      default: return test::by_first_letter(text);
    }
  };
  TopicConversation conversation(options);
  conversation.user("a garden");
  for (mode = 1; mode <= 4; ++mode) conversation.user("b bicycle");
  CHECK(conversation.topics.kept.size() == 1);
  CHECK(conversation.topics.kept[0].embedded == 1);
  mode = 0;
  conversation.user("b bicycle");
  CHECK(conversation.topics.kept.size() == 2);

  TopicConversation silent([] {
    TopicOptions none = first_letter_options();
    none.embed = [](std::string_view) -> Result<Embedding> { return Embedding{}; };
    return none;
  }());
  silent.user("anything");
  silent.user("anything else");
  CHECK(silent.topics.kept.size() == 1);
}

TEST_CASE("a greeting of the bot belongs to the topic that the user then starts") {
  TopicConversation conversation;
  const std::string id = conversation.bot("Welcome! What can I do for you?");
  CHECK(conversation.user("My lamp arrived broken and I want a refund") == id);
  CHECK(conversation.topics.kept[0].title == "My lamp arrived broken and I want a refund");
}

TEST_CASE("F17, X39: a title is the beginning of the first message, on one line and without a partial word") {
  TopicConversation conversation;
  conversation.user("  The\tcupboard\n" + std::string(100, 'x'));
  CHECK(conversation.topics.kept[0].title == "The cupboard");
  TopicConversation other;
  other.user(std::string(100, 'y'));
  CHECK(other.topics.kept[0].title == std::string(80, 'y'));
}

TEST_CASE("F92: a match refreshes a topic, and messages of the bot do not") {
  TopicConversation conversation(first_letter_options());
  const std::string id = conversation.user("a");
  conversation.now += kDay;
  conversation.bot("noted");
  CHECK(conversation.find(id)->active_at == test::kMonday);
  conversation.user("a");
  CHECK(conversation.find(id)->active_at == conversation.now);
}

TEST_CASE("X82: access is counted by days, so a busy minute does not outweigh a month") {
  TopicConversation conversation(first_letter_options());
  const std::string chatty = conversation.user("a");
  for (int i = 0; i < 50; ++i) conversation.user("a"), conversation.bot("go on");
  CHECK(conversation.find(chatty)->access_days == 1);
  const std::string steady = conversation.user("b");
  for (int day = 1; day < 30; ++day) conversation.now += kDay, conversation.user("b");
  CHECK(conversation.find(steady)->access_days == 30);
  conversation.now -= 10 * kDay;  // a clock that is set back adds no days
  conversation.user("b");
  CHECK(conversation.find(steady)->access_days == 30);
}

TEST_CASE("F93, X75: of twenty-one fresh topics the one with the lowest priority is archived, never the current one") {
  TopicConversation conversation(first_letter_options());
  for (char c = 'a'; c <= 't'; ++c) conversation.user(std::string(1, c)), ++conversation.now;
  CHECK(conversation.topics.kept.size() == 20);
  CHECK(conversation.topics.archived.empty());
  REQUIRE(conversation.tracker.set_importance(conversation.topics, "t7", 0.1));
  conversation.user("u");
  CHECK(conversation.topics.kept.size() == 20);
  REQUIRE(conversation.topics.archived.size() == 1);
  CHECK(conversation.topics.archived[0].id == "t7");
  // The current topic stays even if it is the least important.
  Message message;
  message.seq = conversation.topics.last_seq + 1;
  message.text = "v";
  CHECK(*conversation.tracker.add(conversation.topics, message, conversation.now, 0.0) == conversation.topics.current);
  CHECK(conversation.topics.kept.back().importance == 0);
  CHECK(conversation.topics.kept.back().id == conversation.topics.current);
}

TEST_CASE("X76: an archived topic takes a message that an active topic matches only weakly") {
  // The messages lie on a circle, at an angle in degrees.
  const auto by_angle = [](std::string_view text) -> Result<Embedding> {
    const double angle = std::stod(std::string(text)) * 3.14159265358979 / 180;
    return Embedding{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
  };
  struct Case {
    const char* what;
    const char* message;
    bool joins_archived;
  };
  for (const Case& c : {Case{"the archived topic is the nearest", "2", true},
                        Case{"the archived topic is a little nearer", "29", false},
                        Case{"both are as near", "30", false}, Case{"the active topic is nearer", "50", false}}) {
    CAPTURE(c.what);
    TopicOptions options = first_letter_options();
    options.embed = by_angle;
    options.max_topics = 2;
    options.merge_threshold = 1.1;
    TopicConversation conversation(options);
    const std::string archived = conversation.user("0");
    conversation.now += kDay;
    const std::string active = conversation.user("60");
    conversation.user("200");
    REQUIRE(conversation.topics.archived.size() == 1);
    REQUIRE(conversation.topics.archived[0].id == archived);
    // With the threshold 0.4 both topics are similar enough to a message between them.
    TopicOptions wide = options;
    wide.threshold = 0.4;
    conversation.tracker = *TopicTracker::create(wide);
    CHECK(conversation.user(c.message) == (c.joins_archived ? archived : active));
    CHECK(conversation.topics.archived.size() == 1);
  }
}

TEST_CASE("X76: words that an active topic shares do not hold a message about an archived topic") {
  TopicOptions options;
  options.max_topics = 2;
  options.merge_threshold = 1.1;
  TopicConversation conversation(options);
  const std::string lamp = conversation.user("The brass lamp from Denmark flickers and hums");
  conversation.now += kDay;
  const std::string invoice = conversation.user("The invoice about brass screws arrived without a signature");
  conversation.user("Which espresso grinder would you recommend for beginners?");
  REQUIRE(conversation.topics.archived.size() == 1);
  REQUIRE(conversation.topics.archived[0].id == lamp);
  CHECK(conversation.user("The brass lamp from Denmark flickers again") == lamp);
  CHECK(conversation.find(invoice) != nullptr);
}

TEST_CASE("X76: an archived topic is restored completely when it is mentioned") {
  TopicOptions options = first_letter_options();
  options.max_topics = 1;
  TopicConversation conversation(options);
  const std::string first = conversation.user("a one");
  conversation.user("b two");
  CHECK(conversation.topics.archived.size() == 1);
  CHECK(conversation.user("a three") == first);
  REQUIRE(conversation.topics.kept.size() == 1);
  CHECK(conversation.topics.kept[0].recent.size() == 2);
  CHECK(conversation.topics.archived.size() == 1);
}

TEST_CASE("F96, X75: a sweep archives faded topics, however few there are, but never the current one") {
  TopicConversation conversation(first_letter_options());
  const std::string old = conversation.user("a");
  const std::string current = conversation.user("b");
  const TimeMs last = context::survival(0.5, kDay, 0.05);
  CHECK(conversation.tracker.sweep(conversation.topics, conversation.now + last).empty());
  CHECK(conversation.tracker.sweep(conversation.topics, conversation.now - kDay).empty());
  CHECK(conversation.tracker.sweep(conversation.topics, conversation.now + last + 1) == std::vector<std::string>{old});
  CHECK(conversation.tracker.sweep(conversation.topics, conversation.now + 1000 * kDay).empty());
  REQUIRE(conversation.topics.kept.size() == 1);
  CHECK(conversation.topics.kept[0].id == current);
}

TEST_CASE("F98: if a topic has more than twelve messages, a summary of all but four is requested") {
  TopicConversation conversation(first_letter_options());
  for (int i = 0; i < 12; ++i) conversation.user("a");
  CHECK(!conversation.tracker.wanted(conversation.topics, "t1"));
  conversation.user("a");
  const auto wanted = conversation.tracker.wanted(conversation.topics, "t1");
  REQUIRE(wanted);
  CHECK(wanted->messages.size() == 9);
  CHECK(*conversation.tracker.take_summary(conversation.topics, *wanted, "nine messages"));
  CHECK(conversation.find("t1")->recent.size() == 4);
  CHECK(conversation.find("t1")->summary == "nine messages");
  CHECK(!conversation.tracker.wanted(conversation.topics, "t1"));
  CHECK(!conversation.tracker.wanted(conversation.topics, "t9"));
}

TEST_CASE("X77: a hundred messages cost five summaries, two hundred cost ten, and each message is summarised once") {
  for (const auto& [messages, most] : {std::pair(100, 5), std::pair(200, 10)}) {
    TopicConversation conversation(first_letter_options());
    int summaries = 0;
    std::size_t summarised = 0;
    for (int i = 0; i < messages; ++i) {
      conversation.user("a");
      while (const auto wanted = conversation.tracker.wanted(conversation.topics, "t1")) {
        ++summaries;
        summarised += wanted->messages.size();
        REQUIRE(*conversation.tracker.take_summary(conversation.topics, *wanted, "so far"));
      }
    }
    CHECK(summaries <= most);
    CHECK(summarised <= static_cast<std::size_t>(messages));
  }
}

TEST_CASE("X77: a hundred messages cost five summaries, whatever the number of topics") {
  TopicConversation conversation(first_letter_options());
  int summaries = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string topic = conversation.user(std::string(1, static_cast<char>('a' + i % 8)));
    const auto wanted = conversation.tracker.wanted(conversation.topics, topic);
    if (!wanted) continue;
    ++summaries;
    REQUIRE(*conversation.tracker.take_summary(conversation.topics, *wanted, "so far"));
  }
  CHECK(summaries >= 8);
  CHECK(summaries <= 20);
  for (const Topic& topic : conversation.topics.kept) CHECK(topic.recent.size() < 40);
}

TEST_CASE("F107: a summary extends the former one; a late summary is dropped and changes nothing") {
  TopicConversation conversation(first_letter_options());
  for (int i = 0; i < 13; ++i) conversation.user("a");
  const auto wanted = conversation.tracker.wanted(conversation.topics, "t1");
  REQUIRE(wanted);
  conversation.user("a");  // a message that arrives meanwhile does not make the summary late
  CHECK(*conversation.tracker.take_summary(conversation.topics, *wanted, "first"));
  CHECK(conversation.find("t1")->recent.size() == 5);
  const Topics before = conversation.topics;
  CHECK_FALSE(*conversation.tracker.take_summary(conversation.topics, *wanted, "late"));
  CHECK(conversation.topics == before);
  for (int i = 0; i < 20; ++i) conversation.user("a");
  const auto next = conversation.tracker.wanted(conversation.topics, "t1");
  REQUIRE(next);
  CHECK(next->former == "first");
  CHECK(*conversation.tracker.take_summary(conversation.topics, *next, ""));
  CHECK(conversation.find("t1")->summary == "first");
}

TEST_CASE("forgetting a topic removes it and returns the names of its stored items") {
  TopicConversation conversation(first_letter_options());
  for (int i = 0; i < 13; ++i) conversation.user("a");
  REQUIRE(*conversation.tracker.take_summary(conversation.topics,
                                             *conversation.tracker.wanted(conversation.topics, "t1"), "nine times a"));
  conversation.user("b");
  CHECK(*conversation.tracker.forget(conversation.topics, "t1") == std::vector<std::string>{"p1"});
  CHECK(conversation.find("t1") == nullptr);
  CHECK(conversation.topics.current == "t2");
  CHECK(conversation.tracker.forget(conversation.topics, "t2")->empty());
  CHECK(conversation.topics.current.empty());
  CHECK(!conversation.tracker.forget(conversation.topics, "t2"));
  CHECK(conversation.user("a") == "t3");
}

TEST_CASE("F106: feedback changes the importance by one step within its range") {
  TopicConversation conversation(first_letter_options());
  conversation.user("a");
  REQUIRE(conversation.tracker.learn(conversation.topics, "t1", true));
  CHECK(conversation.find("t1")->importance == Approx(0.55));
  for (int i = 0; i < 1000; ++i) REQUIRE(conversation.tracker.learn(conversation.topics, "t1", true));
  CHECK(conversation.find("t1")->importance <= 1);
  for (int i = 0; i < 1000; ++i) REQUIRE(conversation.tracker.learn(conversation.topics, "t1", false));
  CHECK(conversation.find("t1")->importance >= 0);
}

TEST_CASE("F97: importance is from 0 to 1, and options out of range are refused") {
  TopicConversation conversation(first_letter_options());
  conversation.user("a");
  CHECK(conversation.tracker.set_importance(conversation.topics, "t1", 1));
  CHECK(!conversation.tracker.set_importance(conversation.topics, "t1", 1.01));
  CHECK(!conversation.tracker.set_importance(conversation.topics, "t1", NAN));
  CHECK(!conversation.tracker.set_importance(conversation.topics, "t2", 1));
  const auto refuses = [](auto change) {
    TopicOptions options;
    change(options);
    const auto tracker = TopicTracker::create(options);
    return !tracker && tracker.error().code == ErrorCode::kInvalidRequest;
  };
  CHECK(refuses([](TopicOptions& options) { options.max_topics = 0; }));
  CHECK(refuses([](TopicOptions& options) { options.keep_recent = 12; }));
  CHECK(refuses([](TopicOptions& options) { options.messages_per_summary = 0; }));
  CHECK(refuses([](TopicOptions& options) { options.floor = 0; }));
  CHECK(refuses([](TopicOptions& options) { options.importance = NAN; }));
  CHECK(refuses([](TopicOptions& options) { options.threshold = 1.5; }));
}

TEST_CASE("a message that is out of order or invalid is refused and changes nothing") {
  TopicConversation conversation(first_letter_options());
  conversation.user("a");
  const Topics before = conversation.topics;
  CHECK(!conversation.tracker.add(conversation.topics, before.kept[0].recent[0], conversation.now));
  Message summary;
  summary.seq = 2;
  summary.role = Role::kSummary;
  CHECK(!conversation.tracker.add(conversation.topics, summary, conversation.now));
  CHECK(conversation.topics == before);
}
