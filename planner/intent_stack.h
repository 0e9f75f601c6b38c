// Keeps the stack of open intents. A new intent goes on top. An interrupted intent returns to the top. Closing the top
// intent resumes the intent below it (docs/dialog.md, rules 4.2, 4.3, 8.10).
//
// The trace gets the end of each intent with its rule: kIntentDone, kIntentCancelled and so on.
// Tested by tests/planner/flow_executor_test.cc and planner_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "planner/transition_builder.h"

namespace parley::planner {

// Puts an intent on top. If the intent was interrupted, its frame moves to the top. A frame that has called another
// intent, or was called, stays in its place, and the intent begins a second time. `beginning`: kIntentStarted or
// kIntentCalled.
void push_intent(TransitionBuilder& builder, const config::Intent& intent, Rule beginning = Rule::kIntentStarted);
// Returns the frame that push_intent() would move to the top; frames.end() if push_intent() would begin a new frame.
std::vector<Frame>::iterator find_resumable(SessionState& state, std::string_view intent);

// Opens the intent of a `call` step on top. When it is done, the calling intent continues.
void call_intent(TransitionBuilder& builder, const config::StepDefinition& step);
// Replaces the top intent by the intent of a `start` step.
void start_instead(TransitionBuilder& builder, const config::StepDefinition& step);

// Closes the top intent, and resumes the intent below it. If the intent was called, the calling intent gets its
// results.
void complete_intent(TransitionBuilder& builder);
// Closes the top intent and the intents that called it, and resumes the intent below them.
void cancel_intent(TransitionBuilder& builder);

// Closes the top intent and nothing else.
void pop_intent(TransitionBuilder& builder, Rule end);
// Closes all intents and empties the queue. The intents of a conversation that is handed off end without an event.
void close_all(TransitionBuilder& builder, Rule end);

}  // namespace parley::planner
