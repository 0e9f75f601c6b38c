// SessionKeys: which key a stored session is sealed with. Remembers the keys' ids of recent sessions. Thread-safe.
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

  // The id of the session's key. kStaleVersion: there is no such session.
  Result<std::string> of(std::string_view session);
  // Whether its rows are there and its key is destroyed. What cannot be found out now is not taken for erased.
  bool is_erased(std::string_view session);

  void remember(std::string_view session, const std::string& key_id);
  void forget(const std::vector<Erasure>& erasures);

 private:
  SessionStore& sessions_;  // sealed
  Keyring& vault_;
  std::mutex mutex_;
  std::map<std::string, std::string, std::less<>> key_ids_;  // of recent sessions
};

}  // namespace parley::memory
