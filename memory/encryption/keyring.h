// Keyring manages the keys of sessions, and seals and opens data with them.
//
// A key is created before its session is first stored. A process that dies in between leaves a key without a session,
// which is harmless. A destroyed key leaves a tombstone, which is its id without the key. Only a tombstone means that a
// session was erased. A missing key without a tombstone is an error: the key table may be damaged, or older than the
// sessions.
//
// Invariants
//   1. An unwrapped session key exists only in the memory of the process, and only for recently used sessions.
//   2. Sealed data opens only with the key id and the `what` with which it was sealed. `what` names the kind and the
//      place of the data.
//   3. Sealed data names its key, and begins with a mark that distinguishes it from plain text.
//   4. A tombstone carries a checksum of its id, so that damage cannot create one.
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
  std::string master;  // the name of the master key; empty: this is a tombstone
  std::string key;     // sealed with the master key, in base64; for a tombstone, the checksum of the id
};

// KeyTable stores wrapped keys, separately from the sessions. Thread-safe.
class KeyTable {
 public:
  virtual ~KeyTable() = default;
  virtual Result<std::optional<WrappedKey>> find(std::string_view id) = 0;
  virtual Result<void> add(const WrappedKey& key) = 0;      // durable when it returns
  virtual Result<void> replace(const WrappedKey& key) = 0;  // replaces the key of the same id, if it still exists
  // Replaces the keys by these tombstones, and adds a tombstone where a key is absent. No byte of a destroyed key
  // remains.
  virtual Result<void> destroy(const std::vector<WrappedKey>& tombstones) = 0;
  virtual Result<void> discard(std::string_view id) = 0;  // removes an unused key and leaves no tombstone
  // Return at most `limit` keys that this master key wraps, or that another one wraps, without tombstones.
  virtual Result<std::vector<WrappedKey>> wrapped_by(std::string_view master, std::size_t limit) = 0;
  virtual Result<std::vector<WrappedKey>> not_wrapped_by(std::string_view master, std::size_t limit) = 0;
  virtual std::string name() const = 0;  // the place of the keys, for errors
};

// Thread-safe.
class Keyring {
 public:
  static constexpr std::size_t kKeyIdBytes = 16;  // random bytes in a key id, before base64

  Keyring(std::shared_ptr<const Encryption> encryption, std::unique_ptr<KeyTable> keys);

  Result<std::string> new_key();  // returns its id
  Result<void> destroy(const std::vector<std::string>& key_ids);
  Result<void> discard(const std::string& key_id);  // removes a new key with which no stored data was sealed
  Result<bool> is_destroyed(std::string_view key_id);
  bool is_absent(std::string_view key_id);  // returns whether the key is not stored and has no tombstone

  Result<std::string> seal(std::string_view text, std::string_view key_id, std::string_view what);
  // Returns an empty optional when the key has been destroyed. kStoreCorrupt: the text is not sealed, was modified, or
  // was sealed as something else, or its key is absent without a tombstone.
  Result<std::optional<std::string>> open(std::string_view sealed, std::string_view what);

  // Returns the id of the key with which the text was sealed. kStoreCorrupt: the text is not sealed.
  static Result<std::string> key_of(std::string_view sealed);

  // kStoreUnavailable: the master keys are missing, or are not those that wrapped the session keys. Unwraps some keys
  // of the current master key, and some keys of another one. Writes nothing.
  Result<void> check_master_keys();
  // The same with some keys of any master key. Takes the same time however many keys there are.
  Result<void> check_some_keys();

  // Wraps all keys with the current master key, like rewrap_sqlite_keys() (parley/encryption.h). Returns how many it
  // changed. Requires check_master_keys(): keys that were wrapped with a wrong master key would be lost.
  Result<std::int64_t> rewrap();

 private:
  Result<std::optional<std::string>> key(std::string_view id);
  Result<std::string> wrap(const std::string& key, const std::string& id, const std::string& master) const;
  Result<std::string> unwrap(const WrappedKey& wrapped) const;
  Result<void> check_unwraps(const Result<std::vector<WrappedKey>>& some) const;
  void add_to_cache(std::string_view id, const std::string& key);

  std::shared_ptr<const Encryption> encryption_;
  std::unique_ptr<KeyTable> keys_;
  std::mutex mutex_;
  std::map<std::string, std::string, std::less<>> cache_;  // id -> key
};

}  // namespace parley::memory
