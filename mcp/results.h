// Results of `tools/call`.
//
// Tested by tests/mcp/tool_calls_test.cc.
#pragma once

#include <string>

#include "mcp/conversation.h"
#include "parley/turn.h"

namespace parley::mcp {

// The result of a tool call that ends with this turn. `is_declined`: the user declined the form that led to the turn.
Value::Object result_of(const Turn& turn, const Conversation& conversation, bool is_declined = false);

// The result of a tool call that the client can correct.
Value::Object failure(const std::string& message);

}  // namespace parley::mcp
