// SessionStore: where conversations are kept. Implement it to bring your own; run the conformance suite
// (tests/conformance) against it.
//
// What a store promises
//   1. commit() is all or nothing, and durable when it returns (SQLite: as far as `synchronous` goes).
//   2. A commit whose `expected_version` is not the stored one changes nothing: kStaleVersion.
//   3. A message id is stored once per session: find_turn gives back the turn it was answered with.
//   4. Messages of a session are dense and ordered by `seq`; time plays no part.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"
#include "parley/session.h"
#include "parley/turn.h"

namespace parley {

enum class Role { kUser, kAssistant, kTool };
const char* name_of(Role role);  // "user", "assistant", "tool"

struct Message {
  std::int64_t seq = 0;   // 1 for the first of a session
  std::int64_t turn = 0;  // the turn it belongs to
  Role role = Role::kUser;
  std::string text;  // sensitive values already taken out
  TimeMs at = 0;
  friend bool operator==(const Message&, const Message&) = default;
};

struct StoredTurn {
  Turn turn;
  bool complete = true;  // false: a tool call was running when this was stored
};

// One turn's worth of writing.
struct Commit {
  const SessionState& state;             // state.version == expected_version + 1
  std::int64_t expected_version = 0;     // 0: the session must not exist yet
  const StoredTurn& turn;                // replaces a stored incomplete turn of the same seq
  const std::vector<Message>& messages;  // appended
  TimeMs now = 0;
};

struct SessionSummary {
  std::string session;
  std::string bot;
  TimeMs created_at = 0;
  TimeMs updated_at = 0;
  std::int64_t turns = 0;
  std::int64_t messages = 0;
  std::optional<std::string> last_intent;
  std::optional<std::string> waiting_for_param;
};

// [Threading] every call may come from any thread, several at once.
// [Errors]    by Result; nothing is thrown.
class SessionStore {
 public:
  virtual ~SessionStore() = default;

  // The state, or none when the session is unknown.
  virtual Result<std::optional<SessionState>> load(std::string_view session) = 0;

  virtual Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) = 0;

  virtual Result<void> commit(const Commit& commit) = 0;

  // At most `limit` messages with seq < `before` (0: from the newest), presented oldest first.
  virtual Result<std::vector<Message>> messages(std::string_view session, std::size_t limit,
                                                std::int64_t before = 0) = 0;

  // Most recently updated first.
  virtual Result<std::vector<SessionSummary>> list(std::size_t limit, std::size_t offset = 0) = 0;

  // Removes the session with all it said. False when there was none.
  virtual Result<bool> erase(std::string_view session) = 0;
};

// Keeps everything in this process; gone with it.
std::shared_ptr<SessionStore> memory_store();

struct SqliteOptions {
  enum class Synchronous { kFull, kNormal };
  // kFull: an acknowledged turn survives power loss. kNormal: it survives kill -9, and a power loss may take
  // the last few turns; about twice as fast.
  Synchronous synchronous = Synchronous::kFull;
  int busy_timeout_ms = 5000;  // how long to wait for another process's write before kStoreUnavailable
  bool migrate = true;         // bring an older database up to date; false: refuse it
};

// Opens or creates the database file at `path` (mode 0600). kStoreTooNew for a database of a newer parley,
// kStoreUnavailable when it cannot be opened or one of the settings above did not take.
Result<std::shared_ptr<SessionStore>> open_sqlite_store(const std::string& path, SqliteOptions options = {});

// One numbered change of the schema, as `parley migrate` shows it.
struct Migration {
  int version = 0;
  std::string name;
  std::string checksum;  // of the SQL that this parley ships
  bool applied = false;
  TimeMs applied_at = 0;
};

// The migrations of the database at `path`, applied or not. Changes nothing; a file that is not there is an error.
Result<std::vector<Migration>> sqlite_migrations(const std::string& path);

// Applies what is missing, in one transaction each. Answers with the versions applied.
Result<std::vector<int>> migrate_sqlite(const std::string& path);

}  // namespace parley
