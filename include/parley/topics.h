// Topics: what a conversation is about, kept apart. Each has a title, a summary of its older messages, and the newest
// as they are; what lies between is packed away, and nothing is lost.
//
//   parley::TopicTracker keeper = *parley::TopicTracker::create({});
//   parley::Topics topics;
//   auto topic = keeper.add(topics, message, clock.now());
//   if (auto wanted = keeper.wanted(topics, *topic)) {
//     std::string summary = summarise(*wanted);       // may take its time,
//     keeper.take_summary(topics, *wanted, summary);  // and come too late: then it is dropped
//   }
//
// Topics are a plain value, as SessionState is; the keeper holds the rules. Threads that share a Topics must lock it.
// Seed 004, features F89 to F110, with the resolutions X72 to X85 of the design notes.
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

// Messages that were packed away together: compressed bytes that are written once and never changed. A store keeps them
// by their name, as bytes, beside the rest.
struct PackedMessages {
  std::string name;  // "p7": unique in its Topics, for ever
  std::int64_t messages = 0;
  std::string bytes;  // empty: only the store has them (see TopicTracker::history)
  friend bool operator==(const PackedMessages&, const PackedMessages&) = default;
};

struct Topic {
  std::string id;  // "t3"
  std::string title;
  std::vector<std::string> tags;  // sorted, each once
  std::string summary;            // of what is packed; empty: none yet
  double importance = 0.5;        // 0..1
  TimeMs created_at = 0;
  TimeMs active_at = 0;          // of the user's last message
  std::int64_t access_days = 0;  // distinct days, in UTC, with a message of the user's (X82)
  std::int64_t last_day = 0;     // the last of them, counted from 1970-01-01
  Embedding centroid;            // the mean of what the user's messages were embedded as (X84)
  std::int64_t embedded = 0;     // how many these are
  std::int64_t rest = 0;         // not used any more: see Topics::rest
  std::vector<PackedMessages> packed;
  std::vector<Message> recent;  // by seq
  friend bool operator==(const Topic&, const Topic&) = default;
};

// Invariants
//   1. A message that was added is in one topic, once: in `recent` or packed, kept or archived; until it is forgotten.
//   2. At most TopicOptions::max_topics are kept; `current` is one of them, or empty before the first message.
struct Topics {
  std::vector<Topic> kept;      // in the order they began or came back
  std::vector<Topic> archived;  // faded, or in excess: found by search, and back as soon as they are spoken of
  std::string current;          // the topic of the last message; it never leaves `kept`
  std::int64_t begun = 0;       // topics ever begun
  std::int64_t packs = 0;       // PackedMessages ever made
  std::int64_t last_seq = 0;    // of the last message
  std::int64_t rest = 0;        // messages still to come before any topic may want another summary (X77)
  friend bool operator==(const Topics&, const Topics&) = default;
};

// Without the packed bytes, which a store keeps by their names. Lossless, and strict on reading (kStoreCorrupt).
std::string topics_to_json(const Topics& topics);
Result<Topics> parse_topics(std::string_view json);

struct TopicOptions {
  int max_topics = 20;              // at least 1
  int max_recent = 12;              // a topic with more messages wants a summary,
  int keep_recent = 4;              // of all but so many; less than max_recent
  int messages_per_summary = 20;    // at least so many new ones, of all topics, from one summary to the next (X77)
  double importance = 0.5;          // of a new topic, 0..1
  double importance_step = 0.1;     // how far feedback moves it, 0..1 of the way
  double floor = 0.05;              // a topic whose priority is below fades; above 0
  int words_to_begin = 3;           // telling words (of four letters or more) that a message must have to begin a topic
  std::optional<double> threshold;  // the cosine from which on (>=) a message belongs to a topic. None: 0.7 with
                                    // `embed`, 0.15 without

  // The cosine of two topics' means from which on (>=) they become one, as soon as the user speaks of one of them;
  // above `threshold`, or 2 for never. None: 0.9 with `embed`, 0.6 without.
  std::optional<double> merge_threshold;

  // What a text means, as a vector: the host's model, where there is one. Always of the same size. An error, an
  // exception or an empty vector: the message stays with the current topic. Called with what the user said.
  std::function<Result<Embedding>(std::string_view text)> embed;

