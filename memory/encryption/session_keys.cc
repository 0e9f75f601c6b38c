// Tested by tests/memory/sealed_store_test.cc.
#include "memory/encryption/session_keys.h"

#include "memory/encryption/sealing.h"

namespace parley::memory {
namespace {

constexpr std::size_t kMaxKeyIds = 4096;

}  // namespace

Result<std::string> SessionKeys::of(std::string_view session) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = key_ids_.find(session);
    if (known != key_ids_.end()) return known->second;
  }
  const auto sealed = sessions_.load(session);
  if (!sealed) return Unexpected(sealed.error());
  if (!*sealed) return Unexpected(ErrorCode::kStaleVersion, "the session was erased after it was loaded");
  return key_of(**sealed);
}

bool SessionKeys::is_erased(std::string_view session) {
  const auto sealed = sessions_.load(session);
  if (!sealed || !*sealed) return false;
  const auto key = key_of(**sealed);
  const auto is_destroyed = key ? vault_.is_destroyed(*key) : Result<bool>(false);
  return is_destroyed && *is_destroyed;
}

void SessionKeys::remember(std::string_view session, const std::string& key_id) {
  const std::lock_guard lock(mutex_);
  if (key_ids_.size() >= kMaxKeyIds) key_ids_.erase(key_ids_.begin());
  key_ids_.insert_or_assign(std::string(session), key_id);
}

void SessionKeys::forget(const std::vector<Erasure>& erasures) {
  const std::lock_guard lock(mutex_);
  for (const Erasure& erasure : erasures) key_ids_.erase(erasure.session);
}

}  // namespace parley::memory
