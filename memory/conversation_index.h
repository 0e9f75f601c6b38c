// ConversationIndex maps continuation ids to sessions. An entry may outlive its session, so callers check that the
// session still has the conversation.
//
// The ids are spread over shards, so that a table that grows stops only a part of the calls, and only for a moment.
//
// Thread-safe. Tested by tests/memory/memory_store_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "memory/by_text.h"
#include "parley/clock.h"

namespace parley::memory {

class ConversationIndex {
 public:
  using Sessions = std::vector<std::string>;  // each once; almost always one

  void add(const std::vector<std::string>& ids, const std::string& session) {
    for (const std::string& id : ids) {
      Shard& shard = shard_of(id);
      const std::lock_guard lock(shard.mutex);
      Sessions& sessions = shard.sessions[id];
      if (std::find(sessions.begin(), sessions.end(), session) == sessions.end()) sessions.push_back(session);
    }
  }

  void remove(const std::vector<std::string>& ids, const std::string& session, TimeMs expired_at) {
    for (const std::string& id : ids) {
      Shard& shard = shard_of(id);
      const std::lock_guard lock(shard.mutex);
      const auto found = shard.sessions.find(id);
      if (found != shard.sessions.end() && std::erase(found->second, session) > 0 && found->second.empty()) {
        shard.sessions.erase(found);
      }
      if (expired_at != 0) shard.expired[id] = expired_at;
    }
  }

  Sessions sessions(std::string_view id) {
    Shard& shard = shard_of(id);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.sessions.find(id);
    return found == shard.sessions.end() ? Sessions() : found->second;
  }

  bool has_expired(std::string_view id) {
    Shard& shard = shard_of(id);
    const std::lock_guard lock(shard.mutex);
    return shard.expired.find(id) != shard.expired.end();
  }

  void forget_expired(TimeMs before) {
    for (Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      std::erase_if(shard.expired, [&](const auto& mark) { return mark.second < before; });
    }
  }

 private:
  struct Shard {
    std::mutex mutex;
    ByText<Sessions> sessions;
    ByText<TimeMs> expired;
  };

  Shard& shard_of(std::string_view id) { return shards_[TextHash()(id) % shards_.size()]; }

  std::array<Shard, 512> shards_;
};

}  // namespace parley::memory
