// Conditions: does what a bot demands of the facts hold?
//
//   A path that leads nowhere: only `exists: false`, `ne` and a `not` around the rest can hold.
//   Numbers compare as numbers (5 equals 5.0), texts by their bytes (so ISO dates by time), money by its amount.
//   Different kinds are neither equal nor ordered.
//   `matches` looks for its regex anywhere in a text, a number or a bool as text; anchor it to demand the whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

// What a path leads to; null when it leads nowhere.
using Scope = std::function<const Value*(std::string_view path)>;

// Compiles what `matches` looks for, in every condition of the bot. Findings: E401, E404.
void compile_conditions(config::BotDefinition& bot, config::Diagnostics& findings);

// Requires: compile_conditions() saw it. A `matches` that did not compile never holds.
bool holds(const config::Condition& condition, const Scope& scope);

// The first thing that keeps it from holding: "context.logged_in is not true". Empty when it holds. Says what the
// bot demands, never what the facts are.
std::string why_not(const config::Condition& condition, const Scope& scope);

}  // namespace parley::intents
