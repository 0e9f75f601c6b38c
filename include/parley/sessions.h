// Operations on whole sessions, with any store: status, export and import, fork, prune, and forget.
//
//   std::ofstream file("sessions.jsonl");
//   const auto line = [&](std::string_view text) { return static_cast<bool>(file << text << '\n'); };
//   auto exported = parley::export_sessions(*store, {}, line);
//   if (!exported) return std::cerr << exported.error().to_string() << '\n', 1;
//   std::cout << exported->sessions << " sessions, " << exported->refusals << " refused\n";
//
// All functions are thread-safe, and may run while engines use the store. They return the errors of the store in
// addition to those named here.
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
#include "parley/value.h"

namespace parley {

// kLive: the next message continues the session. kExpired: the session has expired, or was erased because it had
// expired. kUnknown: the store does not hold it (docs/memory.md, X3).
enum class SessionStatus { kUnknown, kLive, kExpired };
const char* to_string(SessionStatus standing);  // "unknown", "live", "expired"
SessionStatus session_status(const SessionState& state, TimeMs now);
Result<SessionStatus> session_status(SessionStore& store, std::string_view session, TimeMs now);

// Returns the name of the session with this conversation. kUnknownSession: the store does not hold the id.
// kSessionExpired: the conversation has ended, or has expired at `now`.
Result<std::string> session_of_conversation(SessionStore& store, std::string_view continuation_id, TimeMs now);

// Returns a name of the session for people: its title, otherwise its last intent and its day ("refund, 2026-11-21").
std::string title_of(const SessionInfo& summary);

// Copies the current conversation of `session` to a new session `copy`; with `history`, the whole session. The copy has
// its own continuation ids, and its waiting tool call has its own idempotency key. Errors: kUnknownSession;
// kSessionExists; kSessionExpired if the conversation is over at `now`, and `history` is false.
Result<void> fork_session(SessionStore& store, std::string_view session, const std::string& copy, IdSource& ids,
                          TimeMs now, bool history = false);

// Returns a view of the store without the sessions that are past their retention (SessionInfo::kept_until). Archived
// sessions stay visible. The view is for reading: it erases nothing. Its counts() count all sessions.
std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store, std::shared_ptr<Clock> clock);

// ---- export and import: JSON Lines, in the form of docs/store.md

// Receives one line without its newline. Returns false to stop the export.
using LineSink = std::function<bool(std::string_view line)>;
// Returns the next line without its newline; unset at the end.
using LineSource = std::function<std::optional<std::string>()>;

struct ExportReport {
  std::int64_t sessions = 0;            // sessions written
  std::vector<RefusedSession> refused;  // the first thousand that were skipped; no line of them is written
  std::int64_t refusals = 0;            // the number of skipped sessions
};
// Writes all sessions that match `query`, in the order of their names; the query's limit and order are ignored. Each
// session is a snapshot of one moment. A session that cannot be read completely, or that an import would refuse, is
// skipped and reported. The export is complete if `refusals` is 0.
Result<ExportReport> export_sessions(SessionStore& store, SessionQuery query, const LineSink& line);

struct ImportOptions {
  // The source of new names, continuation ids and idempotency keys. Must be valid during the call. Null: the sessions
  // keep their own, and a session whose name exists is refused.
  IdSource* new_ids = nullptr;
  bool dry_run = false;                                // true: checks everything and stores nothing
  std::size_t max_line_bytes = 16 * 1024 * 1024;       // a longer line is refused
  std::size_t max_session_bytes = 1024 * 1024 * 1024;  // of all lines of a session
};
struct ImportReport {
  std::int64_t sessions = 0;
  std::int64_t messages = 0;
  struct Refused {
    std::int64_t line = 0;  // from 1
    std::string why;
  };
  std::vector<Refused> refused;  // the first thousand; nothing of these sessions is stored
  std::int64_t refusals = 0;     // the number of refused sessions
};
// Reads the lines of an export. The input is not trusted: a session with a line that no export writes, or with a state
// that breaks an invariant of parley/session.h, is refused, and the import continues. kInvalidRequest: the input is not
// an export.
Result<ImportReport> import_sessions(SessionStore& store, const LineSource& lines, const ImportOptions& options = {});

