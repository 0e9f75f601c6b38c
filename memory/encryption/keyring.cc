// Tested by tests/memory/keyring_test.cc.
#include "memory/encryption/keyring.h"

#include <utility>

#include "base/aead.h"
#include "base/base64.h"
#include "base/hash.h"
#include "memory/encryption/sealed_text.h"

namespace parley::memory {
namespace {

constexpr std::size_t kMaxCachedKeys = 4096;
constexpr std::size_t kRewrapBatch = 500;
constexpr std::size_t kProbedKeys = 4;  // one damaged key does not make a master key wrong

std::string context(std::string_view id, std::string_view field) { return std::string(id).append("/").append(field); }

Unexpected unreadable(const char* why) { return Unexpected(ErrorCode::kStoreCorrupt, why); }

WrappedKey tombstone_of(const std::string& id) { return {id, {}, base::fingerprint("erased " + id)}; }

}  // namespace

Keyring::Keyring(std::shared_ptr<const Encryption> encryption, std::unique_ptr<KeyTable> keys)
    : encryption_(std::move(encryption)), keys_(std::move(keys)) {}

Result<std::string> Keyring::new_key() {
  const std::string id = base::to_base64(base::random_bytes(kKeyIdBytes));
  const std::string key = base::random_bytes(base::kKeyBytes);
  auto wrapped = wrap(key, id, encryption_->current);
  if (!wrapped) return wrapped;
  if (auto added = keys_->add({id, encryption_->current, *wrapped}); !added) return Unexpected(added.error());
  add_to_cache(id, key);
  return id;
}

Result<void> Keyring::destroy(const std::vector<std::string>& key_ids) {
  if (key_ids.empty()) return {};
  {
    const std::lock_guard lock(mutex_);
    for (const std::string& id : key_ids) cache_.erase(id);
  }
  std::vector<WrappedKey> tombstones;
  for (const std::string& id : key_ids) tombstones.push_back(tombstone_of(id));
  return keys_->destroy(tombstones);
}

Result<void> Keyring::discard(const std::string& key_id) {
  {
    const std::lock_guard lock(mutex_);
    cache_.erase(key_id);
  }
  return keys_->discard(key_id);
}

Result<bool> Keyring::is_destroyed(std::string_view key_id) {
  const auto found = key(key_id);
  if (!found) return Unexpected(found.error());
  return !*found;
}

bool Keyring::is_absent(std::string_view key_id) {
  const auto found = keys_->find(key_id);
  return found && !*found;
}

Result<std::string> Keyring::seal(std::string_view text, std::string_view key_id, std::string_view field) {
  const auto session_key = key(key_id);
  if (!session_key) return Unexpected(session_key.error());
  if (!*session_key) return Unexpected(ErrorCode::kStaleVersion, "the session was erased after it was loaded");
  std::string sealed(kSealedMark);
  sealed.append(key_id).append(":").append(base::to_base64(base::seal(text, **session_key, context(key_id, field))));
  return sealed;
}

Result<std::optional<std::string>> Keyring::open(std::string_view sealed, std::string_view field) {
  const auto parts = parse_sealed_text(sealed);
  if (!parts) return Unexpected(parts.error());
  auto session_key = key(parts->key_id);
  if (!session_key || !*session_key) return session_key;
  const auto bytes = base::from_base64(parts->bytes);
  auto text = bytes ? base::unseal(*bytes, **session_key, context(parts->key_id, field)) : std::nullopt;
  if (!text)
    return unreadable("cannot decrypt data of the store: it was encrypted with another key, or changed afterwards");
  return text;
}

Result<std::string> Keyring::key_of(std::string_view sealed) {
  const auto parts = parse_sealed_text(sealed);
  if (!parts) return Unexpected(parts.error());
  return std::string(parts->key_id);
}

Result<void> Keyring::check_master_keys() {
  auto good = check_unwraps(keys_->wrapped_by(encryption_->current, kProbedKeys));
  return good ? check_unwraps(keys_->not_wrapped_by(encryption_->current, kProbedKeys)) : good;
}

Result<void> Keyring::check_some_keys() {
  return check_unwraps(keys_->not_wrapped_by({}, kProbedKeys));  // every key has a master key with a name
}

// Succeeds if one of the keys can be unwrapped, or if there is none. Fails if the master key of one is missing.
Result<void> Keyring::check_unwraps(const Result<std::vector<WrappedKey>>& some) const {
  if (!some) return Unexpected(some.error());
  bool is_good = false;
  for (const WrappedKey& wrapped : *some) {
    const auto key = unwrap(wrapped);
    if (!key && key.error().code != ErrorCode::kStoreCorrupt) return Unexpected(key.error());
    is_good |= key.has_value();
  }
  if (is_good || some->empty()) return {};
  return Unexpected(ErrorCode::kStoreUnavailable,
                    keys_->name() + ": the master key '" + some->front().master +
                        "' is not the key that wrapped the session keys; use the master keys of this database");
}

Result<std::int64_t> Keyring::rewrap() {
  std::int64_t count = 0;
  for (;;) {
    const auto old = keys_->not_wrapped_by(encryption_->current, kRewrapBatch);
    if (!old) return Unexpected(old.error());
    if (old->empty()) return count;
    for (const WrappedKey& wrapped : *old) {
      const auto key = unwrap(wrapped);
      if (!key) return Unexpected(key.error());
      auto rewrapped = wrap(*key, wrapped.id, encryption_->current);
      if (!rewrapped) return Unexpected(rewrapped.error());
      if (auto replaced = keys_->replace({wrapped.id, encryption_->current, std::move(*rewrapped)}); !replaced) {
        return Unexpected(replaced.error());
      }
      ++count;
    }
  }
}

Result<std::optional<std::string>> Keyring::key(std::string_view id) {
  {
    const std::lock_guard lock(mutex_);
    const auto cached = cache_.find(id);
    if (cached != cache_.end()) return std::optional<std::string>(cached->second);
  }
  const auto wrapped = keys_->find(id);
  if (!wrapped) return Unexpected(wrapped.error());
  if (!*wrapped) {
    return Unexpected(ErrorCode::kStoreCorrupt,
                      keys_->name() +
                          ": the key of a session is missing, and no erasure is recorded; the key file is "
                          "damaged or older than the database: restore it from a backup");
  }
  if ((*wrapped)->master.empty() && (*wrapped)->key == tombstone_of((*wrapped)->id).key) {
    return std::optional<std::string>();
  }
  auto key = unwrap(**wrapped);
  if (!key) return Unexpected(key.error());
  add_to_cache(id, *key);
  return std::optional<std::string>(std::move(*key));
}

Result<std::string> Keyring::wrap(const std::string& key, const std::string& id, const std::string& master) const {
  if (master.empty()) return Unexpected(ErrorCode::kInvalidRequest, "a master key must have a name");
  const auto master_key = encryption_->master_key(master);
  if (!master_key) return Unexpected(master_key.error());
  if (master_key->size() != base::kKeyBytes)
    return Unexpected(ErrorCode::kInvalidRequest, "a master key must be 32 bytes long");
  return base::to_base64(base::seal(key, *master_key, context(id, master)));
}

Result<std::string> Keyring::unwrap(const WrappedKey& wrapped) const {
  const auto master_key = encryption_->master_key(wrapped.master);
  if (!master_key) return Unexpected(master_key.error());
  const auto bytes = base::from_base64(wrapped.key);
  auto key = bytes ? base::unseal(*bytes, *master_key, context(wrapped.id, wrapped.master)) : std::nullopt;
  if (!key)
    return unreadable("cannot unwrap a session key: it was wrapped with another master key, or changed afterwards");
  return std::move(*key);
}

// When the cache is full, any entry may be evicted, because its key can be unwrapped again.
void Keyring::add_to_cache(std::string_view id, const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (cache_.size() >= kMaxCachedKeys) cache_.erase(cache_.begin());
  cache_.insert_or_assign(std::string(id), key);
}

}  // namespace parley::memory
