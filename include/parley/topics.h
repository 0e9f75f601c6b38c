// Topics: divides a conversation by subject. Each topic has a title, a summary of its older messages, and its newest
// messages. Older messages are packed, so that none is lost.
//
//   auto tracker = parley::TopicTracker::create({});
//   if (!tracker) return std::cerr << tracker.error().to_string() << '\n', 1;
//   parley::Topics topics;
//   parley::Message message;
//   message.seq = 1;
//   message.text = "My desk lamp is broken";
//   auto topic = tracker->add(topics, message, 1'772'442'000'000);
//   if (topic) std::cout << topics.kept.back().title << '\n';
//
// Engine::topics does this for a stored session. Topics is a plain value, and TopicTracker applies the rules to it.
// Threads that share a Topics object must lock it. docs/memory.md lists the requirements (F89 to F110, X72 to
// X85) and their tests.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/message.h"
#include "parley/result.h"

namespace parley {

using Embedding = std::vector<float>;

// A pack of compressed messages, which never changes. The owner of the topics stores its bytes under its name.
struct PackedMessages {
  std::string name;           // "p7": unique in its Topics, and never used again
  std::int64_t messages = 0;  // the number of its messages
  std::string bytes;          // empty: not loaded (see TopicTracker::history)
  friend bool operator==(const PackedMessages&, const PackedMessages&) = default;
};

// A subject of a conversation.
struct Topic {
  std::string id;  // "t3"
  std::string title;
  std::vector<std::string> tags;  // sorted, each once
  std::string summary;            // of the packed messages. Empty: none yet
  double importance = 0.5;        // 0 to 1
  TimeMs created_at = 0;
  TimeMs active_at = 0;          // the time of the user's last message
  std::int64_t access_days = 0;  // distinct days, in UTC, with a message of the user (X82)
  std::int64_t last_day = 0;     // the last of these days, counted from 1970-01-01
  Embedding centroid;            // the mean of the embeddings of the user's messages (X84)
  std::int64_t embedded = 0;     // the number of these messages
  std::int64_t rest = 0;         // unused; Topics::rest replaces it
  std::vector<PackedMessages> packed;
  std::vector<Message> recent;  // by seq
  friend bool operator==(const Topic&, const Topic&) = default;
};

// Invariants
//   1. Every added message is in exactly one topic, once: in `recent` or in a pack, until it is forgotten.
//   2. `kept` has at most TopicOptions::max_topics topics. `current` is one of them, or empty before the first message.
struct Topics {
  std::vector<Topic> kept;      // in the order in which they began or came back
  std::vector<Topic> archived;  // old topics: found by search, and kept again when the user returns to them
  std::string current;          // the topic of the last message; always in `kept`
  std::int64_t begun = 0;       // the number of topics ever begun
  std::int64_t packs = 0;       // the number of packs ever made
  std::int64_t last_seq = 0;    // of the last message
  std::int64_t rest = 0;        // messages until a topic may need another summary (X77)
  friend bool operator==(const Topics&, const Topics&) = default;
};

// topics_to_json() returns the topics as JSON, without the bytes of packs. parse_topics() restores them, and returns
// kStoreCorrupt for other text.
std::string topics_to_json(const Topics& topics);
Result<Topics> parse_topics(std::string_view json);

struct TopicOptions {
  int max_topics = 20;            // at least 1
  int max_recent = 12;            // the maximum number of unpacked messages; a topic with more needs a summary
  int keep_recent = 4;            // the newest messages that are not summarized. Less than max_recent
  int messages_per_summary = 20;  // new messages, of all topics, from one summary to the next (X77)
  double importance = 0.5;        // of a new topic, 0 to 1
  double importance_step = 0.1;   // feedback moves the importance by this share of the distance to 0 or 1
  double floor = 0.05;            // a topic with a lower priority is archived. Above 0
  int words_to_begin = 3;         // significant words (four letters or more) of a message that begins a topic
  // The minimum cosine at which a message belongs to a topic. Unset: 0.7 with `embed`, 0.15 without.
  std::optional<double> threshold;

  // The minimum cosine of two topics' centroids at which they are merged when the user returns to one of them. Must be
  // above `threshold`. 2: topics are never merged. Unset: 0.9 with `embed`, 0.6 without.
  std::optional<double> merge_threshold;

  // Returns the embedding of a user's message, always of the same size. After an error, an exception or an empty vector
  // the message belongs to the current topic. Empty: parley's own embedding.
  std::function<Result<Embedding>(std::string_view text)> embed;

