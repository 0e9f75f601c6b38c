// Ephemeral sessions: a message that names no session begins one (X45). The engine names it, so no two messages share
// one by accident. The answer carries the name; with it the caller goes on. It expires soon, and is erased after that.
#pragma once

#include <string>
#include <string_view>

#include "parley/clock.h"
#include "parley/store.h"

namespace parley::engine {

inline constexpr char kEphemeral[] = "ephemeral";  // the reason in the first answer, and the session's tag
inline constexpr TimeMs kEphemeralTtl = 15 * 60'000;

std::string new_ephemeral_session(IdSource& ids);

// By its name. Only the engine begins a session of such a name.
bool is_ephemeral(std::string_view session);

// Erases up to `most` ephemeral sessions of the bot that have expired. Returns how many.
Result<std::int64_t> erase_expired_ephemeral(SessionStore& store, const std::string& bot, TimeMs now, std::size_t most);

}  // namespace parley::engine
