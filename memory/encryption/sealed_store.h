// Creates a store that seals sessions before it passes them to an underlying store (memory/encryption/sealing.h).
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/keyring.h"
#include "parley/store.h"

namespace parley::memory {

// kInvalidRequest: this build has no encryption (PARLEY_ENCRYPTION), so sealed_store() must not be called.
Result<void> check_encryption_available();

std::shared_ptr<SessionStore> sealed_store(std::shared_ptr<SessionStore> sessions, std::unique_ptr<Keyring> vault);

}  // namespace parley::memory
