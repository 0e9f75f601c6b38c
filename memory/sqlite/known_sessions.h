// KnownSessions remembers the rows of recently used sessions of one store, so that a turn reads its session from
// memory.
//
// Another process may write to the database at any time. So what is known holds for one position of the log
// (memory/sqlite/log_position.h), and only while the log is still there. Commits of the store itself move the position
// and tell what they changed; any other change makes everything unknown at once. A caller that knows nothing reads the
// database, as if this class did not exist.
//
// Invariants
//   1. An entry is current only if its generation is generation_. A current entry equals what a read of the database
//      at position_ returns. States that their stored form does not represent exactly are not kept.
//   2. While a transaction writes a session, the session is not known: take() makes it unknown, and moved() brings it
//      back after the commit. So two commits of one session in one transaction do not both find it unchanged.
//   3. At most kEntries sessions are kept, whatever their number.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/sqlite/log_position.h"
#include "memory/sqlite/turn_ids.h"
#include "parley/session.h"

namespace parley::memory {

// The columns of a session's row that its state does not tell.
struct SessionRow {
  std::int64_t id = 0;       // 0: no session has this name
  std::int64_t recency = 0;  // the key for lists (memory/sqlite/recency.h)
  bool archived = false;
  std::optional<TurnIds::Recent> recent = {};  // unset: unknown
};

// Thread-safe.
class KnownSessions {
 public:
  using Position = std::optional<LogPosition>;

  // ---- reading. `now`: the position of the log at this moment

  // Unset: unknown. A session that is known not to exist has version 0.
  std::optional<SessionState> find(std::string_view session, const Position& now) const;
  // Returns the state whose stored form is `bytes`, which were just read. Unset: unknown.
  std::optional<SessionState> find_same(std::string_view session, std::string_view bytes) const;
  // `before` and `after`: the position before and after the session was read. Without a session, `state` has only a
  // name.
  void learn(const Position& before, const Position& after, const SessionRow& row, std::string bytes,
             const SessionState& state);
  bool none_expired(const Position& now) const;
  void learn_none_expired(const Position& before, const Position& after);

  // Removes the data of a session that is erased from memory.
  void forget(std::string_view session);

  // ---- writing, in this order, under the lock of the writing connection

  // The transaction has begun at this position, and holds the write lock.
  void begin(const Position& now);
  // The row of a session and the numbers of its state that a commit compares.
  struct Taken {
    SessionRow row;
    std::int64_t version = 0, turns = 0, messages = 0, trimmed = 0;
    TimeMs created_at = 0, expires_at = 0;
    std::optional<std::string> handed_off = {};  // handoff_column() of the state
  };
  std::optional<Taken> take(std::string_view session);
  bool none_expired() const;
  // The transaction that began at `before` is committed. It wrote the sessions of `written`, and nothing else that is
  // known.
  struct Written {
    SessionRow row;
    std::string bytes;
    const SessionState& state;
  };
  void moved(const Position& before, const Position& after, std::vector<Written> written);
  // The same for a transaction that only settled sessions. `ids` are sorted.
  void settled(const Position& before, const Position& after, const std::vector<std::int64_t>& ids);

 private:
  static constexpr std::size_t kEntries = 256;
  struct Entry {
    SessionRow row;
    SessionState state;
    std::string bytes;
    std::uint64_t generation = 0;
  };
  static std::size_t slot_of(std::string_view session) { return std::hash<std::string_view>()(session) % kEntries; }
  bool holds_at(const Position& now) const { return now && position_ == now; }
  void move_to(const Position& position);
  bool move_on(const Position& before, const Position& after);
  const Entry* current(std::string_view session) const;
  void keep(SessionRow row, std::string bytes, const SessionState& state);

  mutable std::mutex mutex_;
  Position position_;
  std::uint64_t generation_ = 1;
  std::uint64_t none_expired_ = 0;  // the generation in which no session counted as expired
  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

}  // namespace parley::memory
