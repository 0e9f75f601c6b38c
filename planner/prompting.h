// Asks questions, and records what the bot waits for (docs/dialog.md, rules 2.3, 5.1 and 6.2).
// Tested by tests/planner/prompting_test.cc.
#pragma once

#include <string>

#include "planner/transition_builder.h"

namespace parley::planner {

// Returns the bot's words for yes and no; none if it has no such words.
std::vector<std::string> yes_and_no(TransitionBuilder& builder);

Next ask_param(TransitionBuilder& builder, const config::Param& param);
// Returns kAdvance if a fact of the request has changed and a check must run before the confirmation.
Next ask_confirmation(TransitionBuilder& builder);
Next ask_what_to_change(TransitionBuilder& builder);
Next ask_choice(TransitionBuilder& builder);

// Returns the question, or the wait for a tool, of the top intent, without its prompt.
PendingInput new_question(const TransitionBuilder& builder, PendingInput::Awaited awaited);
// Returns the param that the open question asks for; null if it does not ask for a param.
const config::Param* asked_param(const TransitionBuilder& builder);
// Returns the attempts of the open question.
Attempts& attempts_of_question(TransitionBuilder& builder);

// Returns the text for the nth time, from 1. After the last text, returns the last text again. Requires: `texts` is not
// empty.
const config::TextVariants& nth_text(const std::vector<config::TextVariants>& texts, int n);

}  // namespace parley::planner
