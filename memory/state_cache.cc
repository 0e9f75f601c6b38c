#include "memory/state_cache.h"

#include <utility>

namespace parley::memory {
namespace {

// U+FFFD may stand for bytes that were no UTF-8, null for a number that was not finite. Both may be what they seem;
// such a state is parsed when it is wanted.
bool is_exact(std::string_view json) {
  return json.find("\xEF\xBF\xBD") == std::string_view::npos && json.find("null") == std::string_view::npos;
}

}  // namespace

const SessionState* StateCache::find(std::string_view session, std::string_view json) const {
  const Entry& entry = entries_[slot_of(session)];
  return !json.empty() && entry.json == json ? &entry.state : nullptr;
}

void StateCache::keep(std::string json, const SessionState& state) {
  if (!is_exact(json)) return;
  Entry known{std::move(json), state};  // as a whole, or where there is no memory not at all
  entries_[slot_of(state.session)] = std::move(known);
}

void StateCache::forget(std::string_view session) {
  Entry& entry = entries_[slot_of(session)];
  if (entry.state.session == session) entry = Entry();
}

}  // namespace parley::memory
