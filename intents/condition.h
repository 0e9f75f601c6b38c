// Evaluates the conditions that a bot sets on facts.
//
// - If a path leads nowhere or to null, there is no value. It equals null, and has no order.
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
// `moment` is the user's local time, "2026-03-02T09:00", for operands such as "today". Without it, a comparison with
// such an operand holds.
bool holds(const config::Condition& condition, const Scope& scope, std::string_view moment = {});

// Returns the first reason why the condition does not hold, such as "context.logged_in is not true". Returns an empty
// string when it holds. The reason states what the bot requires, never the values of the facts.
std::string why_not(const config::Condition& condition, const Scope& scope);

}  // namespace parley::intents
