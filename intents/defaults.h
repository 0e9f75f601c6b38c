// Defaults: the values of `default:`, judged by the types of their params when the bot is loaded.
//
// A default becomes canonical ("1'000" is 1000), and one that is no value of its type is an error. A relative one
// ("today") keeps its text: it is judged when it is taken, by the session's clock and zone (planner::Moment::judge).
// A default of a declared entity may be any text ("most countries"); a param's `validate` is for lint to judge (W506).
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/classifier.h"

namespace parley::intents {

// `classifier` is that of `bot`. Findings: E411.
void settle_defaults(config::BotDefinition& bot, const Classifier& classifier, config::Diagnostics& findings);

}  // namespace parley::intents
