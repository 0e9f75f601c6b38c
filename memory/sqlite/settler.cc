#include "memory/sqlite/settler.h"

#include <utility>

namespace parley::memory {

Settler::Settler(SettlingPolicy policy, Store store) : policy_(std::move(policy)), store_(std::move(store)) {}

void Settler::stop() {
  is_stopping_ = true;
  background_.stop();
}

void Settler::check() {
  until_check_.store(few_writes_, std::memory_order_relaxed);
  if (policy_.in_background) background_.wake();
}

Result<void> Settler::settle() {
  const std::lock_guard lock(settling_);
  const auto unsettled = store_.unsettled();
  if (!unsettled) return Unexpected(unsettled.error());
  const std::int64_t room = 2 * static_cast<std::int64_t>(policy_.keep) - *unsettled;
  until_check_.store(std::max(room, few_writes_), std::memory_order_relaxed);
  return room >= 0 ? Result<void>() : settle_most();
}

Result<void> Settler::settle_most() {
  auto database = policy_.open();
  if (!database) return Unexpected(database.error());
  SettlingReader reader(*database);
  if (auto prepared = reader.prepare(); !prepared) return prepared;
  const auto read = [&](auto part) {
    const std::lock_guard lock(reads_);
    return part();
  };
  for (;;) {
    const std::int64_t erasures = store_.erasures();
    auto chosen = read([&] { return reader.choose(policy_.keep); });
    if (!chosen) return Unexpected(chosen.error());
    if (chosen->size() <= policy_.keep / 2) return {};  // what is left began meanwhile
    while (!chosen->empty()) {
      if (is_stopping_) return {};
      auto batch = read([&] { return reader.read(*chosen, policy_.with_words); });
      if (!batch) return Unexpected(batch.error());
      batch->erasures = erasures;
      if (auto done = store_.write(*batch); !done) return done;
      if (store_.erasures() != erasures) return {};  // the rest is not settled now, and read by searches
    }
  }
}

}  // namespace parley::memory
