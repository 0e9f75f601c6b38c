// Topics: what a conversation is about, kept apart. Each has a title, a summary of its older messages, and the newest
// as they are; what lies between is packed away, and nothing is lost.
//
//   parley::TopicKeeper keeper = *parley::TopicKeeper::make({});
//   parley::Topics topics;
//   auto added = keeper.add(topics, message, clock.now());
//   if (auto wanted = keeper.wanted(topics, added->topic)) {
//     keeper.take_summary(topics, *wanted, summarise(*wanted));  // may take its time, and come too late: then it is
//     dropped
//   }
//
// Topics are a plain value, as SessionState is; the keeper holds the rules. Who keeps topics of many threads locks
// them. Seed 004, features F89 to F110, with the resolutions X72 to X85 of the design notes.
#pragma once

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
#include "parley/value.h"

namespace parley {

using Embedding = std::vector<float>;

// Messages that were packed away together: compressed bytes that are written once and never changed. A store keeps them
// by their name, as bytes, beside the rest.
struct PackedMessages {
  std::string name;  // "t3.1": unique in its Topics, for ever
  std::int64_t messages = 0;
  std::string bytes;  // empty: the store has them (see TopicKeeper::history)
  friend bool operator==(const PackedMessages&, const PackedMessages&) = default;
};

struct Topic {
  std::string id;  // "t3"
  std::string title;
  std::vector<std::string> tags;  // sorted, each once
  std::string summary;            // of all messages that are packed; empty: none yet
  double importance = 0.5;        // 0..1
  TimeMs created_at = 0;
  TimeMs active_at = 0;                // the last message of the user's
  std::int64_t access_days = 1;        // distinct days, in UTC, with a message of the user's (X82)
  std::int64_t last_day = 0;           // the last of them, counted from 1970-01-01
  Embedding centroid;                  // the mean of what the user's messages were embedded as (X84)
  std::int64_t embedded = 0;           // how many these are
  std::int64_t revision = 0;           // grows whenever messages leave `recent`
  std::int64_t since_summary = 0;      // messages that came since the last summary was taken
  std::vector<PackedMessages> packed;  // may overlap in time where topics were merged
  std::vector<Message> recent;         // by seq
  friend bool operator==(const Topic&, const Topic&) = default;
};

// Invariants
//   1. A message that was added is in one topic, once: in `recent` or packed, kept or archived.
//   2. At most TopicOptions::max_topics are kept; `current` is one of them, or empty before the first message.
struct Topics {
  std::vector<Topic> kept;      // in the order they were begun or came back
  std::vector<Topic> archived;  // faded, or in excess; found by search, and they come back when they are spoken of
  std::string current;          // the topic of the last message
  std::int64_t begun = 0;       // topics ever begun
  std::int64_t last_seq = 0;    // of the last message
  friend bool operator==(const Topics&, const Topics&) = default;
};

}  // namespace parley
