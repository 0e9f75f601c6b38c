// Validates the values of `default:` against the types of their params when the bot is loaded.
//
// A default becomes canonical ("1'000" becomes 1000). A default that is not a value of its type is an error. A relative
// default ("today") keeps its text; the planner resolves it when it is used, by the session's clock and time zone
// (planner::TurnContext::judge). A default of a declared entity may be any text ("most countries"). Lint checks a
// param's `validate` (W506).
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/classifier.h"

namespace parley::intents {

// Two instants that differ in day, week, month, year and hour. A value that is the same at both is not relative.
inline constexpr TimeMs kFirstInstant = 1'772'442'000'000;   // 2026-03-02T09:00Z
inline constexpr TimeMs kSecondInstant = 1'818'693'120'000;  // 2027-08-19T16:32Z

// `classifier` must be the classifier of `bot`. Reports E411.
void settle_defaults(config::BotDefinition& bot, const Classifier& classifier, config::Diagnostics& findings);

}  // namespace parley::intents
