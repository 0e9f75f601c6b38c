// Pool: the connections of a store, opened when they are needed.
//
// Invariants
//   1. At most `connections` are open, each used by one caller at a time.
//   2. A connection that was lost is never used again, and those that rest are then taken for lost too: the server that
//      ended one has most likely ended them all.
//   3. What met a conflict is tried again a few times; what met a lost connection once, if its caller says that twice
//      is the same as once.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// Thread-safe.
class Pool {
 public:
  enum class Repeat { kNever, kWhenLost };

  // With the connection that the store was opened by.
  Pool(std::string uri, const PostgresOptions& options, Connection first);

  struct Answer {
    Result<std::vector<Rows>> rows;
    bool refused = false;   // PostgreSQL was there, and one of the calls failed
    bool repeated = false;  // it was sent twice, and may have been done the first time
  };
  Answer run(const std::vector<const Call*>& calls, Repeat repeat);

  // Of a single call that may be repeated.
  Result<Rows> query(const Statement& statement, std::vector<Bound> values);

  Unexpected corrupt(std::string_view what) const;  // kStoreCorrupt: "<database>: <what>"

 private:
  Result<std::unique_ptr<Connection>> take();
  void give_back(std::unique_ptr<Connection> connection);

  const std::string uri_;
  const int timeout_ms_;
  const int most_;
  std::string name_;
  std::mutex mutex_;
  std::condition_variable given_back_;
  std::vector<std::unique_ptr<Connection>> resting_;
  int open_ = 0;  // resting, in use, or about to be opened
};

}  // namespace parley::memory::postgres
