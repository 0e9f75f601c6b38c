// The limits of a session, all in one place: how long a conversation lives, how many turns it takes, what is trimmed
// from it, and how much it may hold and use. Pure functions of a session's state, the bot's `session:` policy and the
// engine's Limits. (Only the number of sessions in a store is elsewhere: engine/session_quota.h.)
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

// Why the conversation is over before a turn.
enum class EndReason { kNone, kExpired, kEnded, kRolledOver };
const char* to_string(EndReason reason);  // Turn::reason: "expired", "ended", "rolled_over"; "" for kNone

// The stored expiry counts in addition to the time that has passed, so that a clock that was set back does not keep a
// conversation alive (resolution X24).
EndReason end_reason(const SessionState& state, const config::Session& policy, TimeMs now, std::int64_t turn);

// The conversation has expired or was ended. (With `roll_over` the next turn may start another conversation, but until
// then this one is current.)
bool is_over(const SessionState& state, const config::Session& policy, TimeMs now);

// What `max_turns` and `at_limit` decide about a turn of the conversation. (`roll_over` is an EndReason, `trim` is
// trim_oldest.)
enum class TurnLimit { kNone, kRefuse, kHandOver };
TurnLimit turn_limit(const SessionState& state, const config::Session& policy, std::int64_t turn);

// Starts another conversation in the same session.
void start_conversation(SessionState& state, TimeMs now, std::int64_t turn, std::string continuation_id);

// When the conversation expires: the earliest of the limits that apply (X71), which are `ttl` and `max_age` of the
// session and `ttl` of each open intent. 0: never.
TimeMs expiry(const SessionState& state, const config::BotDefinition& bot);
TimeMs kept_until(const SessionState& state, const config::Session& policy);  // 0: forever

// Records the start of `turn`, then removes what `at_limit: trim` allows to remove. Returns the first turn that is
// kept, or 0 if all are.
std::int64_t trim_oldest(SessionState& state, const config::Session& policy, std::int64_t turn);

// kLimitExceeded: the session holds or has used as much as Limits allow.
Result<void> check_usage(const SessionState& state, const Limits& limits);

}  // namespace parley::engine
