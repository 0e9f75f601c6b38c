// Writes turns, and changes of whole sessions by the embedding program.
#pragma once

#include <optional>
#include <string>

#include "memory/sqlite/database.h"
#include "memory/sqlite/known_sessions.h"
#include "memory/sqlite/totals.h"
#include "memory/sqlite/turn_ids.h"
#include "memory/sqlite/turn_writing.h"
#include "parley/store.h"

namespace parley::memory {

// A commit, with what is written for it. of() needs no lock.
struct PreparedCommit {
  static PreparedCommit of(const Commit& commit);
  const Commit& commit;
  std::string state;    // in the form of memory/state_form.h
  std::string body;     // of a new turn (memory/turn_body.h)
  SessionRow row = {};  // of the session, as commit() left it
};

// Thread-compatible, like its database. All functions require a transaction.
class Writing {
 public:
  explicit Writing(Database& database) : database_(database) {}
  Result<void> prepare();

  // Takes the session from `known` if it is there, and finds it in the database otherwise.
  Result<void> commit(PreparedCommit& prepared, KnownSessions& known);
  Result<bool> annotate(std::string_view session, const SessionNotes& notes);
  Result<void> put(const SessionRecord& record);
  Result<void> change_items(const ItemChange& change);
  Result<std::size_t> drop_expired_items(TimeMs now);
  // What an erasure removed. `id` is 0 if the session was not stored or did not match the erasure.
  struct Erased {
    std::int64_t id = 0;
    bool has_words = false;  // in the search index
  };
  Result<Erased> erase(const Erasure& erasure);
  // Records that a session or a conversation has expired; `hash` is of its name.
  Result<void> put_expired(std::string_view hash, TimeMs at);
  Result<void> forget_expired(TimeMs before) { return forget_expired_.run({before}); }

 private:
  struct Stored {
    std::int64_t id = 0;
    std::int64_t version = 0;  // 0: the session does not exist
    TimeMs created_at = 0;
    std::int64_t turns = 0;
    std::int64_t messages = 0;
    std::int64_t trimmed = 0;
    std::int64_t recency = 0;
    std::int64_t indexed = -1;  // only set if the session was found in the database
    TimeMs expires_at = 0;
    bool archived = false;
    std::optional<std::string> handed_off = {};  // as in the column
    std::optional<TurnIds::Recent> recent = {};  // unset: not read yet
  };
  Result<Stored> find(std::string_view session);
  Result<Stored> find(std::string_view session, KnownSessions& known);
  Result<std::int64_t> insert_session(const SessionState& state, std::string_view form, const SessionNotes* notes);
  Result<void> remove_expired(std::string_view session);
  Result<void> end_conversation(std::int64_t id, const EndedConversation& ended, const SessionState& state);
  Result<void> put_ended(std::int64_t id, const EndedConversation& ended);
  Result<void> put_expired(std::int64_t id, const Erasure& erasure);
  Result<void> update_session(const Stored& stored, const SessionState& state, std::string_view form);
  Result<void> put_handoff(std::int64_t id, const std::optional<std::string>& handoff, bool archived,
                           std::int64_t hour);
  Result<void> put_notes(std::int64_t id, const SessionNotes& notes, std::int64_t recency, bool is_handed_off);
  // Takes the numbers of a settled session out of the totals.
  Result<void> unsettle(const Stored& stored);
  Result<void> insert_labels(std::int64_t id, const SessionNotes& notes, std::int64_t hour);
  Result<void> put_call(std::int64_t id, const CallRecord& call);
  // Trims the turns before `first_kept`. Returns the number of removed messages.
  Result<std::int64_t> trim(const Stored& stored, std::int64_t id, std::int64_t first_kept);
  Result<bool> has_turn(Stored& stored, std::string_view message_id);
  Result<void> put_turn(const PreparedCommit& prepared, bool continues, std::int64_t id, Stored& stored);

  Database& database_;
  Totals totals_{database_};
  Statement find_session_, insert_session_, update_session_, move_session_, move_labels_;
  TurnReading turns_{database_};
  TurnWriting turn_rows_{database_};
  TurnIds turn_ids_{database_};
  Statement put_call_, trim_calls_;
  Statement put_notes_, archive_, clear_labels_, insert_label_;
  Statement put_handoff_, clear_label_;
  Statement insert_item_, replace_item_, put_item_, remove_item_, drop_expired_items_;
  Statement read_notes_, put_conversation_, put_ended_, put_ended_label_, conversations_;
  Statement erase_session_, put_expired_, remove_expired_, forget_expired_;
};

}  // namespace parley::memory
