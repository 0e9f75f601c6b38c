// Tests any sequence of operations on topics: the limit on topics holds, the current topic stays, and no message is
// lost.
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "tests/context/topics/message_generators.h"
#include "tests/context/topics/topic_conversation.h"

using namespace parley;
using test::TopicConversation;

namespace {

TopicOptions small() {
  TopicOptions options = test::first_letter_options();
  options.max_topics = 3;
  options.max_recent = 5;
  options.keep_recent = 2;
  options.messages_per_summary = 4;
  return options;
}

std::string any_topic(const Topics& topics) {
  return "t" + std::to_string(*rc::gen::inRange<std::int64_t>(1, topics.begun + 2));
}

// Runs one random operation on topics. Appends added messages to `said`.
void do_something(TopicConversation& conversation, std::vector<Message>& said) {
  switch (*rc::gen::weightedElement<int>({{12, 0}, {4, 1}, {2, 2}, {1, 3}, {1, 4}, {1, 5}})) {
    case 0: {
      Message message = test::any_message();
      message.seq = conversation.topics.last_seq + *rc::gen::inRange(1, 3);
      if (message.role == Role::kUser) message.text = *rc::gen::element<std::string>("a", "b", "c", "d", "e", "?");
      const auto importance = *rc::gen::element<std::optional<double>>(std::nullopt, 0.0, 0.3, 1.0);
      said.push_back(message);
      RC_ASSERT(conversation.tracker.add(conversation.topics, message, conversation.now, importance).has_value());
      break;
    }
    case 1: conversation.now += *rc::gen::inRange<TimeMs>(-test::kDay, 3 * test::kDay); break;
    case 2: conversation.tracker.sweep(conversation.topics, conversation.now); break;
    case 3:
      (void)conversation.tracker.merge(conversation.topics, any_topic(conversation.topics),
                                       any_topic(conversation.topics));
      break;
    case 4:
      (void)conversation.tracker.learn(conversation.topics, any_topic(conversation.topics),
                                       *rc::gen::arbitrary<bool>());
      break;
    default: {
      const auto wanted = conversation.tracker.wanted(conversation.topics, any_topic(conversation.topics));
      if (wanted) RC_ASSERT(*conversation.tracker.take_summary(conversation.topics, *wanted, "so far"));
    }
  }
}

std::vector<Message> messages_in_topics(const TopicConversation& conversation) {
  std::vector<Message> all;
  for (const auto* list : {&conversation.topics.kept, &conversation.topics.archived}) {
    for (const Topic& topic : *list) {
      const auto history = conversation.tracker.history(conversation.topics, topic.id);
      RC_ASSERT(history.has_value());
      all.insert(all.end(), history->begin(), history->end());
    }
  }
  std::sort(all.begin(), all.end(), [](const Message& a, const Message& b) { return a.seq < b.seq; });
  return all;
}

void check_shape(const Topics& topics) {
  RC_ASSERT(topics.kept.size() <= 3);
  std::set<std::string> ids, names;
  bool has_current = topics.current.empty();
  for (const auto* list : {&topics.kept, &topics.archived}) {
    for (const Topic& topic : *list) {
      RC_ASSERT(ids.insert(topic.id).second);
      for (const PackedMessages& packed : topic.packed) RC_ASSERT(names.insert(packed.name).second);
      RC_ASSERT(topic.importance >= 0 && topic.importance <= 1);
      has_current = has_current || (list == &topics.kept && topic.id == topics.current);
    }
  }
  RC_ASSERT(has_current);
}

}  // namespace

TEST_CASE("F93, X75, X76: the cap always holds, the current topic is kept, and no message is lost or duplicated") {
  CHECK(rc::check([] {
    TopicConversation conversation(small());
    std::vector<Message> said;
    for (int i = *rc::gen::inRange(0, 60); i > 0; --i) {
      do_something(conversation, said);
      check_shape(conversation.topics);
    }
    RC_ASSERT(messages_in_topics(conversation) == said);
  }));
}

TEST_CASE("F104: topics come back from JSON unchanged except for the packed bytes") {
  CHECK(rc::check([] {
    TopicConversation conversation(small());
    std::vector<Message> said;
    for (int i = *rc::gen::inRange(0, 40); i > 0; --i) do_something(conversation, said);
    const auto back = parse_topics(topics_to_json(conversation.topics));
    RC_ASSERT(back.has_value());
    std::map<std::string, std::string> kept_apart;
    for (auto* list : {&conversation.topics.kept, &conversation.topics.archived}) {
      for (Topic& topic : *list) {
        for (PackedMessages& packed : topic.packed) kept_apart[packed.name] = std::exchange(packed.bytes, {});
      }
    }
    RC_ASSERT(*back == conversation.topics);
    for (const Topic& topic : back->kept) {
      const auto load = [&](const std::string& name) -> Result<std::string> { return kept_apart.at(name); };
      RC_ASSERT(conversation.tracker.history(*back, topic.id, load).has_value());
    }
  }));
}

TEST_CASE(
    "X77: a conversation of any length costs at most one summary per twenty messages, and the requests for summaries "
    "end") {
  CHECK(rc::check([] {
    TopicConversation conversation(test::first_letter_options());
    const int messages = *rc::gen::inRange(1, 300);
    int summaries = 0;
    for (int i = 0; i < messages; ++i) {
      conversation.add(*rc::gen::element(Role::kUser, Role::kAssistant), "a");
      while (const auto wanted = conversation.tracker.wanted(conversation.topics, conversation.topics.current)) {
        RC_ASSERT(*conversation.tracker.take_summary(conversation.topics, *wanted, "so far"));
        RC_ASSERT(++summaries <= messages / 20 + 1);
      }
      RC_ASSERT(conversation.topics.kept[0].recent.size() <= 24u);
    }
    RC_ASSERT(summaries <= (messages + 19) / 20);
  }));
}

TEST_CASE("the same messages at the same times give the same topics") {
  CHECK(rc::check([] {
    std::vector<std::string> texts;
    for (int i = *rc::gen::inRange(0, 20); i > 0; --i)
      texts.push_back(*rc::gen::elementOf(*rc::gen::elementOf(test::conversations())));
    TopicConversation one, two;
    for (const std::string& text : texts) RC_ASSERT(one.user(text) == two.user(text));
    RC_ASSERT(topics_to_json(one.topics) == topics_to_json(two.topics));
  }));
}
