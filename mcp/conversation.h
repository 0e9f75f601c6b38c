// Conversation runs the turns of one session for an MCP client.
//
// Each turn of a tool call has a message id with its number. So a client that sends an answer twice gets the same turn,
// and nothing runs twice. If the second answer is another one, the first one counts.
//
// Tested by tests/mcp/tool_calls_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "parley/engine.h"

namespace parley::mcp {

using HandleTurn = std::function<Result<Turn>(const Request&)>;

class Conversation {
 public:
  // `session` is the name that the client knows. In the store it has a prefix, so that a client cannot reach the
  // sessions of other channels or of other users.
  // `engine` and `handle` (McpOptions::handle, not empty) must outlive the conversation.
  Conversation(Engine& engine, const HandleTurn& handle, std::string_view user, std::string session);

  // Whether the engine accepts the name.
  static bool is_session_name(std::string_view name);

  const std::string& session() const { return session_; }

  // A tool of the bot that no function ran, because its kind is `host`. Unset: every tool had a function.
  const std::optional<std::string>& tool_without_function() const { return tool_without_function_; }

  // Begins the intent of a tool call. This is the turn 1.
  Result<Turn> begin(std::string intent, Value::Object params);
  // Continues after the turn `after` of a tool call.
  Result<Turn> answer(std::int64_t after, decltype(Request::input) input);
  // Returns the turn again. kUnknownSession: it is not stored any more.
  Result<Turn> repeat(std::int64_t turn);
  // Handles a message of the user.
  Result<Turn> say(std::string text);

 private:
  Request request_for(std::int64_t turn) const;
  Result<Turn> run(const Request& request) { return run_tools(handle_(request)); }
  // Answers the calls of tools that no function runs.
  Result<Turn> run_tools(Result<Turn> turn);

  Engine& engine_;
  const HandleTurn& handle_;
  const std::string user_, session_, stored_;
  std::optional<std::string> tool_without_function_;
};

}  // namespace parley::mcp
