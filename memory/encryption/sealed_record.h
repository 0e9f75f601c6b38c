// Seals and opens the whole record of a session, and lists of its parts.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "memory/encryption/sealing.h"
#include "parley/store.h"

namespace parley::memory {

template <class T>
Result<std::vector<T>> seal_all(const Sealer& sealer, const std::vector<T>& all) {
  std::vector<T> sealed;
  sealed.reserve(all.size());
  for (const T& each : all) {
    auto one = sealer.seal(each);
    if (!one) return Unexpected(one.error());
    sealed.push_back(std::move(*one));
  }
  return sealed;
}

// Leaves out parts whose key is destroyed.
template <class T>
Result<std::vector<T>> open_all(Keyring& vault, const std::vector<T>& sealed) {
  std::vector<T> all;
  all.reserve(sealed.size());
  for (const T& each : sealed) {
    auto one = open(vault, each);
    if (!one) return Unexpected(one.error());
    if (*one) all.push_back(std::move(**one));
  }
  return all;
}

Result<SessionRecord> seal(const Sealer& sealer, const SessionRecord& record);
Opened<SessionRecord> open(Keyring& vault, const SessionRecord& sealed);

}  // namespace parley::memory
