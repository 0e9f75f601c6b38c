// A stored session as people and JSON show it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "parley/session.h"
#include "parley/sessions.h"
#include "parley/value.h"

namespace parley::cli {

// What becomes of a value or a message text before anybody sees it.
using Mask = std::function<std::string(const std::string& text)>;

std::string hide_everything(const std::string& text);

// Where the session stands. Values go through `mask` and come out as text; names of params do not.
Value::Object view_of(const SessionState& state, const Mask& mask);
Value view_of(const Message& message, const Mask& mask);

// The params that are filled: of the open intent, else of the session.
Value params_of(const SessionState& state, const Mask& mask);

void print_messages(const std::vector<Message>& messages, const Mask& mask);
void print_sessions(const std::vector<SessionSummary>& summaries);

// To stderr, a line each: "parley: session s1: not exported: the reason".
void print_refused(const std::vector<RefusedSession>& refused, const char* what_was_not_done);

}  // namespace parley::cli
