// Decides whether a database may be opened with or without master keys, before anything in it is changed.
//
// A database records that it is encrypted. Databases of older versions do not record this, so parley inspects a sample
// of their sessions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::memory {

// Properties of a database that can be seen without any key.
struct Outside {
  bool is_marked = false;   // the database is marked as encrypted
  bool has_keys = false;    // the session keys exist
  bool has_sealed = false;  // at least one inspected session is sealed
  bool has_clear = false;   // at least one inspected session is not sealed

  // Inspects the stored state of a session.
  void look_at(std::string_view state);
};

// The number of sessions to inspect: this many of the oldest, and this many of the newest.
inline constexpr std::int64_t kMaxExamined = 16;

// `database` and `keys` are the names of the database and of the key file, for errors. kInvalidRequest: the database is
// encrypted and there are no master keys, or the reverse. kFileUnreadable: the session keys are missing.
Result<void> check_may_open(const Outside& outside, bool with_master_keys, const std::string& database,
                            const std::string& keys);

// Returns the error for a database whose session keys are missing.
Unexpected missing_keys(const std::string& database, const std::string& keys);

}  // namespace parley::memory
