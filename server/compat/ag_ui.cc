#include "server/compat/ag_ui.h"

#include <functional>
#include <optional>
#include <utility>

#include "server/ascii.h"
#include "server/compat/ag_ui_events.h"
#include "server/compat/chat.h"
#include "server/service.h"
#include "server/sse.h"

namespace parley::server {
namespace {

using Input = decltype(Request::input);

Unexpected invalid_input(std::string why) { return Unexpected(ErrorCode::kInvalidRequest, std::move(why)); }

std::string member_text(const Value& of, std::string_view name) {
  const Value* found = of.find(name);
  return found && found->if_string() ? *found->if_string() : std::string();
}

// ---- an answer to an interrupt

// Forms often put the one answer into an object: {"order_id": "O-12345"}.
const Value& answer_in(const Value& payload) {
  const Value::Object* members = payload.if_object();
  return members && members->size() == 1 ? members->begin()->second : payload;
}

// A text is a message of the user, so "look it up" works as in a chat. Any other value is the value of the param.
Result<Input> input_of_payload(const PendingInput& waiting, const Value& payload) {
  const Value& answer = answer_in(payload);
  if (const std::string* text = answer.if_string()) return Input(*text);
  if (const bool* yes = answer.if_bool(); yes && waiting.kind() == PendingInput::Kind::kConfirm) {
    return Input(*yes ? NluResult::of(acts::Affirm{}) : NluResult::of(acts::Deny{}));
  }
  if (waiting.kind() != PendingInput::Kind::kParam || answer.is_null()) {
    return invalid_input("'payload' must be a text that answers the question");
  }
  return Input(NluResult::of(acts::Inform{NluResult::value(waiting.param(), answer)}));
}

Result<Input> input_of_resume(const Value::Array& entries, const SessionState* state) {
  if (entries.size() != 1)
    return invalid_input("'resume' must have one entry, because a bot asks one question at a time");
  const Value& entry = entries.front();
  const std::string status = member_text(entry, "status");
  if (status != "resolved" && status != "cancelled") return invalid_input("'status' must be resolved or cancelled");
  if (!state || !state->waiting) return invalid_input("the bot asks nothing, so there is nothing to resume");
  if (member_text(entry, "interruptId") != interrupt_id(state->turns)) {
    return invalid_input("'interruptId' is not the id of the bot's open question");
  }
  if (status == "resolved") {
    const Value* payload = entry.find("payload");
    return input_of_payload(*state->waiting, payload ? *payload : Value());
  }
  return Input(NluResult::of(acts::Command{acts::Command::Kind::kCancel}));
}

// ---- an answer in the messages

Result<Input> input_of_message(const Value& message) {
  const std::string role = member_text(message, "role");
  auto text = text_of_content(message.find("content"));
  if (!text) return Unexpected(text.error());
  if (role == "user") return Input(std::move(*text));
  const std::string error = member_text(message, "error");
  ToolOutcome outcome = error.empty() ? outcome_of_content(*text) : ToolOutcome::failed(error);
  return Input(ToolResult{member_text(message, "toolCallId"), std::move(outcome)});
}

// Returns the input of the last message of the user or a tool. Without messages, the user has opened the chat.
Result<Input> input_of_messages(const Value::Array& messages) {
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    const std::string role = member_text(*message, "role");
    if (role == "user" || role == "tool") return input_of_message(*message);
    if (role == "assistant") break;
  }
  if (messages.empty()) return Input(SessionEvent::kStart);
  return invalid_input("'messages' must end with a message of the role user or tool");
}

struct RunInput {
  AgUiRun run;
  const Value::Array* messages = nullptr;
  const Value::Array* resume = nullptr;
};

const Value::Array* list_member(Body& body, const char* name) {
  const Value* list = body.any(name);
  if (list && !list->if_array()) body.fail(name, "must be a list");
  return list ? list->if_array() : nullptr;
}

RunInput read_run(Body& body) {
  RunInput input;
  input.run = {body.required_text("threadId"), body.required_text("runId")};
  input.messages = list_member(body, "messages");
  input.resume = list_member(body, "resume");
  if (!input.messages) body.fail("messages", "is missing; add a list");
  return input;
}

bool resumes(const RunInput& input) { return input.resume && !input.resume->empty(); }

Result<Input> input_of_run(const Call& call, const RunInput& input, const std::string& session) {
  if (!resumes(input)) return input_of_messages(*input.messages);
  const auto state = call.bot->store().load(session);
  if (!state) return Unexpected(state.error());
  return input_of_resume(*input.resume, *state ? &**state : nullptr);
}

// A repeated run finds another question open, or none, but it gets its turn again.
Result<Turn> repeated_turn(const Call& call, const std::string& session, const std::string& id, const Error& error) {
  const auto repeated = call.bot->engine().find_turn(session, id);
  const bool is_repeated = repeated && *repeated && call.service.belongs_to_bot(call, session);
  return is_repeated ? Result<Turn>(**repeated) : Result<Turn>(Unexpected(error));
}

Answer stream_run(Call& call, const AgUiRun& run, const std::function<Result<Turn>()>& turn_of) {
  if (call.bot->engine().is_busy(session_of_id(run.thread))) return problem_response("session_busy");
  call.exchange->begin_stream(event_stream_head());
  call.exchange->write(run_started(run));
  const Result<Turn> turn = turn_of();
  call.exchange->write(turn ? turn_events(run, *turn) : run_failed(error_for_clients(turn.error())));
  call.exchange->end();
  return std::nullopt;
}

Answer run_agent(Call& call) {
  Body body(call.request().body, Body::Unknown::kIgnored);
  const RunInput input = read_run(body);
  if (auto fault = body.fault()) return fault->response();
  Request request;
  request.session = session_of_id(input.run.thread);
  request.id = session_of_id(input.run.run);
  if (auto refusal = refuse_session(call.who, request.session)) return refusal->response();
  auto own = own_session(call.who, *call.bot, request.session);
  if (const auto* refusal = std::get_if<Problem>(&own)) return refusal->response();
  const std::string session = std::get<std::string>(std::move(own));
  auto said = input_of_run(call, input, session);
  if (!said) return stream_run(call, input.run, [&] { return repeated_turn(call, session, request.id, said.error()); });
  request.input = std::move(*said);
  const auto allowed = allow(call.who, *call.bot, std::move(request), resumes(input) ? Said::kAnswer : Said::kInput);
  if (const auto* refusal = std::get_if<Problem>(&allowed)) return refusal->response();
  return stream_run(call, input.run, [&] { return run_chat_turn(call, std::get<AllowedRequest>(allowed)); });
}

}  // namespace

std::vector<Route> ag_ui_routes() {
  constexpr bool kForPages = true;
  return {{"agUiRun", "POST", "/ag-ui", Scope::kTurn, run_agent, Route::Input::kJson, {}, kForPages}};
}

}  // namespace parley::server
