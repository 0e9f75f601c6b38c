// Asks questions, and records what the bot waits for (docs/dialog.md, rules 2.3, 5.1 and 6.2).
// Tested by tests/planner/prompting_test.cc.
#pragma once

#include <string>

#include "planner/transition_builder.h"

namespace parley::planner {

// The keys in Frame::attempts of questions that are not about a param.
inline constexpr const char* kConfirmation = "";
inline constexpr const char* kChoice = "?";

Next ask_param(TransitionBuilder& builder, const config::Param& param);
// kAdvance: a fact of the request has changed, and a check must run before the confirmation.
Next ask_confirmation(TransitionBuilder& builder);
Next ask_what_to_change(TransitionBuilder& builder);
Next ask_choice(TransitionBuilder& builder);

// A question of this kind about the top intent, without its details.
PendingInput new_question(const TransitionBuilder& builder, PendingInput::Kind kind);
// The param that the open question is about; null if it is about something else.
const config::Param* asked_param(const TransitionBuilder& builder);
// The attempts of the open question.
Attempts& attempts_of_question(TransitionBuilder& builder);
// The name of the top intent's open question: a param, "confirm" or "choice"; empty if no question is open.
std::string open_question(const TransitionBuilder& builder);

// The text for the nth time. The last text repeats. Requires: `texts` is not empty.
const config::TextVariants& nth_text(const std::vector<config::TextVariants>& texts, int n);

}  // namespace parley::planner
