// Master keys for tests, and stores encrypted with them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/encryption.h"
#include "parley/stores.h"

namespace parley::test {

// Makes master keys, of which the first is the current key. A key consists of 32 copies of the first letter of its
// name, shifted by `salt`.
inline std::shared_ptr<const Encryption> master_keys(std::vector<std::string> names, char salt = 0) {
  auto encryption = std::make_shared<Encryption>();
  encryption->current = names.front();
  encryption->master_key = [names, salt](const std::string& name) -> Result<std::string> {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return Unexpected(ErrorCode::kStoreUnavailable, "there is no master key '" + name + "'");
    }
    return std::string(32, static_cast<char>(name.front() ^ salt));
  };
  return encryption;
}

// Returns the options of an encrypted SQLite store.
inline SqliteOptions encrypted_options(std::shared_ptr<const Encryption> encryption = master_keys({"a"})) {
  SqliteOptions options;
  options.synchronous = SqliteOptions::Synchronous::kNormal;
  options.encryption = std::move(encryption);
  return options;
}

inline std::shared_ptr<SessionStore> open_sealed(const std::string& path,
                                                 std::shared_ptr<const Encryption> encryption = master_keys({"a"})) {
  auto store = open_sqlite_store(path, encrypted_options(std::move(encryption)));
  if (!store) FAIL(store.error().to_string());
  return *store;
}

}  // namespace parley::test
