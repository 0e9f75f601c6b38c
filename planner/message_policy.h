// Decides how a message is interpreted (docs/dialog.md, section 1). The order is: a command, a word about the question,
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

// Returns the rules in their order of precedence.
const std::vector<MessageRule>& message_rules();

// Handles a message by the first rule that applies. Queues the further intents of the message before that.
void handle_message(TransitionBuilder& builder, const Understanding& message);

}  // namespace parley::planner
