// Applies the limits of a session: its lifetime, its number of turns, the trimming of its oldest turns, and its bytes
// and usage. The functions are pure: they read a session's state, the bot's `session:` policy and the engine's Limits.
// The limit on the number of sessions in a store is in engine/session_quota.h.
//
//            a message                          `ttl` or `max_age` has passed, `end`, `max_turns` with roll_over
//   unknown -----------> live: continues <--+ -----------------------------------------------> over
//      ^                                    |      the next message starts a new conversation    |
//      |                                    +----------------------------------------------------+
//      |        `retention` has passed: swept                                                    |
//      +-----------------------------------------------------------------------------------------+
//
// Tested by tests/engine/session_limits_test.cc, turn_limit_test.cc and sessions_test.cc.
#pragma once

#include <string>

#include "config/definition.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/session.h"

namespace parley::engine {

// The reason why a conversation is over when a turn begins.
enum class EndReason { kNone, kExpired, kEnded, kRolledOver };
const char* to_string(EndReason reason);  // Turn::reason: "expired", "ended", "rolled_over"; "" for kNone

// A conversation also expires at its stored expiry time, so that a clock that was set back does not keep it alive
// (docs/memory.md, X24).
EndReason end_reason(const SessionState& state, const config::Session& policy, TimeMs now, std::int64_t turn);

// Returns whether the conversation has expired or was ended. With `roll_over`, a conversation at its limit is not over
// until the next turn starts another conversation.
bool is_over(const SessionState& state, const config::Session& policy, TimeMs now);

// What the key `at_limit` does with a turn when the conversation already has `max_turns` turns. end_reason() handles
// `roll_over`, and trim_oldest() handles `trim`.
enum class TurnLimit { kNone, kRefuse, kHandOver };
TurnLimit turn_limit(const SessionState& state, const config::Session& policy, std::int64_t turn);

// Starts another conversation in the same session.
void start_conversation(SessionState& state, TimeMs now, std::int64_t turn, std::string continuation_id);

// Returns when the conversation expires; 0 if it never expires. The earliest of the limits that apply counts (X71):
// `ttl` and `max_age` of the session, and `ttl` of each open intent.
TimeMs expiry(const SessionState& state, const config::BotDefinition& bot);
TimeMs kept_until(const SessionState& state, const config::Session& policy);  // 0: forever

// Records the start of `turn`, then trims the oldest turns if the bot has `at_limit: trim`. Returns the first turn that
// is kept, or 0 if no turn is trimmed.
std::int64_t trim_oldest(SessionState& state, const config::Session& policy, std::int64_t turn);

// kLimitExceeded: the session has reached its limit of bytes, tokens or cost.
Result<void> check_usage(const SessionState& state, const Limits& limits);

}  // namespace parley::engine
