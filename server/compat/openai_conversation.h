// Which session and which message id a request with a whole conversation gets.
//
// A request of OpenAI has no id, but often all earlier messages. Their hash tells a retry from a new message.
//
// Tested by tests/server/compat_openai_test.
#pragma once

#include <string>
#include <vector>

#include "parley/result.h"
#include "server/call.h"

namespace parley::server {

struct ChatMessage {
  std::string role;  // "user", "assistant", "tool", "system", ...
  std::string text;
  std::string call_id;  // of a tool's result
};

struct ConversationPlace {
  std::string session;
  std::string id;  // the message id. Empty: the engine creates one
};

// Finds the place of the last message. `named`: the session that the client names; empty: none, so the session is the
// one that has the same earlier messages of the same key, or a new one. kUnknownSession: there is none with these
// earlier messages. kLimitExceeded: too many conversations began with the same words.
Result<ConversationPlace> place_in_conversation(Call& call, const std::vector<ChatMessage>& messages,
                                                const std::string& named);

}  // namespace parley::server
