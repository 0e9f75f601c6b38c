// Shows stored sessions to people and as JSON.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "parley/session.h"
#include "parley/sessions.h"
#include "parley/value.h"

namespace parley::cli {

// Replaces a value or a message text before it is shown.
using Mask = std::function<std::string(const std::string& text)>;

std::string hide_everything(const std::string& text);

// Returns the state of a session as JSON. Values pass through `mask` and become strings; names of params stay.
Value::Object view_of(const SessionState& state, const Mask& mask);
Value view_of(const Message& message, const Mask& mask);

// Returns the filled params as JSON: the params of the open intent under its name, and the
// params of the session under "session".
Value params_of(const SessionState& state, const Mask& mask);

void print_messages(const std::vector<Message>& messages, const Mask& mask);
void print_sessions(const std::vector<SessionInfo>& summaries);

// Prints one line per session to stderr: "parley: session s1: not exported: the reason".
void print_refused(const std::vector<RefusedSession>& refused, const char* outcome);

}  // namespace parley::cli
