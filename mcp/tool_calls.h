// ToolCalls runs the tool calls of one MCP client: `tools/call`, and the forms that a call shows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/definition.h"
#include "mcp/conversation.h"
#include "mcp/json_rpc.h"
#include "mcp/question.h"
#include "mcp/request_state.h"
#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/engine.h"

namespace parley::mcp {

// The bot that a server serves, with what all its connections share.
struct ServedBot {
  std::shared_ptr<const Catalog> catalog;
  Engine& engine;
  HandleTurn handle;                                           // not empty
  std::function<Error(const Error& error)> error_for_clients;  // empty: the error
  StateSeal seal;
  TimeMs ttl;  // of a request state
  std::shared_ptr<Clock> clock;
  std::shared_ptr<IdSource> ids = create_random_ids();

  const config::BotDefinition& definition() const;
  Value server_info() const;
};

// The client, as far as the request describes it.
struct Client {
  bool is_modern = false;  // it speaks 2026-07-28 or later
  bool has_forms = false;
};

// Adds what every result of 2026-07-28 has.
Value::Object with_meta(Value::Object result, const Value& server_info, const char* type = "complete");

class ToolCalls {
 public:
  using Messages = std::vector<std::string>;  // to the client

  // `bot` must outlive this object.
  ToolCalls(const ServedBot& bot, std::string user) : bot_(bot), user_(std::move(user)) {}

  // Handles a request `tools/call`.
  Messages call(const RpcMessage& message, const Client& client);
  // Handles the client's response to a form.
  Messages continue_with(const RpcMessage& response);
  // Forgets the form of a call that the client has cancelled. Nothing that the user did not confirm has happened.
  void forget(const Value& call);

 private:
  // A call of a client that has sent `initialize`, while the client shows a form.
  struct Pending {
    Value call;  // its id
    std::string session;
    std::int64_t turn = 0;
    Question question;
  };
  // Where the result of a turn goes.
  struct Reply {
    Value id;             // of the call
    std::string binding;  // of its request state
    Client client;
    bool is_declined = false;  // the user declined the form that led to the turn
  };

  Messages call_turn(const Reply& reply, const Value::Object& arguments);
  Messages call_intent(const Reply& reply, const config::Intent& intent, const Value::Object& arguments);
  Messages resume(const Reply& reply, const std::string& sealed, const Value* answers);
  std::optional<decltype(Request::input)> input_for(const Question& question, const Value& answer) const;
  ParamValue validated(const std::string& intent, const std::string& param, const Value& value) const;
  std::string problem_of(const config::Intent& intent, const std::string& name, const Value& value) const;
  Messages refuse_tool(const Value& id, const std::string& name) const;
  Messages reply_with(const Reply& reply, const Conversation& conversation, std::int64_t number,
                      const Result<Turn>& turn);
  Messages require_input(const Reply& reply, const RequestState& state, const Question& question) const;
  Messages show_form(const Value& call, const std::string& session, std::int64_t number, Question question);
  Messages respond(const Reply& reply, Value::Object result) const;
  Messages fail(const Reply& reply, const Error& error) const;

  const ServedBot& bot_;
  const std::string user_;
  std::map<std::string, Pending, std::less<>> pending_;  // by the id of the request that shows the form
  int forms_ = 0;
};

}  // namespace parley::mcp
