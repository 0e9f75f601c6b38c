// What hosts and operators do with whole sessions, over any store.
//
// [Threading] every call may come from any thread while others talk.
// [Errors]    by Result; the store's own, and those named here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/store.h"
#include "parley/telemetry.h"

namespace parley {

// Whether a session goes on with the next message, or begins anew. Resolution X3 of the design notes: three things
// that must be told apart.
enum class SessionStatus { kUnknown, kLive, kExpired };
const char* to_string(SessionStatus standing);  // "unknown", "live", "expired"
SessionStatus session_status(const SessionState& state, TimeMs now);
Result<SessionStatus> session_status(SessionStore& store, std::string_view session, TimeMs now);

// The session that has this conversation. kUnknownSession: the store does not hold the id. kSessionExpired: the
// conversation has ended, or its time is over.
Result<std::string> session_of_conversation(SessionStore& store, std::string_view continuation_id, TimeMs now);

// What to call a session: its title, else what it was last about, and the day: "refund, 2026-11-21".
std::string title_of(const SessionSummary& summary);

// Continues `session` under another name too: a copy of its current conversation, or with `history` of the whole
// session. The copy has its own continuation ids, and a tool call that waits in it its own idempotency key.
// kUnknownSession, kSessionExists; kSessionExpired: the conversation is over at `now`, and `history` is false.
Result<void> fork_session(SessionStore& store, std::string_view session, const std::string& copy, IdSource& ids,
                          TimeMs now, bool history = false);

// The store without the sessions that are past their retention (SessionSummary::kept_until), archived ones excepted.
// For callers that read: it erases nothing, and counts() still counts them. Sessions stored by a parley that did not
// keep the moment are all there.
std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store, std::shared_ptr<Clock> clock);

// ---- export and import: JSON Lines, in the form of docs/store.md

// One line, without the newline. False: stop, the reader has gone away.
using LineSink = std::function<bool(std::string_view line)>;
// The next line, without the newline; none: the end.
using LineSource = std::function<std::optional<std::string>()>;

struct ExportReport {
  std::int64_t sessions = 0;            // written
  std::vector<RefusedSession> refused;  // the first thousand; no line of such a session is written
  std::int64_t refusals = 0;
};
// Every session that `query` names, by name; its limit and order do not count. What is written while others talk holds
// each session as of one moment. A session that cannot be read whole, or that an import would refuse, is reported, and
// the others are written: only without refusals is everything there.
Result<ExportReport> export_sessions(SessionStore& store, SessionQuery query, const LineSink& line);

struct ImportOptions {
  // Sessions get new names, continuation ids and idempotency keys from here. Null: they keep their own, and one whose
  // name is taken is left out.
  IdSource* new_ids = nullptr;
  bool dry_run = false;
  std::size_t max_line_bytes = 16 * 1024 * 1024;
  std::size_t max_session_bytes = 1024 * 1024 * 1024;  // of all of its lines
};
struct ImportReport {
  std::int64_t sessions = 0;
  std::int64_t messages = 0;
  struct Refused {
    std::int64_t line = 0;  // from 1
    std::string why;
  };
  std::vector<Refused> refused;  // the first thousand; nothing of such a session is stored
  std::int64_t refusals = 0;
};
// What comes is not trusted: a line that is not exactly what an export writes, or a session that breaks an invariant
// of parley/session.h, is refused, and the others go on. What is no export at all is kInvalidRequest.
Result<ImportReport> import_sessions(SessionStore& store, const LineSource& lines, const ImportOptions& options = {});

// ---- forgetting

// What stands for a user in a store: a hash, keyed unless `key` (at most 64 bytes) is empty. Engine::user_hash uses
// EngineOptions::user_key.
std::string user_hash(std::string_view user, std::string_view key);
// What stands in telemetry for a session, by its name, and for a user, by that user's hash. `key`:
// EngineOptions::telemetry_key; of an engine that was given none nobody has it.
std::string telemetry_hash(std::string_view session_or_user_hash, std::string_view key);

// Sessions that rested since before `before` are erased; archived ones stay. With `as_expired`, a message to one of
// them is told that it had expired, at `before`. With `dry_run` nothing is erased. A session that cannot be read, for
// example because its key is missing, stays and is reported, and the others are erased.
struct PruneOptions {
  TimeMs before = 0;
  std::string bot;  // empty: any bot's
  bool as_expired = false;
  bool dry_run = false;
};
struct PruneReport {
  std::int64_t erased = 0;              // with `dry_run`, how many would be
  std::vector<RefusedSession> refused;  // the first thousand that cannot be read
  std::int64_t refusals = 0;
};
Result<PruneReport> prune_sessions(SessionStore& store, const PruneOptions& options);

struct ForgetOptions {
  // Where telemetry of the sessions was written. Tables (TelemetryTable) are erased from, others are named in the
  // receipt. Events that wait in an engine's queue are not there yet: Engine::forget_session sees to that.
  std::vector<std::shared_ptr<TelemetrySink>> telemetry;
  std::string telemetry_key;  // as above; needed with a table
  // Called with some sessions before anything of them is erased: for what a host keeps of them elsewhere. An error ends
  // it there. What dies half way is called for them again, when the same is forgotten again.
  std::function<Result<void>(const std::vector<std::string>& sessions)> before;
};

// What one call has erased. One that goes on where another was cut short does not tell what that one had erased.
struct ForgetReceipt {
  struct Items {                 // by their names (parley/memory.h)
    std::int64_t summaries = 0;  // one a conversation
    std::int64_t topics = 0;     // lists of them, one a conversation
    std::int64_t packed = 0;     // packs of messages that topics hold
    std::int64_t results = 0;    // of tools
    std::int64_t others = 0;     // a host's own
  };
  std::vector<std::string> sessions;
  std::int64_t turns = 0;     // that the sessions ever had
  std::int64_t messages = 0;  // likewise
  Items items;
  std::int64_t events = 0;           // of telemetry, out of tables
  std::vector<std::string> outside;  // what may hold more of it and was not reached, each in words; never empty
};

// Everything that is known of a session, or of all sessions of a user: docs/privacy.md has what that is. After an error
// nothing is claimed, and the same call goes on where it ended; so it does after a crash. kUnknownSession: nothing of
// it was left, in the telemetry that was named neither; kInvalidRequest: no user, or a table without a key;
// kStoreUnavailable: some of it is still readable somewhere.
Result<ForgetReceipt> forget_session(SessionStore& store, std::string_view session, const ForgetOptions& options = {});
// And what begins meanwhile.
Result<ForgetReceipt> forget_user(SessionStore& store, const std::string& user_hash, const ForgetOptions& options = {});

}  // namespace parley
