// SessionKeys finds the key with which a stored session is sealed. It caches the key ids of recent sessions.
// Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "memory/encryption/keyring.h"
#include "parley/store.h"

namespace parley::memory {

class SessionKeys {
 public:
  SessionKeys(SessionStore& sessions, Keyring& vault) : sessions_(sessions), vault_(vault) {}

  // Returns the id of the session's key. kStaleVersion: the session does not exist.
  Result<std::string> of(std::string_view session);
  // Returns whether the rows of the session exist although its key is destroyed. Returns false if this cannot be
  // determined now.
  bool is_erased(std::string_view session);

  void remember(std::string_view session, const std::string& key_id);
  void forget(const std::vector<Erasure>& erasures);

 private:
  SessionStore& sessions_;  // with sealed content
  Keyring& vault_;
  std::mutex mutex_;
  std::map<std::string, std::string, std::less<>> key_ids_;  // of recent sessions
};

}  // namespace parley::memory
