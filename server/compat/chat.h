// What the interfaces for chats share: the names of sessions, the contents of messages, and the parts of a turn that
// wait for the client.
//
// Tested by tests/server/compat_openai_test, compat_rasa_test.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/turn.h"
#include "server/authority.h"
#include "server/call.h"

namespace parley::server {

// Returns the session for an id of another product. Different ids get different sessions. An id that is a session name,
// and does not begin with "id.", is the session. Any other id becomes "id." and its base64url or, over 93 bytes,
// "id.sha256." and its hash.
std::string session_of_id(std::string_view id);

// The question of a turn that waits for the user.
struct OpenQuestion {
  std::string param;  // empty: a confirmation, or a choice between params
  std::string prompt;
  std::vector<std::string> options;
  bool is_confirmation = false;
};
std::optional<OpenQuestion> open_question(const Turn& turn);
// Returns the call that the client must run. Null: none.
const ToolCall* awaited_call(const Turn& turn);

// Returns the text of a message's content: a string, or a list of parts with the type `text`. kInvalidRequest: another
// value, or a part of another type.
Result<std::string> text_of_content(const Value* content);
// Returns the outcome of a tool from the text of its message. JSON is read. An object whose only member is the text
// `error` is a failure.
ToolOutcome outcome_of_content(const std::string& content);

// Runs a turn. kUnknownSession: the session belongs to another bot.
Result<Turn> run_chat_turn(Call& call, const AllowedRequest& request);

}  // namespace parley::server
