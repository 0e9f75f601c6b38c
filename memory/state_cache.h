// StateCache: spares a session that is talking from being parsed anew at each of its turns.
//
// The idea: a store reads the session's JSON anyway. When it is, byte for byte, the JSON of a state that passed by
// lately, that state is the answer. Nothing can go stale: what counts is what was read.
//
// Invariants
//   1. An entry's state is what parsing its JSON would give. States that their JSON does not hold exactly (codec.h)
//      are not kept.
//   2. At most kEntries states are held, whatever the number of sessions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/session.h"

namespace parley::memory {

// Not thread-safe.
class StateCache {
 public:
  // The state that `json` stands for, if it is known; valid until the next call of keep or forget.
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
