// An heir is a session whose summary contains words of an older session, which it continues. The older session holds
// the place of that summary as an item, so that its erasure also erases the summary.
#pragma once

#include <string>
#include <vector>

#include "parley/store.h"

namespace parley::memory {

struct Heir {
  std::string session;
  TimeMs begun_at = 0;  // SessionState::created_at
  std::string item;     // the name of its summary
  friend bool operator==(const Heir&, const Heir&) = default;
};

// Stores the heir with `session`, which began at `begun_at`. Call it before you store the summary. kUnknownSession: the
// session was erased.
Result<void> note_heir(TurnStore& store, const std::string& session, TimeMs begun_at, const Heir& heir);

// Removes the summaries of all heirs of a session. Skips damaged items: the next context of such an heir removes its
// summary.
Result<void> erase_inheritance(TurnStore& store, const std::string& session);

// Erases sessions, as SessionStore::erase(), and the summaries of all their heirs.
Result<std::size_t> erase_with_inheritance(SessionStore& store, const std::vector<Erasure>& sessions);

}  // namespace parley::memory
