// MemoryShard is a part of the in-memory store: some of its sessions, and their lock. The caller holds `mutex` during
// every call and access. Tested by tests/memory/memory_store_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "memory/by_text.h"
#include "memory/memory_session.h"
#include "parley/memory.h"
#include "parley/store.h"

namespace parley::memory {

struct MemoryShard {
  std::mutex mutex;
  ByText<MemorySession> sessions;
  ByText<TimeMs> expired;  // sessions erased as expired; disjoint from `sessions`
  // The sessions whose state is an object. Each is null or in `sessions`.
  static constexpr std::size_t kInUse = 4;
  std::array<MemorySession*, kInUse> in_use{};
  std::size_t next_use = 0;
  std::int64_t archived = 0;  // the number of archived sessions

  void begin(const std::string& name, MemorySession held) {
    archived += is_archived(held);
    use(sessions.emplace(name, std::move(held)).first->second);
    expired.erase(name);
  }

  Result<void> append(MemorySession& held, const Commit& commit) {
    archived -= is_archived(held);
    auto appended = held.append(commit);
    archived += is_archived(held);
    if (appended) use(held);
    return appended;
  }

  // Lets the session rest whose use began before that of kInUse others.
  void use(MemorySession& held) {
    if (std::find(in_use.begin(), in_use.end(), &held) != in_use.end()) return;
    MemorySession*& place = in_use[next_use++ % kInUse];
    if (place) place->state.rest();
    place = &held;
  }

  // Returns false if the session does not exist.
  bool annotate(std::string_view session, const SessionNotes& notes) {
    const auto found = sessions.find(session);
    if (found == sessions.end()) return false;
    archived -= is_archived(found->second);
    found->second.notes = notes;
    archived += is_archived(found->second);
    return true;
  }

  bool erase(const Erasure& erasure) {
    const auto found = sessions.find(erasure.session);
    if (found == sessions.end()) {
      if (erasure.expired_at == 0) expired.erase(erasure.session);
      return false;
    }
    if (erasure.only_version != 0 && erasure.only_version != found->second.state.version()) return false;
    if (erasure.expired_at != 0) expired[erasure.session] = erasure.expired_at;
    std::replace(in_use.begin(), in_use.end(), &found->second, static_cast<MemorySession*>(nullptr));
    archived -= is_archived(found->second);
    sessions.erase(found);
    return true;
  }

 private:
  static std::int64_t is_archived(const MemorySession& held) { return held.notes.archived_at != 0 ? 1 : 0; }
};

}  // namespace parley::memory
