// MemorySession is one session in the in-memory store, with the operations on it.
//
// Invariants
//   1. `messages` are numbered state.trimmed + 1 to state.messages, in that order. `answers` are the responses
//      of the newest turns up to state.turns, in that order.
//   2. `seq_of` has an entry for the message id of every element of `answers`, and no other entries.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parley/result.h"
#include "parley/store.h"

namespace parley::memory {

struct TextHash : std::hash<std::string_view> {
  using is_transparent = void;
};
template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

// Answer is a turn with its response, as JSON. It is written on every turn, and read only when a message is sent again.
struct Answer {
  std::string id;
  std::int64_t seq = 0;
  bool complete = true;
  std::string json;

  static Answer of(const StoredTurn& stored);
  Result<StoredTurn> turn(std::string_view session) const;
};

// Not thread-safe.
struct MemorySession {
  SessionState state;
  SessionNotes notes;
  std::deque<Message> messages;
  std::deque<Answer> answers;
  ByText<std::int64_t> seq_of;
  std::vector<EndedConversation> ended;            // sorted by began_turn, then by continuation id
  std::map<std::string, CallRecord> calls;         // by call id
  std::map<std::string, Item, std::less<>> items;  // by name
  std::int64_t bytes = 0;                          // total size of texts, answers and items

  // Applies the commit fully or not at all. `answer` belongs to the commit's turn. The caller has checked the version.
  Result<void> append(const Commit& commit, Answer answer);
  const Answer* find(std::string_view message_id) const;
  bool had(std::string_view continuation_id) const;   // whether a conversation with this id has ended here
  std::vector<std::string> continuation_ids() const;  // the id of the current conversation is last
  std::vector<Message> page(std::size_t limit, std::int64_t before) const;
  SessionInfo summary() const;
  std::vector<CallRecord> calls_in_order() const;
  std::vector<Item> items_in_order() const;
  Result<void> change(const ItemChange& change);
  std::size_t drop_expired_items(TimeMs now);

  // Returns the session of a record. Requires that check_record() has accepted the record.
  static MemorySession of(const SessionRecord& record);

 private:
  Result<void> check(const Commit& commit) const;
  bool replaces_last(const Turn& turn) const;
  void put(Answer answer);
  void trim(std::int64_t first_kept_turn);
};

}  // namespace parley::memory
