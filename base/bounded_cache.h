// BoundedCache creates expensive objects once per key and shares them.
//
// The cache holds at most `most` entries. When it is full, the next new key clears it; entries in use stay alive
// through their shared_ptr. A null result is cached too. Thread-safe; other threads wait while get() creates an entry.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>

namespace parley::base {

template <class Thing>
class BoundedCache {
 public:
  explicit BoundedCache(std::size_t most) : most_(most) {}

  // Returns the entry of `key`, or null.
  std::shared_ptr<const Thing> find(std::string_view key) const {
    const std::shared_lock lock(mutex_);
    const auto kept = things_.find(key);
    return kept == things_.end() ? nullptr : kept->second;
  }

  // Returns the entry of `key`. When it is missing, calls make() and stores the result, which must convert to a
  // shared_ptr.
  template <class Make>
  std::shared_ptr<const Thing> get(std::string_view key, const Make& make) {
    if (auto kept = find(key)) return kept;
    const std::unique_lock lock(mutex_);
    if (const auto kept = things_.find(key); kept != things_.end()) return kept->second;
    if (things_.size() >= most_) things_.clear();
    return things_.emplace(key, make()).first->second;
  }

 private:
  const std::size_t most_;
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::shared_ptr<const Thing>, std::less<>> things_;
};

}  // namespace parley::base
