// Master keys for tests.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "parley/encryption.h"

namespace parley::test {

// The first is the current one. Each is 32 times the first letter of its name, moved on by `salt`.
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

}  // namespace parley::test
