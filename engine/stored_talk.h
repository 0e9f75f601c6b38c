// StoredTalk: what a store tells of a session, turn by turn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parley/result.h"
#include "parley/store.h"

namespace parley::engine {

struct StoredOutcome {
  std::string tool;
  std::string kind;  // "ok", "failed", ...
};

struct TalkTurn {
  std::int64_t seq = 0;
  TimeMs at = 0;
  std::optional<std::string> user;   // sensitive values already taken out; none: an event, a result, a caller's own NLU
  bool begins_with_outcome = false;  // a host posted the first of `outcomes`
  std::vector<StoredOutcome> outcomes;
  std::vector<std::string> replies;
};

Result<std::vector<TalkTurn>> read_talk(SessionStore& store, std::string_view session);

}  // namespace parley::engine
