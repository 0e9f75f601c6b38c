// One session as the store in memory holds it, and what can be done with it there.
//
// Invariants
//   1. `messages` are those with seq state.trimmed + 1 to state.messages, in that order; `answers` likewise those of
//      the turns up to state.turns.
//   2. `seq_of` names every answer's message id and no other.
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

// A turn that was answered, as JSON: written each time, and read only when a message comes again.
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
  std::vector<EndedConversation> ended;            // by began_turn, then by continuation id
  std::map<std::string, CallRecord> calls;         // by call id
  std::map<std::string, Item, std::less<>> items;  // by name
  std::int64_t bytes = 0;                          // of the texts, answers and items

  // All or nothing. `answer` is that of the commit's turn; the version has been compared.
  Result<void> append(const Commit& commit, Answer answer);
  const Answer* find(std::string_view message_id) const;
  bool had(std::string_view continuation_id) const;   // a conversation that has ended
  std::vector<std::string> continuation_ids() const;  // the current conversation's last
  std::vector<Message> page(std::size_t limit, std::int64_t before) const;
  SessionSummary summary() const;
  std::vector<CallRecord> calls_in_order() const;
  std::vector<Item> items_in_order() const;
  Result<void> change(const ItemChange& change);
  std::size_t drop_expired_items(TimeMs now);

  // Fits where nothing is stored; check_record() has allowed it.
  static MemorySession of(const SessionRecord& record);

 private:
  Result<void> check(const Commit& commit) const;
  bool replaces_last(const Turn& turn) const;
  void put(Answer answer);
  void trim(std::int64_t first_kept_turn);
};

}  // namespace parley::memory
