// The host's system prompt in a session's notes.
//
// A prompt belongs to one conversation, as a title does, or to the session. `metadata.system_prompt` tells which:
//   {"text": "Be brief.", "turn": 1}  of the conversation that began with this turn
//   "Be brief."                       of the session: of the current conversation and later ones
#pragma once

#include <cstdint>
#include <string>

#include "parley/session.h"
#include "parley/store.h"

namespace parley::memory {

void note_system_prompt(SessionNotes& notes, std::string prompt, std::int64_t first_turn);

// The prompt of the current conversation; empty: it has none.
std::string system_prompt_of(const SessionNotes& notes, const SessionState& state);

}  // namespace parley::memory
