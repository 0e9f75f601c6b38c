// How long a conversation lives, and what is forgotten of it. Pure functions of a session's state and the bot's
// `session:` policy.
//
//            a message                          `ttl` or `max_age` has passed, `end`, `max_turns` with roll_over
//   unknown -----------> live: goes on <----+ -----------------------------------------------> over
//      ^                                    |      the next message begins anew                  |
//      |                                    +----------------------------------------------------+
//      |        `retention` has passed: swept                                                    |
//      +-----------------------------------------------------------------------------------------+
#pragma once

#include <string>

#include "config/definition.h"
#include "parley/session.h"

namespace parley::engine {

enum class Over { kNo, kExpired, kEnded, kRolledOver };
const char* to_string(Over over);  // the turn's `reason`: "expired", "ended", "rolled_over"; "" for kNo

// Whether the conversation is over before turn `turn`. A clock that was set back makes nobody live for ever: the moment
// that was stored counts beside the time that has passed (resolution X24).
Over over(const SessionState& state, const config::Session& policy, TimeMs now, std::int64_t turn);

// Whether the conversation is over already: it has expired or was ended. (With `roll_over` the next turn may begin
// another one, but until then this is the current one.)
bool is_over(const SessionState& state, const config::Session& policy, TimeMs now);

// Has as many turns as it may, and takes no more (`at_limit: refuse`).
bool is_full(const SessionState& state, const config::Session& policy, std::int64_t turn);

// The conversation has reached its turns, and the bot hands it over (`at_limit: handoff`).
bool hands_over(const SessionState& state, const config::Session& policy, std::int64_t turn);

// Another conversation in the same session.
void begin_anew(SessionState& state, TimeMs now, std::int64_t turn, std::string continuation_id);

// When the conversation expires, by the shortest of the limits that apply (X71): `ttl` and `max_age` of the session,
// and `ttl` of each open intent. 0: never.
TimeMs expiry(const SessionState& state, const config::BotDefinition& bot);
TimeMs kept_until(const SessionState& state, const config::Session& policy);  // 0: for ever

// Notes that `turn` begins; then forgets what `at_limit: trim` wants forgotten. Answers with the first turn that is
// kept, or 0 when all are.
std::int64_t trim(SessionState& state, const config::Session& policy, std::int64_t turn);

}  // namespace parley::engine
