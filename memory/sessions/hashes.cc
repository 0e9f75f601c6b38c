// Tested by tests/memory/erasure_test.cc.
#include "base/hash.h"
#include "parley/sessions.h"

namespace parley {

std::string user_hash(std::string_view user, std::string_view key) {
  return key.empty() ? base::fingerprint(user) : base::keyed_hash(user, key.substr(0, 64));
}

std::string telemetry_hash(std::string_view session_or_user_hash, std::string_view key) {
  return base::keyed_hash(session_or_user_hash, key);
}

}  // namespace parley
