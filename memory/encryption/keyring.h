// Keyring: the keys of sessions, and what is sealed with them.
//
// A key is made before its session is first stored. A process that dies in between leaves a key without a session,
// which harms nobody. A destroyed key leaves a tombstone: its id, and no key. Only a tombstone means that a session was
// erased. A key that is absent without one is an error: the key table may be older than the sessions, or damaged.
//
// Invariants
//   1. A session key exists unwrapped only in the memory of the process, and there only for the sessions of late.
//   2. What is sealed opens only as what it was sealed as: the key's id and `what` are part of the seal.
//   3. What is sealed names its key, and begins with a mark that tells it from plain text.
//   4. A tombstone carries a checksum of its id, so that damage cannot make one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/encryption.h"

namespace parley::memory {

struct WrappedKey {
  std::string id;      // random
  std::string master;  // the name of the master key; empty: a tombstone
  std::string key;     // sealed with the master key, in base64; of a tombstone the checksum of the id
};

// Where wrapped keys are kept: apart from the sessions. Thread-safe.
class KeyTable {
 public:
  virtual ~KeyTable() = default;
  virtual Result<std::optional<WrappedKey>> find(std::string_view id) = 0;
  virtual Result<void> add(const WrappedKey& key) = 0;      // durable when it returns
  virtual Result<void> replace(const WrappedKey& key) = 0;  // of the same id, if that is still there
  // Puts these tombstones in the place of the keys, also where no key is. No byte of a key is left.
  virtual Result<void> destroy(const std::vector<WrappedKey>& tombstones) = 0;
  virtual Result<void> discard(std::string_view id) = 0;  // a key that sealed nothing: leaves no tombstone
  // At most `limit` keys that another master key wraps, tombstones left out.
  virtual Result<std::vector<WrappedKey>> not_wrapped_by(std::string_view master, std::size_t limit) = 0;
  virtual std::string name() const = 0;  // for errors: where the keys are
};

// Thread-safe.
class Keyring {
 public:
  static constexpr std::size_t kKeyIdBytes = 16;  // in base64

  Keyring(std::shared_ptr<const Encryption> encryption, std::unique_ptr<KeyTable> keys);

  Result<std::string> new_key();  // its id
  Result<void> destroy(const std::vector<std::string>& key_ids);
  Result<void> discard(const std::string& key_id);  // a new key that sealed nothing which is stored
  Result<bool> is_destroyed(std::string_view key_id);
  bool is_absent(std::string_view key_id);  // neither there nor destroyed

  Result<std::string> seal(std::string_view text, std::string_view key_id, std::string_view what);
  // None: the key has been destroyed. kStoreCorrupt for what is not marked, was changed, or was sealed as something
  // else, and for a key that is neither there nor destroyed.
  Result<std::optional<std::string>> open(std::string_view sealed, std::string_view what);

  // The key that this was sealed with. kStoreCorrupt for what is not marked.
  static Result<std::string> key_of(std::string_view sealed);

  // As rewrap_sqlite_keys (parley/encryption.h).
  Result<std::int64_t> rewrap();

 private:
  Result<std::optional<std::string>> key(std::string_view id);
  Result<std::string> wrap(const std::string& key, const std::string& id, const std::string& master) const;
  Result<std::string> unwrap(const WrappedKey& wrapped) const;
  void keep(std::string_view id, const std::string& key);

  std::shared_ptr<const Encryption> encryption_;
  std::unique_ptr<KeyTable> keys_;
  std::mutex mutex_;
  std::map<std::string, std::string, std::less<>> kept_;  // id -> key
};

}  // namespace parley::memory
