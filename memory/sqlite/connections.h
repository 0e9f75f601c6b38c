// The two connections of a SQLite store, each with its lock and its statements. Private to memory/sqlite/store.cc.
//
// Tested by tests/memory/sqlite_store_test.cc.
#pragma once

#include <mutex>
#include <utility>

#include "memory/sqlite/listing.h"
#include "memory/sqlite/reading.h"
#include "memory/sqlite/scrub.h"
#include "memory/sqlite/search_index.h"
#include "memory/sqlite/settling.h"
#include "memory/sqlite/statements.h"
#include "memory/sqlite/writing.h"

namespace parley::memory {

inline constexpr ScrubNotes kScrubNotes{sql::kFindUnscrubbed, sql::kNoteUnscrubbed, sql::kScrubMore, sql::kScrubbed};

// Returns the answer. If the answer is the error kStoreCorrupt, and the cause is that another file overwrote this one,
// returns the error for an overwritten file instead.
template <class Answer>
Answer or_overwritten(Database& database, Answer answer) {
  if (answer || answer.error().code != ErrorCode::kStoreCorrupt) return answer;
  if (auto same = database.check_not_overwritten(); !same) return Unexpected(same.error());
  return answer;
}

// The connection that reads.
struct ReadConnection {
  explicit ReadConnection(Database opened) : database(std::move(opened)) {}

  Result<void> prepare() {
    if (auto done = reading.prepare(); !done) return done;
    if (auto done = listing.prepare(); !done) return done;
    if (auto done = settling.prepare(); !done) return done;
    return index.prepare();
  }

  // Returns the result of read(*this), called under the lock.
  template <class Read>
  auto with(Read read) {
    const std::lock_guard lock(mutex);
    return or_overwritten(database, read(*this));
  }

  std::mutex mutex;
  Database database;
  Reading reading{database};
  Listing listing{database};
  SettlingReader settling{database};
  SearchIndex index{database};
};

// The connection that writes.
struct WriteConnection {
  explicit WriteConnection(Database opened) : database(std::move(opened)) {}

  Result<void> prepare() {
    if (auto done = scrub.prepare(kScrubNotes); !done) return done;
    if (auto done = index.prepare(); !done) return done;
    if (auto done = reading.prepare(); !done) return done;
    if (auto done = settling.prepare(); !done) return done;
    return writing.prepare();
  }

  // Runs write() in its own transaction and rolls it back on an error. Requires the lock.
  template <class Write>
  Result<void> transaction(Write write) {
    auto transaction = Transaction::begin(database);
    if (!transaction) return Unexpected(transaction.error());
    if (Result<void> written = write(); !written) return written;
    return transaction->commit();
  }

  // Takes the lock, runs write() in its own transaction, and rolls it back on an error.
  template <class Write>
  Result<void> with(Write write) {
    const std::lock_guard lock(mutex);
    return transaction([&] { return write(*this); });
  }

  std::mutex mutex;
  Database database;
  Reading reading{database};
  SearchIndex index{database};
  Writing writing{database};
  Settling settling{database, index};
  Scrub scrub{database};
};

}  // namespace parley::memory