  // Rewrites a follow-up question so that it is understood alone. After an error or an exception, parley's own rule
  // applies. Empty: parley's own rule.
  std::function<Result<std::string>(const Topic& topic, std::string_view question)> rewrite;
};

// A topic needs a summary of these messages, which are then packed.
struct SummaryWanted {
  std::string topic;
  std::string former;  // the summary that the new one extends (F107)
  std::vector<Message> messages;
};

// A result of a search.
struct TopicFound {
  std::string topic;
  bool archived = false;
  double score = 0;  // 0 to 1
};

// Figures of a topic.
struct TopicStats {
  std::string topic, title;
  std::int64_t recent = 0, packed = 0, total = 0;  // messages
  std::int64_t packed_bytes = 0;                   // of the loaded packs
  bool has_summary = false;
  bool archived = false;
  double importance = 0, priority = 0;
  std::int64_t access_days = 0;
  const char* memory = "";  // "short-term" (half-life of 1 day), "transitioning" (2), "long-term" (4 or more)
  double half_life_days = 0;
  std::chrono::milliseconds age{0};       // since it began
  std::chrono::milliseconds inactive{0};  // since the user's last message
};

// The rules of topics. Thread-safe, but two threads must not use the same Topics object at the same time. An unknown
// topic id is kInvalidRequest. After an error the topics are unchanged. `count_tokens` and `load` must not throw.
class TopicTracker {
 public:
  static Result<TopicTracker> create(TopicOptions options);  // kInvalidRequest: an option is out of range

  // Adds the message to its topic, makes that topic the current one, and returns its id. A message of the user may
  // join another topic, bring an archived topic back, or begin a topic with this importance. The result of a tool
  // belongs to the topic of its call. Any other message belongs to the current topic. If there are more than
  // `max_topics`, archives the excess topics. kInvalidRequest: a message with the role kSummary, or with a seq that is
  // not greater than the last one.
  Result<std::string> add(Topics& topics, Message message, TimeMs now, std::optional<double> importance = {}) const;

  // Returns the messages of a topic that need a summary. Unset: the topic is small, or the last summary is too recent.
  std::optional<SummaryWanted> wanted(const Topics& topics, std::string_view topic) const;

  // Packs these messages and stores the summary; an empty one keeps the former summary. Returns false, and changes
  // nothing, if the first messages of the topic or its former summary have changed since wanted().
  Result<bool> take_summary(Topics& topics, const SummaryWanted& wanted, std::string summary) const;

  // Archives the topics whose priority is below the floor, except the current one, and returns their ids.
  std::vector<std::string> sweep(Topics& topics, TimeMs now) const;

  Result<void> merge(Topics& topics, std::string_view into, std::string_view from) const;        // removes `from`
  Result<void> set_importance(Topics& topics, std::string_view topic, double importance) const;  // 0 to 1
  // Moves the importance by one TopicOptions::importance_step: up if the topic was useful, else down.
  Result<void> learn(Topics& topics, std::string_view topic, bool was_useful) const;
  // Replaces all tags.
  Result<void> set_tags(Topics& topics, std::string_view topic, std::vector<std::string> tags) const;

  // Removes the topic with all its messages. Returns the names of the packs that the caller must erase.
  Result<std::vector<std::string>> forget(Topics& topics, std::string_view topic) const;

  // Returns the summary, with the role kSummary, and the newest messages, oldest first, within `max_tokens`. A text
  // that is too long is cut in its middle, so that at least a part of the newest message is always returned.
  Result<std::vector<Message>> context(const Topics& topics, std::string_view topic, std::int64_t max_tokens,
                                       const std::function<std::int64_t(std::string_view)>& count_tokens) const;

  // Returns all messages, by seq. `load` returns the bytes of a pack by its name. Returns an error if a pack cannot be
  // read.
  Result<std::vector<Message>> history(
      const Topics& topics, std::string_view topic,
      const std::function<Result<std::string>(const std::string& name)>& load = {}) const;

  // Returns the topics whose title, tags, summary or recent messages match the query, including archived ones. The best
  // is first.
  std::vector<TopicFound> search(const Topics& topics, std::string_view query, std::size_t most = 10) const;

  Result<TopicStats> stats(const Topics& topics, std::string_view topic, TimeMs now) const;

  // Rewrites a follow-up question so that it is understood alone (F89): "and in blue?" becomes "desk lamp brass: and in
  // blue?", with the main words of the topic. It is meant for a search, and is not grammatical. A question with enough
  // significant words, or without a topic, stays as it is.
  std::string rewrite_question(const Topics& topics, std::string_view question) const;

 private:
  explicit TopicTracker(TopicOptions options);
  Embedding embed(std::string_view text) const;
  double threshold() const;
  Topic& begin(Topics& topics, TimeMs now, std::optional<double> importance) const;
  Topic& topic_of(Topics& topics, const Message& message, const Embedding& embedding, TimeMs now,
                  std::optional<double> importance) const;
  void archive_excess(Topics& topics, TimeMs now) const;

  std::shared_ptr<const TopicOptions> options_;
};

}  // namespace parley
