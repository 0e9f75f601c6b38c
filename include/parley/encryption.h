// Encryption of a store at rest.
//
//   auto keys = parley::load_encryption("/etc/parley/keys");
//   if (!keys) return std::cerr << keys.error().to_string() << '\n', 1;
//   parley::SqliteOptions options;
//   options.encryption = *keys;
//   auto sealed = parley::open_sqlite_store("sessions.db", options);
//
// Each session has a key of its own, which encrypts its messages, state, turns, title and metadata. Names, times,
// counts, intents, the awaited param, tags and hashes of users stay readable, so that sessions can be found. The
// session keys are stored apart from the sessions, and encrypted with a master key that only the caller has.
//
// When a session is forgotten, its key is destroyed. After that, the session in a backup cannot be read, unless the
// backup also contains the session keys. A destroyed key leaves a tombstone. A session without a key and without a
// tombstone is kStoreCorrupt: the session keys are damaged, or older than the sessions.
//
// A database is encrypted from its creation on, or never. Opening an encrypted database without keys, or the reverse,
// is kInvalidRequest. To encrypt an existing database, export its sessions and import them into a new one
// (parley/sessions.h). docs/memory.md lists the requirements X47 and F132.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "parley/result.h"

namespace parley {

// The master keys of a store.
struct Encryption {
  std::string current;  // the name of the master key for new sessions
  // Returns the 32 bytes of the master key `name`, or an error. Must be thread-safe, and must not call the store.
  std::function<Result<std::string>(const std::string& name)> master_key;
};

// Reads master keys from a file. Each line has a name, a key in base64 and a checksum of both; the current key comes
// first. Lines of older versions have no checksum. kFileUnreadable: the file cannot be read, or other users can read
// it. kInvalidRequest names a line that is not valid.
Result<std::shared_ptr<const Encryption>> load_encryption(const std::string& path);

// Returns a line for such a file, with a new random key.
std::string create_master_key(const std::string& name);

// Encrypts all session keys with the current master key, and returns how many have changed. Engines may use the store
// at the same time. After an interruption, call it again. Former master keys can be removed when it has succeeded and
// no engine uses them as its current key.
Result<std::int64_t> rewrap_sqlite_keys(const std::string& path, std::shared_ptr<const Encryption> encryption);
Result<std::int64_t> rewrap_postgres_keys(const std::string& uri, std::shared_ptr<const Encryption> encryption);

}  // namespace parley
