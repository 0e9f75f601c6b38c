// StateCache keeps the parsed states of recently used sessions, so that a turn need not parse the state of its session
// again.
//
// On each turn, the store still reads the JSON of the session. The cache returns a state only if its JSON has the same
// bytes. A returned state therefore cannot be outdated.
//
// Invariants
//   1. The state of an entry equals the result of parsing its JSON. States that JSON does not represent exactly
//      (codec.h) are not cached.
//   2. At most kEntries states are cached, however many sessions there are.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/session.h"

namespace parley::memory {

// Returns whether reading the JSON certainly gives an equal state. U+FFFD may stand for invalid UTF-8, and null for a
// number that is not finite.
bool is_exact_json(std::string_view json);

// Not thread-safe.
class StateCache {
 public:
  // Returns the state for `json` if it is cached, or null. Valid until the next call of keep or forget.
  const SessionState* find(std::string_view session, std::string_view json) const;

  void keep(std::string json, const SessionState& state);
  void forget(std::string_view session);

 private:
  static constexpr std::size_t kEntries = 256;
  struct Entry {
    std::string json;
    SessionState state;
  };
  static std::size_t slot_of(std::string_view session) { return std::hash<std::string_view>()(session) % kEntries; }

  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

}  // namespace parley::memory
