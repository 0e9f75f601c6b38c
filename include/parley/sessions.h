// What hosts and operators do with whole sessions, over any store.
//
// [Threading] every call may come from any thread while others talk.
// [Errors]    by Result; the store's own, and those named here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"
#include "parley/store.h"

namespace parley {

// Whether a session goes on with the next message, or begins anew. Resolution X3 of the design notes: three things
// that must be told apart.
enum class Standing { kUnknown, kLive, kExpired };
const char* name_of(Standing standing);  // "unknown", "live", "expired"
Standing standing_of(const SessionState& state, TimeMs now);
Result<Standing> standing_of(SessionStore& store, std::string_view session, TimeMs now);

// What to call a session: its title, else what it was last about, and the day: "refund, 2026-11-21".
std::string title_of(const SessionSummary& summary);

// Continues `session` under another name too: a copy of all of it. The copy has its own continuation id, and a tool
// call that waits in it its own idempotency key. kUnknownSession, kSessionExists.
Result<void> fork_session(SessionStore& store, std::string_view session, const std::string& copy, IdSource& ids);

// ---- export and import: JSON Lines, in the form of docs/store.md

// One line, without the newline. False: stop, the reader has gone away.
using LineSink = std::function<bool(std::string_view line)>;
// The next line, without the newline; none: the end.
using LineSource = std::function<std::optional<std::string>()>;

// Every session that `query` names, by name; its limit and order do not count. What is written while others talk holds
// each session as of one moment. Answers with the number of sessions.
Result<std::int64_t> export_sessions(SessionStore& store, SessionQuery query, const LineSink& line);

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

// Sessions that rested since before `before` are erased; archived ones stay. With `as_expired`, a message to one of
// them is told that it had expired, at `before`. Answers with how many; with `dry_run` nothing is erased.
struct PruneOptions {
  TimeMs before = 0;
  std::string bot;  // empty: any bot's
  bool as_expired = false;
  bool dry_run = false;
};
Result<std::int64_t> prune_sessions(SessionStore& store, const PruneOptions& options);

struct ForgetReceipt {
  std::vector<std::string> sessions;  // erased
  std::int64_t turns = 0;
  std::int64_t messages = 0;
};
Result<ForgetReceipt> forget_session(SessionStore& store, std::string_view session);   // kUnknownSession
Result<ForgetReceipt> forget_user(SessionStore& store, const std::string& user_hash);  // and what begins meanwhile

}  // namespace parley
