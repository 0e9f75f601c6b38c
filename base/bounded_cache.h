// BoundedCache: things that cost something to make, made once for a key and shared from then on.
//
// At most `most` of them, whatever keys come: one more, and all are let go of. Whoever has one keeps it alive. Also
// that a key has nothing is kept. Thread-safe; a thing is made while the others wait.
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

  // What is kept for the key, else null.
  std::shared_ptr<const Thing> find(std::string_view key) const {
    const std::shared_lock lock(mutex_);
    const auto kept = things_.find(key);
    return kept == things_.end() ? nullptr : kept->second;
  }

  // Likewise, and made when it is not there: make() answers with something that a shared_ptr is made of.
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
