#include "memory/sqlite/known_sessions.h"

#include <algorithm>
#include <new>
#include <utility>

#include "memory/sqlite/listing.h"
#include "memory/state_cache.h"

namespace parley::memory {

const KnownSessions::Entry* KnownSessions::current(std::string_view session) const {
  const Entry& entry = entries_[slot_of(session)];
  return entry.generation == generation_ && entry.state.session == session ? &entry : nullptr;
}

std::optional<SessionState> KnownSessions::find(std::string_view session, const Position& now) const {
  const std::lock_guard lock(mutex_);
  const Entry* entry = holds_at(now) ? current(session) : nullptr;
  return entry ? std::optional<SessionState>(entry->state) : std::nullopt;
}

std::optional<SessionState> KnownSessions::find_same(std::string_view session, std::string_view bytes) const {
  const std::lock_guard lock(mutex_);
  const Entry& entry = entries_[slot_of(session)];
  const bool is_same = !bytes.empty() && entry.bytes == bytes && entry.state.session == session;
  return is_same ? std::optional<SessionState>(entry.state) : std::nullopt;
}

void KnownSessions::learn(const Position& before, const Position& after, const SessionRow& row, std::string bytes,
                          const SessionState& state) {
  if (!before || before != after) return;
  const std::lock_guard lock(mutex_);
  move_to(before);
  keep(row, std::move(bytes), state);
}

bool KnownSessions::none_expired(const Position& now) const {
  const std::lock_guard lock(mutex_);
  return holds_at(now) && none_expired_ == generation_;
}

void KnownSessions::learn_none_expired(const Position& before, const Position& after) {
  if (!before || before != after) return;
  const std::lock_guard lock(mutex_);
  move_to(before);
  none_expired_ = generation_;
}

void KnownSessions::forget(std::string_view session) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[slot_of(session)];
  if (entry.state.session == session) entry = Entry();
}

void KnownSessions::begin(const Position& now) {
  const std::lock_guard lock(mutex_);
  move_to(now);
}

std::optional<KnownSessions::Taken> KnownSessions::take(std::string_view session) {
  const std::lock_guard lock(mutex_);
  if (!position_ || !current(session)) return std::nullopt;
  Entry& entry = entries_[slot_of(session)];
  entry.generation = 0;
  const SessionState& state = entry.state;
  return Taken{std::move(entry.row), state.version,    state.turns,      state.messages,
               state.trimmed,        state.created_at, state.expires_at, handoff_column(state)};
}

bool KnownSessions::none_expired() const {
  const std::lock_guard lock(mutex_);
  return position_ && none_expired_ == generation_;
}

void KnownSessions::moved(const Position& before, const Position& after, std::vector<Written> written) {
  const std::lock_guard lock(mutex_);
  for (const Written& each : written) entries_[slot_of(each.state.session)].generation = 0;
  if (!move_on(before, after)) return;
  for (Written& each : written) keep(std::move(each.row), std::move(each.bytes), each.state);
}

void KnownSessions::settled(const Position& before, const Position& after, const std::vector<std::int64_t>& ids) {
  const std::lock_guard lock(mutex_);
  for (Entry& entry : entries_) {
    if (std::binary_search(ids.begin(), ids.end(), entry.row.id)) entry.generation = 0;
  }
  move_on(before, after);
}

// Returns whether the entries are now those at `after`.
bool KnownSessions::move_on(const Position& before, const Position& after) {
  if (!before || !after || !after->is_next_after(*before)) {
    move_to(std::nullopt);
    return false;
  }
  // A reader may have moved the position to `after` already, and may have read other sessions there.
  if (position_ == before) position_ = after;
  return position_ == after;
}

void KnownSessions::move_to(const Position& position) {
  if (position && position_ == position) return;
  position_ = position;
  ++generation_;
}

// Assigns the parts of the entry, so that it keeps its memory.
void KnownSessions::keep(SessionRow row, std::string bytes, const SessionState& state) {
  Entry& entry = entries_[slot_of(state.session)];
  try {
    entry.generation = 0;
    entry.bytes.clear();
    if (!is_exact_json(bytes)) return;
    entry.state = state;
    entry.row = std::move(row);
    entry.bytes = std::move(bytes);
    entry.generation = generation_;
  } catch (const std::bad_alloc&) {
    entry = Entry();  // to know nothing is always right
  }
}

}  // namespace parley::memory
