// Tested by tests/mcp/tool_calls_test.cc.
#include "mcp/tool_calls.h"

#include <iterator>
#include <utility>

#include "config/by_id.h"
#include "config/diagnostics.h"
#include "intents/catalog_access.h"
#include "mcp/results.h"
#include "mcp/tool_list.h"
#include "parley/version.h"

namespace parley::mcp {
namespace {

// Returns a param of a request, or null.
const Value* member_of(const RpcMessage& message, std::string_view name) {
  const auto found = message.params.find(name);
  return found == message.params.end() ? nullptr : &found->second;
}

constexpr std::int64_t kMostForms = 100;  // that wait for an answer of the client

ToolCalls::Messages refuse_call(const Value& id, const std::string& why) {
  return {error_of(id, {kInvalidParams, why})};
}

// The user, the tool and the arguments for which a request state is valid.
std::string binding_of(const std::string& user, const std::string& tool, const Value& arguments) {
  return Value(Value::Array{user, tool, arguments}).to_json();
}

}  // namespace

const config::BotDefinition& ServedBot::definition() const { return intents::definition_of(*catalog); }

Value ServedBot::server_info() const { return Value::Object{{"name", catalog->id()}, {"version", PARLEY_VERSION}}; }

Value::Object with_meta(Value::Object result, const Value& server_info, const char* type) {
  result["resultType"] = type;
  result["_meta"] = Value::Object{{"io.modelcontextprotocol/serverInfo", server_info}};
  return result;
}

ToolCalls::Messages ToolCalls::call(const RpcMessage& message, const Client& client) {
  const std::string* name = text_of(message.params, "name");
  if (!name) return refuse_call(message.id, "'name' must be the name of a tool");
  static const Value kNoArguments{Value::Object{}};
  const Value* given = member_of(message, "arguments");
  const Value& arguments = given ? *given : kNoArguments;
  if (!arguments.if_object()) return refuse_call(message.id, "'arguments' must be an object");
  const Reply reply{message.id, binding_of(user_, *name, arguments), client};
  const std::size_t most = bot_.engine.limits().max_context_bytes;
  if (reply.binding.size() > most) {
    return respond(reply, failure("the arguments are longer than " + std::to_string(most) + " bytes"));
  }
  const config::Intent* intent = find_tool_intent(bot_.definition(), *name);
  if (!intent && *name == config::kMcpTurnTool) return call_turn(reply, *arguments.if_object());
  if (!intent) return refuse_tool(message.id, *name);
  const Value* sealed = client.is_modern ? member_of(message, "requestState") : nullptr;
  if (!sealed) return call_intent(reply, *intent, *arguments.if_object());
  const std::string* text = sealed->if_string();
  return resume(reply, text ? *text : "", member_of(message, "inputResponses"));
}

ToolCalls::Messages ToolCalls::call_turn(const Reply& reply, const Value::Object& arguments) {
  const std::string* text = text_of(arguments, "text");
  if (!text) return respond(reply, failure("the argument 'text' must be a text"));
  const std::string* session = text_of(arguments, "session");
  if (arguments.count("session") > 0 && (!session || !Conversation::is_session_name(*session))) {
    return respond(reply, failure("the argument 'session' must be the session of an earlier result"));
  }
  Conversation conversation(bot_.engine, bot_.handle, user_, session ? *session : bot_.ids->next());
  const auto turn = conversation.say(*text);
  if (!turn) return fail(reply, turn.error());
  return respond(reply, result_of(*turn, conversation));
}

ToolCalls::Messages ToolCalls::call_intent(const Reply& reply, const config::Intent& intent,
                                           const Value::Object& arguments) {
  for (const auto& [name, value] : arguments) {
    const std::string problem = problem_of(intent, name, value);
    if (!problem.empty()) return respond(reply, failure(problem));
  }
  Conversation conversation(bot_.engine, bot_.handle, user_, bot_.ids->next());
  const auto turn = conversation.begin(intent.id.value, arguments);
  return reply_with(reply, conversation, 1, turn);
}

ParamValue ToolCalls::validated(const std::string& intent, const std::string& param, const Value& value) const {
  NluContext context;
  context.context = mcp_context();
  context.now = bot_.clock->now();
  return bot_.catalog->validate(intent, param, value, context);
}

// Returns the input for the client's answer to a form. Words that are no value of the param are a message of the user,
// such as "I don't know".
std::optional<decltype(Request::input)> ToolCalls::input_for(const Question& question, const Value& answer) const {
  auto input = input_of(question, answer);
  if (!input || question.kind != Question::Kind::kParam || is_declined(answer)) return input;
  const DialogAct& given = std::get<NluResult>(*input).acts.front();
  const Value& value = std::get<acts::Inform>(given.what).value.value;
  const std::string* words = value.if_string();
  if (words && !validated(question.intent, question.key, value).valid) return *words;
  return input;
}

// Returns why an argument is wrong; empty if the bot takes it, or asks for another value.
std::string ToolCalls::problem_of(const config::Intent& intent, const std::string& name, const Value& value) const {
  const config::Param* param = intent.find_param(name);
  if (!param) {
    const std::string hint = config::did_you_mean_or_list(name, config::ids_of(intent.params));
    return "the tool has no argument " + config::quoted(name) + (hint.empty() ? "" : "; " + hint);
  }
  if (param->required || value.is_null()) return "";
  const Value::Array* items = param->list ? value.if_array() : nullptr;
  for (const Value& item : items ? *items : Value::Array{value}) {
    const ParamValue read = validated(intent.id.value, name, item);
    if (read.valid) continue;
    const std::string why = read.rejection.empty() ? "" : ": " + read.rejection;
    const config::Entity* entity = bot_.definition().find_entity(param->type.value);
    const bool has_example = entity && entity->values.empty() && !entity->examples.empty();
    return "the argument " + config::quoted(name) + " is not valid" + why + "; " +
           (has_example ? "use a value such as " + config::quoted(entity->examples.front().value) : "correct it") +
           ", or leave it out";
  }
  return "";
}

ToolCalls::Messages ToolCalls::refuse_tool(const Value& id, const std::string& name) const {
  const std::string hint = config::did_you_mean(name, tool_names(bot_.definition()));
  return refuse_call(id, "Unknown tool: " + config::quoted(name) + "; " +
                             (hint.empty() ? "tools/list returns the tools of this bot" : hint));
}

ToolCalls::Messages ToolCalls::fail(const Reply& reply, const Error& error) const {
  if (error.code == ErrorCode::kSessionBusy) return {error_of(reply.id, {kBusy, error.message})};
  return respond(reply, failure(bot_.error_for_clients ? bot_.error_for_clients(error).message : error.message));
}

// Continues a call of 2026-07-28 with the client's answers. If the answer is missing, asks again.
ToolCalls::Messages ToolCalls::resume(const Reply& reply, const std::string& sealed, const Value* answers) {
  const auto state = bot_.seal.open(sealed, reply.binding, bot_.clock->now());
  if (!state) return refuse_call(reply.id, "'requestState' is invalid or has expired; call the tool again");
  Conversation conversation(bot_.engine, bot_.handle, user_, state->session);
  const auto asked = conversation.repeat(state->turn);
  if (!asked) return fail(reply, asked.error());
  const Question question = question_of(bot_.definition(), *asked);
  const Value* answer = answers ? answers->find(question.key) : nullptr;
  auto input = answer ? input_for(question, *answer) : std::nullopt;
  if (!input) return reply_with(reply, conversation, state->turn, asked);
  Reply answered = reply;
  answered.is_declined = is_declined(*answer);
  const auto turn = conversation.answer(state->turn, std::move(*input));
  return reply_with(answered, conversation, state->turn + 1, turn);
}

ToolCalls::Messages ToolCalls::continue_with(const RpcMessage& response) {
  const std::string* id = response.id.if_string();
  const auto found = id ? pending_.find(*id) : pending_.end();
  if (found == pending_.end()) return {};
  const Pending form = std::move(found->second);
  pending_.erase(found);
  Conversation conversation(bot_.engine, bot_.handle, user_, form.session);
  // A client that cannot show the form gets the question as text.
  if (response.is_error) {
    return reply_with({form.call, {}, {}, false}, conversation, form.turn, conversation.repeat(form.turn));
  }
  auto input = input_for(form.question, response.result);
  if (!input) return show_form(form.call, form.session, form.turn, form.question);
  const auto turn = conversation.answer(form.turn, std::move(*input));
  return reply_with({form.call, {}, {false, true}, is_declined(response.result)}, conversation, form.turn + 1, turn);
}

void ToolCalls::forget(const Value& call) {
  for (auto form = pending_.begin(); form != pending_.end();) {
    form = form->second.call == call ? pending_.erase(form) : std::next(form);
  }
}

// Turns the outcome of a turn into a response, or into a form.
ToolCalls::Messages ToolCalls::reply_with(const Reply& reply, const Conversation& conversation, std::int64_t number,
                                          const Result<Turn>& turn) {
  const std::string& session = conversation.session();
  if (!turn) return fail(reply, turn.error());
  if (turn->status == TurnStatus::kWaiting && reply.client.has_forms) {
    Question question = question_of(bot_.definition(), *turn);
    if (!question.is_private && reply.client.is_modern) return require_input(reply, {session, number}, question);
    if (!question.is_private) return show_form(reply.id, session, number, std::move(question));
  }
  return respond(reply, result_of(*turn, conversation, reply.is_declined));
}

ToolCalls::Messages ToolCalls::require_input(const Reply& reply, const RequestState& state,
                                             const Question& question) const {
  const Value::Object form{{"method", "elicitation/create"}, {"params", form_of(question)}};
  Value::Object result{{"inputRequests", Value::Object{{question.key, form}}},
                       {"requestState", bot_.seal.seal(state, reply.binding, bot_.clock->now() + bot_.ttl)}};
  return {response_of(reply.id, with_meta(std::move(result), bot_.server_info(), "input_required"))};
}

ToolCalls::Messages ToolCalls::show_form(const Value& call, const std::string& session, std::int64_t number,
                                         Question question) {
  const std::string id = "parley-" + std::to_string(++forms_);
  const Value::Object form = form_of(question);
  pending_[id] = Pending{call, session, number, std::move(question)};
  pending_.erase("parley-" + std::to_string(forms_ - kMostForms));  // a client that leaves so many open has lost it
  return {request_of(id, "elicitation/create", form)};
}

ToolCalls::Messages ToolCalls::respond(const Reply& reply, Value::Object result) const {
  if (reply.client.is_modern) result = with_meta(std::move(result), bot_.server_info());
  return {response_of(reply.id, std::move(result))};
}

}  // namespace parley::mcp
