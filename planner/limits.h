// The fixed limits of a conversation. Those that a bot can set are in its definition.
// Tested by tests/planner/random_test.cc and planner_test.cc.
#pragma once

#include <cstddef>

namespace parley::planner {

// Interrupted intents on the stack. The oldest one is forgotten beyond it.
inline constexpr std::size_t kMaxDigressions = 5;
// Times that a question is repeated or explained before a repetition costs an attempt.
inline constexpr int kMaxAsides = 5;
// Answers to "which of the two?" that choose none before the question is dropped.
inline constexpr int kMaxChoiceAttempts = 2;
// Questions in a row that were given up before a person takes over, whatever their `on_exhausted` says.
inline constexpr int kMaxExhausted = 3;
// Steps for one message, including those after the outcomes of its tools.
inline constexpr int kMaxSteps = 100;
// Times that checks run for one message, when each request of the message has other facts.
inline constexpr int kMaxFactRounds = 3;
// Quick replies of a question.
inline constexpr std::size_t kMaxOptions = 10;

}  // namespace parley::planner
