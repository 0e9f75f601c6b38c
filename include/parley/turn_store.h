// TurnStore: the part of a store that turns, contexts and topics use. Every SessionStore (parley/store.h) is a
// TurnStore.
//
//   parley::TurnStore& turns = *store;
//   auto state = turns.load("web:1");
//   if (state && *state) std::cout << (*state)->turns << " turns\n";
//
// Guarantees of a store
//   1. commit() stores everything or nothing, and is durable when it returns (SQLite: see SqliteOptions::synchronous).
//   2. A commit whose `expected_version` is not the stored version changes nothing: kStaleVersion. So if two
//      writers conflict, only one succeeds, and a delayed writer is refused. After an erasure, the store refuses all
//      writers that loaded the session before it.
//   3. A message id is stored once per session. find_turn() returns its turn as long as the turn is stored. The id of a
//      trimmed turn is free again.
//   4. The messages of a session have the numbers 1, 2, 3, ... and are returned in that order, whatever their times.
//   5. No call finds erased data, and none of its text stays in the store's files.
//   6. find_conversation() finds the session of a continuation id as long as the session is stored, even after that
//      conversation has ended. A title belongs to the conversation that was current when the title was set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/message.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/turn.h"

namespace parley {

// A turn as the store keeps it.
struct StoredTurn {
  Turn turn;
  bool complete = true;  // false: a tool call was running when the turn was stored
  // 16 bits of a keyed hash of the request's input, with which the engine notices a message id that is used again with
  // another input. They are too few to find the input. Unset: unknown; the turn then matches every input.
  std::optional<std::uint16_t> input_hash = {};
};

// The record of a tool call, without its arguments and its result: those are in the messages.
struct CallRecord {
  enum class Status {
    kStarted,
    kDone,
    kFailed,
    kUnknown,  // a timeout, or the process ended: the call may have succeeded
  };
  std::string call_id;  // unique in its session
  std::string tool;
  std::int64_t turn = 0;
  Status status = Status::kStarted;
  std::string idempotency_key;
  TimeMs started_at = 0;
  TimeMs ended_at = 0;  // 0: it is running
  friend bool operator==(const CallRecord&, const CallRecord&) = default;
};
const char* to_string(CallRecord::Status status);  // "started", "done", "failed", "unknown"

// An item is data that belongs to a session in addition to its messages: a summary, topics, packed messages, a tool
// result. The store does not interpret its bytes. Items are copied, exported and erased with their session.
struct ItemInfo {
  std::string name;          // unique in its session: 1 to 128 characters from [A-Za-z0-9._:@+-]
  std::int64_t version = 1;  // 1, 2, 3, ...: the number of times that it was stored
  TimeMs expires_at = 0;     // the time from which drop_expired_items() removes it. 0: it stays as long as its session
  std::int64_t size = 0;     // bytes
  friend bool operator==(const ItemInfo&, const ItemInfo&) = default;
};
struct Item {
  std::string name;
  std::int64_t version = 1;
  TimeMs expires_at = 0;
  std::string bytes;
  friend bool operator==(const Item&, const Item&) = default;
};

// A change of the items of one session, which is stored as a whole or not at all.
struct ItemChange {
  std::string session;
  TimeMs begun_at = 0;    // SessionState::created_at, which distinguishes the session from a later one of the same name
  std::vector<Item> put;  // each name once. The version is the stored one plus 1, or 1 for a new item
  std::vector<std::string> remove;  // names that are not in `put`. Unknown ones are ignored
};

// The caller's notes about a session. The dialog never reads them.
struct SessionNotes {
  std::string title;              // without private values (Engine::annotate). Empty: unset
  std::string user;               // the owner as a hash (Engine::user_hash), never a name. Empty: unknown
  std::vector<std::string> tags;  // in the order of their bytes, each once
  Value::Object metadata;         // the caller's own data
  TimeMs archived_at = 0;  // 0: not archived. Lists show archived sessions only on request; they are never pruned
  friend bool operator==(const SessionNotes&, const SessionNotes&) = default;
};

// A conversation that has ended. The current one is in the state (`continuation_id`, `began_turn`, `began_at`), and its
// title in the notes.
struct EndedConversation {
  std::string continuation_id;
  std::int64_t began_turn = 1;  // its first turn
  TimeMs began_at = 0;
  std::string title;  // the title that the notes had when it ended
  friend bool operator==(const EndedConversation&, const EndedConversation&) = default;
};

// The changes that one turn stores. The references and pointers must be valid during commit().
struct Commit {
  const SessionState& state;  // state.version == expected_version + 1
  // The version in the store; 0: the session must not exist. The stored session must have the same `created_at`, which
  // distinguishes it from a later session of the same name.
  std::int64_t expected_version = 0;
  const StoredTurn& turn;                // replaces a stored incomplete turn of the same seq
  const std::vector<Message>& messages;  // appended
  const std::vector<CallRecord>& calls;  // added, or replace the records with the same call_id
  // The new notes, which replace the stored ones. If `ended` is set, the store first moves the stored title to the
  // ended conversation. Null: the notes stay.
  const SessionNotes* notes = nullptr;
  // Turns before this one are removed with their messages and calls; state.trimmed counts the removed messages. 0: all
  // stay.
  std::int64_t first_kept_turn = 0;
  // The conversation that has ended with this turn; the store moves the title of the notes to it. Null: the
  // conversation continues.
  const EndedConversation* ended = nullptr;
};

// The hand-off of a conversation that a person has now.
struct HandoffInfo {
  std::string reason;  // HandedOff::reason
  TimeMs at = 0;       // when the bot handed over
  friend bool operator==(const HandoffInfo&, const HandoffInfo&) = default;
};

// A session as an entry of a list.
struct SessionInfo {
  std::string session;
  std::string bot;
  TimeMs created_at = 0;
  TimeMs updated_at = 0;
  TimeMs expires_at = 0;  // 0: never
  TimeMs kept_until = 0;  // SessionState::kept_until
  std::int64_t turns = 0;
  std::int64_t messages = 0;  // all messages ever stored, including trimmed ones
  std::optional<std::string> last_intent;
  std::optional<std::string> waiting_for_param;
  Usage usage;
  SessionNotes notes;
  // Only in lists: the stored notes are damaged, or their key is missing. `notes` holds the part that can be read.
  bool unreadable_notes = false;
  std::optional<HandoffInfo> handed_off = {};  // unset: the bot has the conversation
  friend bool operator==(const SessionInfo&, const SessionInfo&) = default;
};

// The place of the conversation with a continuation id.
struct ConversationPlace {
  std::string session;      // empty: the session expired and was erased
  bool is_current = false;  // false: the conversation has ended
  // The first turn of the conversation that followed, if that one has ended too. 0: the session's current conversation
  // followed, or this is the current one.
  std::int64_t next_turn = 0;
  friend bool operator==(const ConversationPlace&, const ConversationPlace&) = default;
};

// Thread-safe: any thread may make any call at any time. Errors are Results, never exceptions. kStoreUnavailable: the
// same call may succeed later. kStoreCorrupt: the stored data is damaged. Returned values are copies.
class TurnStore {
 public:
  virtual ~TurnStore() = default;

