// Tested by tests/memory/encrypted_databases_test.cc.
#include "memory/encryption/opening.h"

#include "base/base64.h"
#include "memory/encryption/keyring.h"
#include "memory/encryption/sealed_store.h"
#include "memory/encryption/sealed_text.h"
#include "parley/value.h"

namespace parley::memory {
namespace {

// Returns whether a stored state is sealed. A sealed state stores its sealed text as the last result, and holds no
// other value (memory/encryption/sealing.h).
bool is_sealed(std::string_view state) {
  const auto value = Value::parse(state, Value::kUnlimited);
  const Value* result = value ? value->find("last_result") : nullptr;
  const std::string* text = result ? result->if_string() : nullptr;
  const auto sealed = text ? parse_sealed_text(*text) : Result<SealedText>(SealedText());
  const auto id = sealed ? base::from_base64(sealed->key_id) : std::nullopt;
  return id && id->size() == Keyring::kKeyIdBytes && !value->find("frames") && !value->find("params");
}

}  // namespace

void Outside::look_at(std::string_view state) { (is_sealed(state) ? has_sealed : has_clear) = true; }

Result<void> check_may_open(const Outside& outside, bool with_master_keys, const std::string& database,
                            const std::string& keys) {
  const bool is_encrypted = outside.is_marked || outside.has_sealed;
  if (!with_master_keys) {
    if (!is_encrypted && !outside.has_keys) return {};
    return Unexpected(ErrorCode::kInvalidRequest,
                      database + ": the database is encrypted; open it with its master keys");
  }
  if (auto available = check_encryption_available(); !available) return available;
  if (!is_encrypted && outside.has_clear) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      database +
                          ": the sessions are not encrypted, but master keys were given. Open it without "
                          "keys, or export its sessions and import them into a new encrypted database");
  }
  const bool has_sessions = outside.has_sealed || outside.has_clear;
  if (outside.has_keys || !has_sessions) return {};
  return missing_keys(database, keys);
}

Unexpected missing_keys(const std::string& database, const std::string& keys) {
  return Unexpected(ErrorCode::kFileUnreadable,
                    keys + ": the key file is missing. It contains the keys of the sessions in " + database +
                        ", which cannot be read without it: move it back, or restore it from a backup");
}

}  // namespace parley::memory
