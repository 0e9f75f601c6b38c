// A store over another one, which it gives only what is sealed (memory/encryption/sealing.h).
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/vault.h"
#include "parley/store.h"

namespace parley::memory {

// An error when something that is not sealed can be in the store: it has sessions, and there are no keys.
Result<void> check_no_sessions(SessionStore& sessions);
Unexpected needs_its_keys(const std::string& name);  // of the database

std::shared_ptr<SessionStore> sealed_store(std::shared_ptr<SessionStore> sessions, std::unique_ptr<Vault> vault);

}  // namespace parley::memory
