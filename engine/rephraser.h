// Lets the language model say texts of the bot in other words, if the bot allows it (`rephrase`, docs/models.md).
//
// Tested by tests/engine/rephraser_test.cc.
#pragma once

#include <map>

#include "engine/turn_draft.h"
#include "parley/value.h"
#include "planner/planner.h"

namespace parley::engine {

// Replaces the texts of the steps for which the model was asked and found good words. Returns, by step, what the store
// keeps with the message of the bot: the outcome, and the words of the model with placeholders for the values. Null
// instead of words: the bot's own text stays. A replay of a recording uses these words.
std::map<std::size_t, Value> rephrase(TurnDraft& draft, planner::Transition& transition);

}  // namespace parley::engine
