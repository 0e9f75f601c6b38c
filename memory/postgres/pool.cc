// Tested by tests/memory/postgres_faults_test.cc.
#include "memory/postgres/pool.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace parley::memory::postgres {
namespace {

constexpr int kConflictTries = 5;

}  // namespace

Pool::Pool(std::string uri, const PostgresOptions& options, Connection first)
    : uri_(std::move(uri)), timeout_(options.timeout), most_(std::max(1, options.connections)), open_(1) {
  name_ = first.name();
  resting_.push_back(std::make_unique<Connection>(std::move(first)));
}

Pool::Answer Pool::run(const std::vector<const Call*>& calls, Repeat repeat) {
  using Ending = Connection::Ending;
  bool repeated = false;
  for (int tries = 1;; ++tries) {
    auto connection = take();
    if (!connection) return {Unexpected(connection.error()), false, repeated};
    auto rows = (*connection)->run(calls);
    const Ending ending = (*connection)->ending();
    give_back(std::move(*connection));
    if (ending == Ending::kConflict && tries < kConflictTries) continue;
    if (ending != Ending::kLost || repeat == Repeat::kNever || repeated) {
      return {std::move(rows), ending != Ending::kFine && ending != Ending::kLost, repeated};
    }
    repeated = true;
  }
}

Result<Rows> Pool::query(const Statement& statement, std::vector<Bound> values) {
  const Call call = {&statement, std::move(values)};
  Answer answer = run({&call}, Repeat::kWhenLost);
  if (!answer.rows) return Unexpected(answer.rows.error());
  return std::move(answer.rows->front());
}

Unexpected Pool::corrupt(std::string_view what) const {
  return Unexpected(ErrorCode::kStoreCorrupt, std::string(name_).append(": ").append(what));
}

Result<std::unique_ptr<Connection>> Pool::take() {
  std::unique_lock lock(mutex_);
  const auto one_is_free = [&] { return !resting_.empty() || open_ < most_; };
  if (!given_back_.wait_for(lock, timeout_, one_is_free)) {
    return Unexpected(ErrorCode::kStoreUnavailable, name_ + ": all connections are in use");
  }
  while (!resting_.empty()) {
    auto connection = std::move(resting_.back());
    resting_.pop_back();
    if (connection->is_ready()) return connection;
    --open_;
  }
  ++open_;
  lock.unlock();
  auto opened = Connection::open(uri_, timeout_);
  if (opened) return std::make_unique<Connection>(std::move(*opened));
  lock.lock();
  --open_;
  lock.unlock();
  given_back_.notify_one();
  return Unexpected(opened.error());
}

void Pool::give_back(std::unique_ptr<Connection> connection) {
  // Declared outside the block of the lock, so that the connections are closed after the lock is released.
  std::vector<std::unique_ptr<Connection>> lost;
  {
    const std::lock_guard lock(mutex_);
    if (connection->ending() == Connection::Ending::kLost) {
      lost.swap(resting_);
      lost.push_back(std::move(connection));
    } else if (!connection->is_in_transaction()) {
      resting_.push_back(std::move(connection));
    } else {
      lost.push_back(std::move(connection));
    }
    open_ -= static_cast<int>(lost.size());
  }
  given_back_.notify_all();
}

}  // namespace parley::memory::postgres
