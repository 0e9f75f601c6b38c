// Keeps the stack of open intents. A new intent goes on top. An interrupted intent returns to the top. Closing the top
// intent resumes the intent below it (docs/dialog.md, rules 4.2, 4.3, 8.10).
//
// The trace gets the end of each intent with its rule: kIntentDone, kIntentCancelled and so on.
// Tested by tests/planner/flow_executor_test.cc and planner_test.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "planner/transition_builder.h"

namespace parley::planner {

// An intent that may begin. Every intent begins through one, so that every `when` is judged. Borrows the intent.
class Admitted {
 public:
  // For push_intent(). Unset: the intent would begin, and its `when` does not hold; the trace says so.
  static std::optional<Admitted> to_push(TransitionBuilder& builder, const config::Intent& intent);
  // For an intent that begins in any case, even if it is open as well.
  static std::optional<Admitted> to_begin(TransitionBuilder& builder, const config::Intent& intent);

  const config::Intent& intent() const { return *intent_; }

 private:
  explicit Admitted(const config::Intent& intent) : intent_(&intent) {}

  const config::Intent* intent_;
};

// Puts an intent on top. If the intent was interrupted, its frame moves to the top. A frame that has called another
// intent, or was called, stays in its place, and the intent begins a second time. `beginning`: kIntentStarted or
// kIntentCalled.
void push_intent(TransitionBuilder& builder, const Admitted& intent, Rule beginning = Rule::kIntentStarted);
// Begins the first intent of the queue. Returns false if the queue is empty.
bool start_queued(TransitionBuilder& builder);

// Opens the intent of a `call` step on top. When it is done, the calling intent continues. Returns false, and changes
// nothing, if the intent must not begin.
[[nodiscard]] bool call_intent(TransitionBuilder& builder, const config::CallStep& step);
// Replaces the top intent by the intent of a `start` step. Returns false, and changes nothing, if it must not begin.
[[nodiscard]] bool start_instead(TransitionBuilder& builder, const config::StartStep& step);

// Closes the top intent and the intents that called it.
void cancel_top(TransitionBuilder& builder);
// The same, and resumes the intent below them.
void cancel_intent(TransitionBuilder& builder);

// Closes the top intent with its question, and returns it.
Frame close_intent(TransitionBuilder& builder, Rule end);
// Continues the intent on top, which was interrupted: says so, and takes its queued values.
void resume_interrupted(TransitionBuilder& builder);
// Closes the top intent and nothing else.
void pop_intent(TransitionBuilder& builder, Rule end);
// Closes all intents and empties the queue. The intents of a conversation that is handed off end without an event.
void close_all(TransitionBuilder& builder, Rule end);

}  // namespace parley::planner
