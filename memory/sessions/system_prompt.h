// The host's system prompt in a session's notes.
//
// A prompt belongs to one conversation, as a title does, or to the session. `metadata.system_prompt` tells which:
//   {"text": "Be brief.", "turn": 1}  of the conversation that began with this turn
//   "Be brief."                       of the session: of the current conversation and later ones
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "parley/session.h"
#include "parley/store.h"

namespace parley::memory {

inline constexpr char kSystemPrompt[] = "system_prompt";  // its name in the metadata

void note_system_prompt(SessionNotes& notes, std::string prompt, std::int64_t first_turn);

// The prompt of the current conversation; empty: it has none.
std::string system_prompt_of(const SessionNotes& notes, const SessionState& state);

// The value of `metadata.system_prompt` with change(text) in place of the prompt's text. Whose it is does not change.
Value with_prompt_text(const Value& prompt, const std::function<std::string(const std::string& text)>& change);

}  // namespace parley::memory
