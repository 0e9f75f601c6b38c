// Decides in which order a message is interpreted (docs/dialog.md, section 1): as a command, a word about the question,
// an answer, another intent.
// Tested by tests/planner/message_policy_test.cc.
#pragma once

#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// One way to interpret a message.
struct MessageRule {
  const char* name;
  bool (*applies)(const TransitionBuilder& builder, const Understanding& message);
  Next (*handle)(TransitionBuilder& builder, const Understanding& message);
};

// In their order of precedence. For each message, one applies.
const std::vector<MessageRule>& message_rules();

// Applies the first rule that applies. The intents that the message names besides are queued before.
void handle_message(TransitionBuilder& builder, const Understanding& message);

}  // namespace parley::planner
