// Stores the embedding program's system prompt in a session's notes.
//
// A prompt belongs to one conversation, as a title does, or to the session. The form of `metadata.system_prompt`
// decides:
//   {"text": "Be brief.", "turn": 1}  belongs to the conversation that began with this turn
//   "Be brief."                       belongs to the session: the current conversation and later ones
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "parley/session.h"
#include "parley/store.h"

namespace parley::memory {

inline constexpr char kSystemPrompt[] = "system_prompt";  // its name in the metadata

void note_system_prompt(SessionNotes& notes, std::string prompt, std::int64_t first_turn);

// Returns the prompt of the current conversation; empty if it is not set.
std::string system_prompt_of(const SessionNotes& notes, const SessionState& state);

// Returns the value of `metadata.system_prompt` after `change` has been applied to the text of the prompt. The rest of
// the value does not change.
Value with_prompt_text(const Value& prompt, const std::function<std::string(const std::string& text)>& change);

}  // namespace parley::memory
