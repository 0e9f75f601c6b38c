// `if_unknown` of a param: what the bot does when the user does not know the value (docs/dialog.md, rule 2.8).
//
//   "I don't know"  ---->  say     the question again
//                   ---->  start   another intent takes the place of this one
//                   ---->  call    another intent finds the value, and returns
//                   ---->  tool    the bot asks for the params among the arguments, then calls the tool;
//                                  the result gives the value, or the options of the question
//
// It happens once for each param while its intent is open.
//
// Tested by tests/planner/options_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

bool may_look_up(const TransitionBuilder& builder, const config::Param& asked);
// Whether a message has a value for a param that the lookup would ask for: an email instead of the order number.
// `values` are for the open intent, `elsewhere` for others.
bool gives_lookup_value(const TransitionBuilder& builder, const std::vector<ParamValue>& values,
                        const std::vector<ParamValue>& elsewhere, const config::Param& asked);
// Begins it. Takes the values of the message for the params among the arguments.
Next look_up(TransitionBuilder& builder, const std::vector<ParamValue>& values,
             const std::vector<ParamValue>& elsewhere, const config::Param& asked);

// Asks for the next argument of the tool, or calls it. Returns kAdvance if the bot looks nothing up.
Next continue_lookup(TransitionBuilder& builder);

// Takes the result of the tool, or of the called intent.
void end_lookup(TransitionBuilder& builder, const config::ToolStep& step, const Value& result);
void fail_lookup(TransitionBuilder& builder);
// Takes the values of the intent that `if_unknown` called. Returns false if the open intent did not call it.
bool take_looked_up(TransitionBuilder& builder, const Value& result);

}  // namespace parley::planner
