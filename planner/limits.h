// The fixed limits of a conversation. The limits that a bot can set are in its definition.
// Tested by tests/planner/random_test.cc and planner_test.cc.
#pragma once

#include <cstddef>

namespace parley::planner {

// Intents on the stack. When another one is added, the oldest is forgotten.
inline constexpr std::size_t kMaxDigressions = 5;
// How often a question is repeated or explained before a further repetition counts as a failed attempt.
inline constexpr int kMaxAsides = 5;
// Failed answers to "which of the two?" after which the question is dropped.
inline constexpr int kMaxChoiceAttempts = 2;
// Questions that the bot gives up one after the other. At this number a person takes over, whatever `on_exhausted`
// says.
inline constexpr int kMaxExhausted = 3;
// Steps and checks that run for one message, including the steps after tool outcomes.
inline constexpr int kMaxSteps = 100;
// How often the checks begin for one message, when the facts of its requests differ.
inline constexpr int kMaxFactRounds = 3;
// Quick replies that a question may show.
inline constexpr std::size_t kMaxOptions = 10;

}  // namespace parley::planner
