// Tested by tests/server/simulations_test.
#include "server/simulations.h"

#include <algorithm>
#include <utility>

#include "server/secrets.h"

namespace parley::server {

std::string Simulations::add(const std::string& bot, HeldSimulation simulation, TimeMs now) {
  auto entry = std::make_shared<Entry>();
  entry->bot = bot;
  entry->used_at = now;
  entry->bytes = simulation.bytes;
  entry->held = std::move(simulation);
  std::string id = random_token(12);
  const std::lock_guard lock(mutex_);
  drop_old(now);
  drop_large((entries_[id] = std::move(entry)).get());
  return id;
}

bool Simulations::with(const std::string& bot, const std::string& id, TimeMs now,
                       const std::function<void(HeldSimulation&)>& use) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(id);
    if (found == entries_.end() || found->second->bot != bot) return false;
    entry = found->second;
    entry->used_at = now;
  }
  const std::lock_guard lock(entry->in_use);
  use(entry->held);
  const std::lock_guard all(mutex_);
  entry->bytes = entry->held.bytes;
  drop_large(entry.get());
  return true;
}

bool Simulations::remove(const std::string& bot, const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || found->second->bot != bot) return false;
  entries_.erase(found);
  return true;
}

void Simulations::drop_old(TimeMs now) {
  for (auto one = entries_.begin(); one != entries_.end();) {
    one = now - one->second->used_at > idle_ ? entries_.erase(one) : std::next(one);
  }
  while (entries_.size() >= most_) entries_.erase(oldest());
}

void Simulations::drop_large(const Entry* newest) {
  std::size_t bytes = 0;
  for (const auto& [id, entry] : entries_) bytes += entry->bytes;
  while (bytes > most_bytes_) {
    const auto old = oldest();
    if (old->second.get() == newest) return;
    bytes -= old->second->bytes;
    entries_.erase(old);
  }
}

Simulations::Entries::iterator Simulations::oldest() {
  return std::min_element(entries_.begin(), entries_.end(),
                          [](const auto& a, const auto& b) { return a.second->used_at < b.second->used_at; });
}

}  // namespace parley::server
