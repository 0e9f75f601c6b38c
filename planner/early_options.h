// Takes an option that the user named before the bot listed the options (docs/dialog.md, 2.11).
//
// Tested by tests/planner/early_options_test.cc.
#pragma once

#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Keeps the words of a message for the options of the top intent.
void remember_words(TransitionBuilder& builder, const Understanding& message);
// Gives the words of an intent to the intent on top, which it has called.
void inherit_words(TransitionBuilder& builder, std::string said);

// Fills a param with the only option that earlier messages name. Returns false if there is none, or if the steps could
// act before the user sees the option.
bool take_early_option(TransitionBuilder& builder, const config::Param& param);

// Leaves only the option that earlier messages name, so that the bot asks about it: "Is it ...?". Leaves all options
// if there is none, or if the bot has asked about one before.
void keep_early_option(TransitionBuilder& builder, const config::Param& param, std::vector<Choice>& options);

}  // namespace parley::planner
