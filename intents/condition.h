// Evaluates the conditions that a bot sets on facts.
//
// - If a path leads nowhere, only `exists: false`, `ne`, and `not` around any other operator can hold.
// - Numbers compare as numbers (5 equals 5.0), texts by their bytes (so ISO dates compare by time), money by its
//   amount.
// - Values of different kinds are not equal and have no order.
// - `matches` searches for its regex anywhere in a text, number or bool (as text). Anchor the regex to match the whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

// Returns the value that a path leads to, or null when the path leads nowhere.
using Scope = std::function<const Value*(std::string_view path)>;

// Compiles the regexes of `matches` in every condition of the bot. Reports E401 and E404.
void compile_conditions(config::BotDefinition& bot, config::Diagnostics& findings);

// Requires that compile_conditions() has processed the condition. A `matches` whose regex did not compile never holds.
bool holds(const config::Condition& condition, const Scope& scope);

// Returns the first reason why the condition does not hold, such as "context.logged_in is not true". Returns an empty
// string when it holds. The reason states what the bot requires, never the values of the facts.
std::string why_not(const config::Condition& condition, const Scope& scope);

}  // namespace parley::intents
