// Stubs for a build without PARLEY_ENCRYPTION. The store recognises an encrypted database and rejects it.
//
// Tested by tests/absent/absent_test.cc.
#include <utility>

#include "base/absent.h"
#include "memory/encryption/keyring.h"
#include "memory/encryption/sealed_store.h"

namespace parley::memory {

Result<void> check_encryption_available() { return base::absent("encryption", "PARLEY_ENCRYPTION"); }

// Never called, because check_may_open() fails first.
// NOLINTNEXTLINE(performance-unnecessary-value-param): the real function moves it
std::shared_ptr<SessionStore> sealed_store(std::shared_ptr<SessionStore>, std::unique_ptr<Keyring>) { return nullptr; }

Keyring::Keyring(std::shared_ptr<const Encryption> encryption, std::unique_ptr<KeyTable> keys)
    : encryption_(std::move(encryption)), keys_(std::move(keys)) {}

Result<void> Keyring::check_master_keys() { return base::absent("encryption", "PARLEY_ENCRYPTION"); }

Result<std::int64_t> Keyring::rewrap() { return base::absent("encryption", "PARLEY_ENCRYPTION"); }

}  // namespace parley::memory
