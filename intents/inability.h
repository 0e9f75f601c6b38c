// Finds out whether a message says that the user cannot do something: "I cannot pay my bill". Such a message reports a
// problem, and is no wish for the intent that pays the bill.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "config/definition.h"

namespace parley::intents {

// Returns false if the folded text cannot say that the user is unable. Cheap.
bool may_be_unable(std::string_view text);

// Returns true if words such as "I can't" precede the place. "Can't you ...?" is a request.
bool is_unable_before(std::string_view text, std::size_t begin);

// Returns true if the text says that the user is unable, and asks nothing.
bool says_unable(std::string_view text);

// Finds the intents that have effects, and whose rules and examples name no problem. Indexed like
// BotDefinition::intents.
std::vector<bool> intents_that_need_a_wish(const config::BotDefinition& bot);

}  // namespace parley::intents
