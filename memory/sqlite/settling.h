// Settling puts the numbers of idle sessions into the totals, and their words into the search index.
//
// A turn writes neither, because each would cost it a page. Instead, counts and searches read a session in use itself.
// The store keeps a number of sessions in this state. When there are twice as many, it settles those that were idle
// longest, in batches. The words of a batch are read without a lock of the store. The transaction that settles it is
// short, and skips sessions that have changed since.
//
// Invariants
//   1. A settled session has a key of settled sessions (memory/sqlite/recency.h). It is in the totals with the numbers
//      of its row, and in the search index with all its messages. The index of an encrypted store is empty.
//   2. A turn, an erasure and a change of `archived` also change the totals. A session that gets a turn is not settled.
//
// Tested by tests/memory/settling_test.cc.
#pragma once

#include <optional>
#include <vector>

#include "memory/sqlite/database.h"
#include "memory/sqlite/search_index.h"
#include "memory/sqlite/totals.h"
#include "memory/sqlite/turn_reading.h"
#include "memory/sqlite/word_block.h"

namespace parley::memory {

struct UnsettledSession {
  std::int64_t id = 0, version = 0;
  TimeMs created_at = 0, updated_at = 0, expires_at = 0;
  std::int64_t turns = 0, messages = 0;
  std::int64_t indexed = 0;  // messages in the search index
};

// A row of sql::kListUnsettled.
UnsettledSession unsettled_in(const Rows& row);

// Sessions to settle, with their words. A session with very many new messages comes alone, and is indexed in parts:
// `part_of` is this session, and `indexed` the number of its last message in `words`.
struct SettlingBatch {
  std::vector<UnsettledSession> sessions;
  std::optional<UnsettledSession> part_of;
  std::int64_t indexed = 0;
  WordBlockBuilder words;
  // The number of erasures before the sessions were read. After another erasure, a new session may have the id, the
  // version and the times of one of them.
  std::int64_t erasures = 0;
};

// Chooses and reads. Thread-compatible, like its database.
class SettlingReader {
 public:
  explicit SettlingReader(Database& database) : database_(database) {}
  Result<void> prepare();

  Result<std::int64_t> unsettled();  // the number of sessions
  // Returns sessions to settle, so that about `keep` of those that were read stay. Reads only a part of very many.
  Result<std::vector<UnsettledSession>> choose(std::size_t keep);
  // Reads the words of the first sessions of `chosen`, and removes those from it that are in the batch as a whole.
  Result<SettlingBatch> read(std::vector<UnsettledSession>& chosen, bool with_words);

 private:
  Result<void> add_words(const UnsettledSession& session, std::int64_t last, WordBlockBuilder& words);

  Database& database_;
  TurnReading turns_{database_};
  Statement count_, list_;
};

// Writes. Thread-compatible, like its database. Requires a transaction.
class Settling {
 public:
  Settling(Database& database, SearchIndex& index) : database_(database), index_(index) {}
  Result<void> prepare();
  // Returns the ids of the sessions whose rows it changed, sorted.
  Result<std::vector<std::int64_t>> settle(SettlingBatch& batch);

 private:
  Database& database_;
  SearchIndex& index_;
  Totals totals_{database_};
  Statement settle_, put_indexed_;
};

}  // namespace parley::memory
