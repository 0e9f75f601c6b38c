// The options of a param: the items of a list that a tool returned, which the bot lists with its question
// (docs/dialog.md, rule 2.7). The bot takes an option that the user named before it lists them (rule 2.11).
//
// Tested by tests/planner/options_test.cc and early_options_test.cc.
#pragma once

#include <string>
#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Returns the options of a param; none if it has no list now, or the user has refused the list.
std::vector<Choice> options_from_list(TransitionBuilder& builder, const config::Param& param);
std::vector<std::string> labels_of(const std::vector<Choice>& options);
bool is_listed(const std::vector<Choice>& options, const Value& value);

// Keeps the words of a message for the options of the top intent.
void remember_words(TransitionBuilder& builder, const std::string& words);
// Gives the words of an intent to the intent on top, which it has called.
void inherit_words(TransitionBuilder& builder, std::string said);

// Fills a param with the only option that earlier messages name. Returns false if there is none, or if the steps could
// act before the user sees the option.
bool take_early_option(TransitionBuilder& builder, const config::Param& param);

// Leaves only the option that earlier messages name, so that the bot asks about it: "Is it ...?". Leaves all options
// if there is none, or if the bot has asked about one before.
void keep_early_option(TransitionBuilder& builder, const config::Param& param, std::vector<Choice>& options);

}  // namespace parley::planner