  // What a follow-up question means by itself, instead of parley's own rule. An error or an exception: the rule's.
  std::function<Result<std::string>(const Topic& topic, std::string_view question)> rewrite;
};

// A topic has grown: a summary of these messages is wanted, after which they are packed.
struct SummaryWanted {
  std::string topic;
  std::string former;  // the summary that the new one extends (F107)
  std::vector<Message> messages;
};

struct TopicFound {
  std::string topic;
  bool archived = false;
  double score = 0;  // 0..1
};

struct TopicStats {
  std::string topic, title;
  std::int64_t recent = 0, packed = 0, total = 0;  // messages
  std::int64_t packed_bytes = 0;                   // as far as they are loaded
  bool has_summary = false;
  bool archived = false;
  double importance = 0, priority = 0;
  std::int64_t access_days = 0;
  const char* memory = "";  // "short-term" (half-life of 1 day), "transitioning" (2), "long-term" (4 and more)
  double half_life_days = 0;
  std::chrono::milliseconds age{0};       // since it began
  std::chrono::milliseconds inactive{0};  // since the user's last message
};

// The rules. Thread-safe; what it is given is the caller's.
// [Errors] an unknown topic is kInvalidRequest. `count_tokens` and `load` must not throw.
class TopicTracker {
 public:
  static Result<TopicTracker> create(TopicOptions options);  // kInvalidRequest: an option out of its range

  // Puts the message into the topic it belongs to, which becomes the current one, and answers with its id. A user's
  // message may begin a topic, of that importance, or bring one back; any other goes to the current one. What is in
  // excess is archived. kInvalidRequest: a summary, or a seq that does not follow the last.
  Result<std::string> add(Topics& topics, Message message, TimeMs now, std::optional<double> importance = {}) const;

  // The messages that a topic wants a summary of; none: it is small enough, or had one not long ago.
  std::optional<SummaryWanted> wanted(const Topics& topics, std::string_view topic) const;

  // Packs these messages and keeps the summary; an empty one leaves the former as it is. False: the topic no longer
  // begins with these messages and that summary, and nothing is changed. Nor is anything with an error.
  Result<bool> take_summary(Topics& topics, const SummaryWanted& wanted, std::string summary) const;

  // Archives what has faded (never the current topic), and answers with the ids.
  std::vector<std::string> sweep(Topics& topics, TimeMs now) const;

  Result<void> merge(Topics& topics, std::string_view into, std::string_view from) const;  // `from` is gone
  Result<void> set_importance(Topics& topics, std::string_view topic, double importance) const;
  Result<void> learn(Topics& topics, std::string_view topic, bool was_useful) const;
  Result<void> set_tags(Topics& topics, std::string_view topic, std::vector<std::string> tags) const;

  // The topic is gone with all its messages, for good. Answers with the names of the packed bytes that a store must
  // erase.
  Result<std::vector<std::string>> forget(Topics& topics, std::string_view topic) const;

  // The summary and the newest messages, oldest first, of so many tokens at most. What is too long for it is cut in its
  // middle: there is always something of the newest message. The summary comes first, as Role::kSummary.
  Result<std::vector<Message>> context(const Topics& topics, std::string_view topic, std::int64_t max_tokens,
                                       const std::function<std::int64_t(std::string_view)>& count_tokens) const;

  // All messages, by seq. `load` brings packed bytes that are not there. An error when some cannot be read.
  Result<std::vector<Message>> history(
      const Topics& topics, std::string_view topic,
      const std::function<Result<std::string>(const std::string& name)>& load = {}) const;

  // The topics, archived ones too, whose title, tags, summary or recent messages are about this: best first.
  std::vector<TopicFound> search(const Topics& topics, std::string_view query, std::size_t most = 10) const;

  Result<TopicStats> stats(const Topics& topics, std::string_view topic, TimeMs now) const;

  // "and in blue?" as a question that can be understood without what was said before it (F89): the words that the topic
  // is about are put in front of it, as "desk lamp brass: and in blue?". No grammar: it is meant for a search, not for
  // a reader. A question of enough telling words stays as it is, and so does one without a topic.
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
