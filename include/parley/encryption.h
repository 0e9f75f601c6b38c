// Encryption of what a store keeps at rest.
//
// Every session has a key of its own. What was said in it, its state, its answers, its title and its metadata are
// sealed with that key; names, times, counts, intents, the param that is asked for, tags and hashes of users are not,
// so that sessions can be found. The session keys are kept apart from the sessions, wrapped by a master key that only
// the host has. To forget a session is to destroy its key: what backups hold of the session can then be read by
// nobody, as long as they do not hold the session keys too. A destroyed key leaves a tombstone without a key in it. A
// session whose key is missing without one is kStoreCorrupt: the session keys are damaged, or older than the sessions.
//
// A database says of itself that it is encrypted. One that was begun without encryption stays without, and the other
// way round: opening it otherwise is an error. To change it, export and import (parley/sessions.h).
//
// Resolutions X47 and F132 of the design notes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "parley/result.h"

namespace parley {

// [Threading] `master_key` may be called from any thread; it must not call the store.
struct Encryption {
  std::string current;  // the name of the master key that wraps the keys of new sessions
  // The 32 bytes of the master key called `name`; an error when it is not to be had.
  std::function<Result<std::string>(const std::string& name)> master_key;
};

// The master keys in a file: lines of a name, a key in base64 and a checksum of the two, the current key first. Lines
// of older versions have no checksum. Only its owner may be able to read it. kFileUnreadable, or kInvalidRequest with
// the line that is no key or is damaged.
Result<std::shared_ptr<const Encryption>> load_encryption(const std::string& path);

// A line for such a file, with a new random key and its checksum.
std::string create_master_key(const std::string& name);

// Wraps with the current master key every session key that another one wraps, beside engines that talk. Answers with
// how many; what is done stays done when it is stopped. The other master keys may go when it has succeeded and no
// engine has them as its current one.
Result<std::int64_t> rewrap_sqlite_keys(const std::string& path, std::shared_ptr<const Encryption> encryption);
Result<std::int64_t> rewrap_postgres_keys(const std::string& uri, std::shared_ptr<const Encryption> encryption);

}  // namespace parley
