#include "memory/state_cache.h"

#include <utility>

namespace parley::memory {

bool is_exact_json(std::string_view json) {
  return json.find("\xEF\xBF\xBD") == std::string_view::npos && json.find("null") == std::string_view::npos;
}

const SessionState* StateCache::find(std::string_view session, std::string_view json) const {
  const Entry& entry = entries_[slot_of(session)];
  return !json.empty() && entry.json == json ? &entry.state : nullptr;
}

void StateCache::keep(std::string json, const SessionState& state) {
  if (!is_exact_json(json)) return;
  Entry known{std::move(json), state};  // built completely first, so that running out of memory changes nothing
  entries_[slot_of(state.session)] = std::move(known);
}

void StateCache::forget(std::string_view session) {
  Entry& entry = entries_[slot_of(session)];
  if (entry.state.session == session) entry = Entry();
}

}  // namespace parley::memory
