// Whether a database may be opened with master keys, or without: decided before anything in it is changed.
//
// A database says of itself that it is encrypted. Databases of older versions do not: their sessions are looked at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::memory {

// What can be known of a database without any key.
struct Outside {
  bool is_marked = false;   // it says that it is encrypted
  bool has_keys = false;    // the session keys are there
  bool has_sealed = false;  // of the sessions that were looked at, one or more are sealed
  bool has_clear = false;   // one or more are not

  // `state`: a session's, as it is stored.
  void look_at(std::string_view state);
};

// So many of the oldest sessions are looked at, and so many of the newest.
inline constexpr std::int64_t kMostLookedAt = 16;

// `database` and `keys` name the two for the error. kInvalidRequest: it is encrypted and there are no master keys, or
// the other way round. kFileUnreadable: the session keys are missing.
Result<void> check_may_open(const Outside& outside, bool with_master_keys, const std::string& database,
                            const std::string& keys);

// The error of a database whose session keys are not there.
Unexpected missing_keys(const std::string& database, const std::string& keys);

}  // namespace parley::memory
