// Calls tools, and decides where an intent continues after a tool failed (docs/dialog.md, rules 8.1 and 8.8).
// Tested by tests/planner/flow_executor_test.cc.
#pragma once

#include "planner/position.h"
#include "planner/transition_builder.h"

namespace parley::planner {

enum class CallResult {
  kCalled,        // the planner waits for the outcome
  kDoneBefore,    // the step has run with the same values; the intent continues at top().step
  kFailedBefore,  // the same call already failed for this message; it is not repeated
};

// Calls the tool of a step of the open intent. After kFailedBefore, recover() has set where the intent continues.
CallResult call_tool(TransitionBuilder& builder, const config::ToolStep& step, const Position& place);
// Calls the tool that checks a param. Never kDoneBefore.
CallResult call_check(TransitionBuilder& builder, const config::Param& checked);
// Calls the tool of `if_unknown` for the param Frame::looking_up. Never kDoneBefore.
CallResult call_lookup(TransitionBuilder& builder, const config::ToolStep& step);

// Identifies a call by its tool and its arguments.
std::string fingerprint_of(const ToolCall& call);

// Sets where the intent continues after a tool failed: in `on_failure` or `on_timeout`. Hands over to a person if the
// step has neither.
Next recover(TransitionBuilder& builder, const config::ToolStep& step, Position place, bool has_timed_out);

}  // namespace parley::planner
