// TurnStore: what the engine needs of a store while it runs a turn. Every SessionStore (parley/store.h) is one.
//
// What a store promises
//   1. commit() is all or nothing, and durable when it returns (SQLite: as far as `synchronous` goes).
//   2. A commit whose `expected_version` is not the stored one changes nothing: kStaleVersion. So of two writers one
//      wins, and one that was held up and wakes too late is refused; after an erase all are.
//   3. A message id is stored once per session: find_turn gives back the turn it was answered with, as long as that
//      turn is kept. The id of a turn that was trimmed is free again.
//   4. Messages of a session are numbered densely and come in that order; time plays no part.
//   5. What is erased is found by no call, and none of its text is left in the store's files.
//   6. A continuation id leads to the session of its conversation, also when that conversation has ended, for as long
//      as the session is stored. A title belongs to the conversation that was current when it was noted.
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

struct StoredTurn {
  Turn turn;
  bool complete = true;  // false: a tool call was running when this was stored
};

// What became of a tool call. Arguments and results are the conversation's and not kept here.
struct CallRecord {
  enum class Status {
    kStarted,
    kDone,
    kFailed,
    kUnknown,  // a timeout, or the process died: nobody here knows whether it was done
  };
  std::string call_id;  // unique in its session
  std::string tool;
  std::int64_t turn = 0;
  Status status = Status::kStarted;
  std::string idempotency_key;
  TimeMs started_at = 0;
  TimeMs ended_at = 0;  // 0: not yet
  friend bool operator==(const CallRecord&, const CallRecord&) = default;
};
const char* to_string(CallRecord::Status status);  // "started", "done", "failed", "unknown"

// What is kept beside what was said: summaries, topics, packed messages, results of tools. The store does not look
// inside. A session's items are copied, exported and erased with it.
struct ItemInfo {
  std::string name;          // unique in its session; 1 to 128 characters out of [A-Za-z0-9._:@+-]
  std::int64_t version = 1;  // 1, 2, 3, ...: how often it was put
  TimeMs expires_at = 0;     // from when on drop_expired_items() takes it; 0: it stays with its session
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

// Of one session's items, all or nothing.
struct ItemChange {
  std::string session;
  TimeMs begun_at = 0;    // SessionState::created_at: one begun anew since is another's
  std::vector<Item> put;  // each name once. Version 1 must not be there yet, a later one must follow the stored
  std::vector<std::string> remove;  // those that are there; none of them in `put`
};

// What a host notes about a session; the dialog never reads it.
struct SessionNotes {
  std::string title;  // private values taken out (Engine::annotate); empty: none
  std::string user;   // whose it is: a hash (Engine::user_hash), never a name; empty: nobody's in particular
  std::vector<std::string> tags;  // in the order of their bytes, each once
  Value::Object metadata;
  TimeMs archived_at = 0;  // 0: it is not. An archived session is listed only when asked for, and never pruned
  friend bool operator==(const SessionNotes&, const SessionNotes&) = default;
};

// A conversation of a session that has ended. The current one is in the state: `continuation_id`, `began_turn` and
// `began_at`; its title is in the notes.
struct EndedConversation {
  std::string continuation_id;
  std::int64_t began_turn = 1;  // its first turn
  TimeMs began_at = 0;
  std::string title;  // the title that the notes had when it ended
  friend bool operator==(const EndedConversation&, const EndedConversation&) = default;
};

// One turn's worth of writing.
struct Commit {
  const SessionState& state;             // state.version == expected_version + 1
  std::int64_t expected_version = 0;     // 0: the session must not exist yet. Otherwise it must be the one that began
                                         // at state.created_at: one begun anew since is another's
  const StoredTurn& turn;                // replaces a stored incomplete turn of the same seq
  const std::vector<Message>& messages;  // appended
  const std::vector<CallRecord>& calls;  // added, or put in the place of those with the same call_id
  const SessionNotes* notes = nullptr;   // replace the stored notes; null: they stay. With `ended`, the stored title
                                         // moves to the ended conversation first
  std::int64_t first_kept_turn = 0;      // turns before it go, with their messages and calls; 0: all stay.
                                         // state.trimmed counts the messages that went
  const EndedConversation* ended = nullptr;  // the conversation that state's one follows; null: it goes on. The store
                                             // moves the title of the notes to it
};

struct SessionInfo {
  std::string session;
  std::string bot;
  TimeMs created_at = 0;
  TimeMs updated_at = 0;
  TimeMs expires_at = 0;  // 0: never
  TimeMs kept_until = 0;  // SessionState::kept_until
  std::int64_t turns = 0;
  std::int64_t messages = 0;  // all that were ever said, trimmed ones too
  std::optional<std::string> last_intent;
  std::optional<std::string> waiting_for_param;
  Usage usage;
  SessionNotes notes;
  bool unreadable_notes = false;  // in lists: the stored notes are damaged, or their key is missing; `notes` holds only
                                  // what can be read
  friend bool operator==(const SessionInfo&, const SessionInfo&) = default;
};

// Where a continuation id leads.
struct ConversationPlace {
  std::string session;      // empty: it was erased because its time was over
  bool is_current = false;  // false: the conversation has ended
  friend bool operator==(const ConversationPlace&, const ConversationPlace&) = default;
};

// [Threading] every call may come from any thread, several at once.
// [Errors]    by Result; nothing is thrown. kStoreUnavailable: the same call may succeed later.
class TurnStore {
 public:
  virtual ~TurnStore() = default;

  // The state, or none when the session is unknown.
  virtual Result<std::optional<SessionState>> load(std::string_view session) = 0;
  virtual Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) = 0;
  virtual Result<void> commit(const Commit& commit) = 0;
  // At most `limit` messages with seq < `before` (0: from the newest), presented oldest first.
  virtual Result<std::vector<Message>> messages(std::string_view session, std::size_t limit,
                                                std::int64_t before = 0) = 0;
  // When a session of this name was erased because its time was over; none: never, or it is there again.
  virtual Result<std::optional<TimeMs>> expired(std::string_view session) = 0;
  // None: the store does not hold the id, or two sessions hold it.
  virtual Result<std::optional<ConversationPlace>> find_conversation(std::string_view continuation_id) = 0;
  virtual Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) = 0;

  // ---- beside a session

  virtual Result<std::optional<Item>> item(std::string_view session, std::string_view name) = 0;
  // Those whose names begin so, by name.
  virtual Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix = {}) = 0;
  // kUnknownSession: it is gone. kStaleVersion: one of the items is not what it was.
  virtual Result<void> change_items(const ItemChange& change) = 0;

  // The session as lists show it, with its notes; none when the session is unknown.
  virtual Result<std::optional<SessionInfo>> summary(std::string_view session) = 0;
};

}  // namespace parley
