// Decides how intents are stacked: a new one goes on top, an interrupted one returns, and closing the top one resumes
// the one below (docs/dialog.md, rules 4.2, 4.3, 8.10).
//
// Each end of an intent is noted with its rule: kIntentDone, kIntentCancelled and so on.
// Tested by tests/planner/flow_executor_test.cc and planner_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "planner/transition_builder.h"

namespace parley::planner {

// Puts an intent on top. An intent is open once: if it was interrupted, it returns as it was. One that has called
// another, or was called, stays where it is, and begins a second time. `beginning`: kIntentStarted or kIntentCalled.
void push_intent(TransitionBuilder& builder, const config::Intent& intent, Rule beginning = Rule::kIntentStarted);
// The open frame of an intent that push_intent() would return to; frames.end() if it would begin.
std::vector<Frame>::iterator find_resumable(SessionState& state, std::string_view intent);

// Opens the intent of a `call` step on top; it returns when it is done.
void call_intent(TransitionBuilder& builder, const config::StepDefinition& step);
// Replaces the top intent by that of a `start` step.
void start_instead(TransitionBuilder& builder, const config::StepDefinition& step);

// Closes the top intent, and continues the one below. A caller takes the results of the intent that it called.
void complete_intent(TransitionBuilder& builder);
// Closes the top intent, its callers too, and resumes the one below.
void cancel_intent(TransitionBuilder& builder);

// Closes the top intent and nothing else.
void pop_intent(TransitionBuilder& builder, Rule end);
// Closes all intents and empties the queue.
void close_all(TransitionBuilder& builder, Rule end);

}  // namespace parley::planner