// ---- forgetting

// The hash that replaces a user in the store. `key`: at most 64 bytes; empty: the hash is not keyed. Engine::user_hash
// uses EngineOptions::user_key.
std::string user_hash(std::string_view user, std::string_view key);
// The hash that replaces a session (by its name) or a user (by user_hash()) in telemetry. `key`:
// EngineOptions::telemetry_key. Without that option, the key of an engine is random, and its hashes cannot be computed.
std::string telemetry_hash(std::string_view session_or_user_hash, std::string_view key);

struct PruneOptions {
  TimeMs before = 0;  // erases the sessions whose last turn is older
  std::string bot;    // only sessions of this bot. Empty: of all bots
  // true: expired() returns `before` for these sessions. The bot replies to a later message that the session expired.
  bool as_expired = false;
  bool dry_run = false;  // true: erases nothing
};
struct PruneReport {
  std::int64_t erased = 0;  // with `dry_run`: the sessions that would be erased
  // The first thousand that were not erased, because they cannot be read; their key may be missing.
  std::vector<RefusedSession> refused;
  std::int64_t refusals = 0;  // the number of sessions that cannot be read
};
// Erases idle sessions. Archived sessions stay.
Result<PruneReport> prune_sessions(SessionStore& store, const PruneOptions& options);

struct ForgetOptions {
  // The sinks that received telemetry of the sessions. The events are erased from tables (TelemetryTable); the receipt
  // names the other sinks. Events in the queue of an engine are not erased: use Engine::forget_session for those.
  std::vector<std::shared_ptr<TelemetrySink>> telemetry;
  std::string telemetry_key;  // EngineOptions::telemetry_key. Required with a table
  // Called with the names of some sessions before any data of these sessions is erased, so that the caller can erase
  // its own data about them. An error stops the erasure. If an erasure is interrupted, the next call may pass the same
  // sessions again. May be empty.
  std::function<Result<void>(const std::vector<std::string>& sessions)> before;
};

// The data that one call erased. A call that continues an interrupted erasure does not count the data that was erased
// before.
struct ForgetReceipt {
  struct Items {                 // by their names (parley/memory.h)
    std::int64_t summaries = 0;  // at most one per conversation
    std::int64_t topics = 0;     // lists of topics, at most one per conversation
    std::int64_t packed = 0;     // packed messages of topics
    std::int64_t results = 0;    // tool results
    std::int64_t others = 0;     // items of the caller
  };
  std::vector<std::string> sessions;
  std::int64_t turns = 0;     // all turns that the sessions ever had
  std::int64_t messages = 0;  // all messages that they ever had
  Items items;
  std::int64_t events = 0;  // events erased from telemetry tables
  // Places that may hold more data and were not erased, as texts for people. Never empty.
  std::vector<std::string> outside;
};

// Returns the receipt as JSON: {"sessions", "turns", "messages", "items": {...}, "events", "outside"}.
Value to_value(const ForgetReceipt& receipt);

// Erases everything about a session; docs/privacy.md lists it. After an error or a crash, the same call continues where
// it stopped. kUnknownSession: the store and the telemetry hold nothing about it. kInvalidRequest: `telemetry` has a
// table, and `telemetry_key` is empty. kStoreUnavailable: some data is still readable.
Result<ForgetReceipt> forget_session(SessionStore& store, std::string_view session, const ForgetOptions& options = {});
// Erases all sessions of a user in the same way, including sessions that begin during the call. kInvalidRequest: also
// for an empty hash.
Result<ForgetReceipt> forget_user(SessionStore& store, const std::string& user_hash, const ForgetOptions& options = {});

}  // namespace parley
