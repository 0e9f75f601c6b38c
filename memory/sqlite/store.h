// Creates a store from open databases.
#pragma once

#include <functional>
#include <memory>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

// How a store settles sessions (memory/sqlite/settling.h).
struct SettlingPolicy {
  std::size_t keep = 0;  // sessions that stay unsettled. The store settles when there are more than twice as many
  bool in_background = true;
  bool with_words = true;                  // false: the texts are encrypted
  std::function<Result<Database>()> open;  // opens another connection that reads
};

// Requires two connections to the same file, both with their settings applied, and a file with all migrations applied.
Result<std::shared_ptr<SessionStore>> make_sqlite_store(Database writes, Database reads, SettlingPolicy settling);

}  // namespace parley::memory
