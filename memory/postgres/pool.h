// Pool holds the connections of a store and opens them on demand.
//
// Invariants
//   1. At most `connections` connections are open. One caller at a time uses a connection.
//   2. A lost connection is never used again. All idle connections then also count as lost, because the server
//      has most likely ended all of them.
//   3. Calls are repeated a few times after a conflict. After a lost connection they are repeated once, if the caller
//      declares them idempotent.
#pragma once

#include <chrono>
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

  // `first` is the connection that opened the store.
  Pool(std::string uri, const PostgresOptions& options, Connection first);

  struct Answer {
    Result<std::vector<Rows>> rows;
    bool refused = false;   // the server was reachable, and one of the calls failed
    bool repeated = false;  // the calls were sent twice, and may have taken effect the first time
  };
  Answer run(const std::vector<const Call*>& calls, Repeat repeat);

  // Runs a single idempotent call.
  Result<Rows> query(const Statement& statement, std::vector<Bound> values);

  Unexpected corrupt(std::string_view what) const;  // kStoreCorrupt: "<database>: <what>"

 private:
  Result<std::unique_ptr<Connection>> take();
  void give_back(std::unique_ptr<Connection> connection);

  const std::string uri_;
  const std::chrono::milliseconds timeout_;
  const int most_;
  std::string name_;
  std::mutex mutex_;
  std::condition_variable given_back_;
  std::vector<std::unique_ptr<Connection>> resting_;
  int open_ = 0;  // idle, in use, or about to be opened
};

}  // namespace parley::memory::postgres
