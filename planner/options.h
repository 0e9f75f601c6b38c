// The options of a param: the items of a list that a tool returned, which the bot lists with its question. The user
// picks one by its number, its place or its words (docs/dialog.md, rule 2.7).
//
// Tested by tests/planner/options_test.cc.
#pragma once

#include <optional>
#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Returns the options of a param; none if it has no list now, or the user has refused the list.
std::vector<Choice> options_from_list(TransitionBuilder& builder, const config::Param& param);

// Adds the options to a question: numbered lines and quick replies, or "Is it ...?" for a single one.
void list_options(TransitionBuilder& builder, const std::vector<Choice>& options, AskUser& question);

// Takes an answer to a question with options. Unset: the message names none of them.
std::optional<Next> take_options(TransitionBuilder& builder, const Understanding& message, const config::Param& asked);

}  // namespace parley::planner
