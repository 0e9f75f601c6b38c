// ConversationIndex maps continuation ids to sessions. An entry may outlive its session, so callers check that the
// session still has the conversation.
//
// Thread-safe. Tested by tests/memory/memory_store_test.cc.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "memory/by_text.h"

namespace parley::memory {

class ConversationIndex {
 public:
  void add(const std::vector<std::string>& ids, const std::string& session) {
    const std::lock_guard lock(mutex_);
    for (const std::string& id : ids) sessions_[id].insert(session);
  }

  void remove(const std::vector<std::string>& ids, const std::string& session, TimeMs expired_at) {
    const std::lock_guard lock(mutex_);
    for (const std::string& id : ids) {
      const auto found = sessions_.find(id);
      if (found != sessions_.end() && found->second.erase(session) > 0 && found->second.empty()) sessions_.erase(found);
      if (expired_at != 0) expired_[id] = expired_at;
    }
  }

  std::set<std::string> sessions(std::string_view id) const {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? std::set<std::string>() : found->second;
  }

  bool has_expired(std::string_view id) const {
    const std::lock_guard lock(mutex_);
    return expired_.find(id) != expired_.end();
  }

  void forget_expired(TimeMs before) {
    const std::lock_guard lock(mutex_);
    std::erase_if(expired_, [&](const auto& mark) { return mark.second < before; });
  }

 private:
  mutable std::mutex mutex_;
  ByText<std::set<std::string>> sessions_;
  ByText<TimeMs> expired_;
};

}  // namespace parley::memory
