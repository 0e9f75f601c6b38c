// MemorySession is one session in the in-memory store, with the operations on it.
//
// Invariants
//   1. `turns` are the newest turns up to state.turns(), in order, and `id_hashes` the hashes of their message ids.
//      Their messages are numbered state.trimmed() + 1 to state.messages().
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/held_state.h"
#include "memory/search_words.h"
#include "parley/result.h"
#include "parley/store.h"

namespace parley::memory {

// A stored turn. Its messages and its response are bytes (memory/turn_body.h), because most turns are never read again.
struct TurnRow {
  std::string message_id;
  std::int64_t seq = 0;
  std::int64_t first_message = 0;  // the seq of its first message
  std::int64_t messages = 0;       // how many it has
  bool complete = true;
  bool is_ascii = true;  // all texts of its messages are
  std::string body;

  static TurnRow of(const StoredTurn& stored, std::int64_t first_message, const std::vector<Message>& messages);
  Result<StoredTurn> turn(std::string_view session) const;
  Result<std::vector<Message>> read_messages() const;
};

// Not thread-safe.
struct MemorySession {
  HeldState state;  // a commit replaces it
  SessionNotes notes;
  std::vector<TurnRow> turns;
  std::vector<std::uint32_t> id_hashes;            // by turn: a search reads four bytes per turn
  std::vector<EndedConversation> ended;            // sorted by began_turn, then by continuation id
  std::map<std::string, CallRecord> calls;         // by call id
  std::map<std::string, Item, std::less<>> items;  // by name
  std::int64_t bytes = 0;                          // total size of turns and items

  // Applies the commit fully or not at all. The caller has checked the version.
  Result<void> append(const Commit& commit);
  const TurnRow* find(std::string_view message_id) const;
  // Unset: the session has no conversation with this id.
  std::optional<ConversationPlace> place_of(std::string_view continuation_id) const;
  std::vector<std::string> continuation_ids() const;  // the id of the current conversation is last
  // Returns copies of the turns with these numbers, oldest first, at most `limit` of them.
  std::vector<TurnRow> rows(std::int64_t first, std::int64_t last, std::size_t limit) const;
  // Returns the newest messages with a seq below `before`, oldest first. 0: all messages are below it.
  Result<std::vector<Message>> page(std::size_t limit, std::int64_t before) const;
  // Appends the newest messages with all words to `hits`, newest first, until `hits` has `limit` messages.
  Result<void> search(const WantedWords& wanted, std::size_t limit, std::vector<SearchHit>& hits) const;
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
  Result<TurnRow> row_of(const Commit& commit) const;
  void put(TurnRow row);
  void trim(std::int64_t first_kept_turn);
};

}  // namespace parley::memory