  // Unset: the session is unknown.
  virtual Result<std::optional<SessionState>> load(std::string_view session) = 0;
  // Returns the turn that answered a message id; unset if it is not stored.
  virtual Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) = 0;
  // Stores a turn. kStaleVersion: the session has changed since it was loaded, or was erased.
  virtual Result<void> commit(const Commit& commit) = 0;
  // Returns the newest messages with a seq below `before`, at most `limit` of them, oldest first. `before` 0: from the
  // newest message.
  virtual Result<std::vector<Message>> messages(std::string_view session, std::size_t limit,
                                                std::int64_t before = 0) = 0;
  // Returns the time at which a session of this name expired and was erased. Unset: no such session was erased, the
  // store has forgotten it, or a session of this name exists again.
  virtual Result<std::optional<TimeMs>> expired(std::string_view session) = 0;
  // Unset: the store does not hold the id, or two sessions hold it.
  virtual Result<std::optional<ConversationPlace>> find_conversation(std::string_view continuation_id) = 0;
  // Unset: the session has no record of this call.
  virtual Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) = 0;

  // ---- items

  // Unset: the session has no item of this name.
  virtual Result<std::optional<Item>> item(std::string_view session, std::string_view name) = 0;
  // Returns the items whose names begin with `prefix`, in the order of their names.
  virtual Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix = {}) = 0;
  // kUnknownSession: the session does not exist, or began after `begun_at`. kStaleVersion: another writer has changed
  // one of the items.
  virtual Result<void> change_items(const ItemChange& change) = 0;

  // ---- notes

  // Returns the session as an entry of a list, with its notes; unset if the session is unknown.
  virtual Result<std::optional<SessionInfo>> summary(std::string_view session) = 0;
};

}  // namespace parley
