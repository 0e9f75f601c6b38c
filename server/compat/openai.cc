#include "server/compat/openai.h"

#include <algorithm>
#include <utility>

#include "parley/tokens.h"
#include "server/ascii.h"
#include "server/compat/chat.h"
#include "server/compat/openai_conversation.h"
#include "server/secrets.h"
#include "server/service.h"
#include "server/sse.h"

namespace parley::server {
namespace {

// ---- errors

const char* openai_error_type(int status) {
  if (status == 401) return "authentication_error";
  if (status == 403) return "permission_error";
  if (status == 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

// Returns the name of the member that is wrong; null: none.
Value param_of(const Problem& problem) {
  const std::string pointer = problem.errors.empty() ? "" : problem.errors.front().pointer;
  const std::size_t name = pointer.find_first_not_of("/?");
  return name == std::string::npos ? Value() : Value(pointer.substr(name));
}

HttpResponse openai_refusal(const Problem& problem) {
  const std::string code = problem.code == "unauthenticated" ? "invalid_api_key" : problem.code;
  HttpResponse response =
      json_response(Value::Object{{"error", Value::Object{{"message", problem.detail},
                                                          {"type", openai_error_type(problem.status)},
                                                          {"code", code},
                                                          {"param", param_of(problem)}}}},
                    problem.status);
  for (const auto& header : problem.headers) response.headers.push_back(header);
  return response;
}

// ---- models: the bots

bool may_use(const Call& call, const HostedBot& bot) { return call.who.bot.empty() || call.who.bot == bot.id(); }

Value model_of(const HostedBot& bot) {
  return Value::Object{{"id", bot.id()}, {"object", "model"}, {"created", 0}, {"owned_by", "parley"}};
}

HostedBot* find_model(const Call& call, std::string_view id) {
  for (const auto& bot : call.service.bots()) {
    if (bot->id() == id && may_use(call, *bot)) return bot.get();
  }
  return nullptr;
}

Problem unknown_model(const Call& call) {
  std::string ids;
  for (const auto& bot : call.service.bots()) {
    if (may_use(call, *bot)) ids += (ids.empty() ? "" : ", ") + bot->id();
  }
  Problem unknown = problem("unknown_bot", "the model does not exist; one of: " + ids);
  unknown.code = "model_not_found";
  unknown.errors.push_back({"/model", "does not exist"});
  return unknown;
}

Answer list_models(Call& call) {
  Value::Array models;
  for (const auto& bot : call.service.bots()) {
    if (may_use(call, *bot)) models.push_back(model_of(*bot));
  }
  return json_response(Value::Object{{"object", "list"}, {"data", std::move(models)}});
}

Answer get_model(Call& call) {
  const HostedBot* bot = find_model(call, call.path["model"]);
  return bot ? json_response(model_of(*bot)) : openai_refusal(unknown_model(call));
}

// ---- the request

struct Completion {
  std::string model;
  std::vector<ChatMessage> messages;  // up to the last one of the user or a tool
  std::string user;
  bool streams = false;
  bool includes_usage = false;
};

std::string text_member(const Value& of, std::string_view name) {
  const Value* found = of.find(name);
  return found && found->if_string() ? *found->if_string() : std::string();
}

// Reads the messages. The texts of the bot and of the system do not matter, so they may have any content.
void read_messages(Body& body, std::vector<ChatMessage>& messages) {
  const Value* list = body.any("messages");
  if (!list || !list->if_array()) return body.fail("messages", "must be a list of messages");
  for (const Value& one : *list->if_array()) {
    ChatMessage message{text_member(one, "role"), {}, text_member(one, "tool_call_id")};
    auto text = text_of_content(one.find("content"));
    const bool is_input = message.role == "user" || message.role == "tool";
    if (!text && is_input) return body.fail("messages", "has a message that is not text: " + text.error().message);
    if (text) message.text = std::move(*text);
    messages.push_back(std::move(message));
  }
  // Some programs add a prompt of the system after the user's message.
  while (!messages.empty() && (messages.back().role == "system" || messages.back().role == "developer")) {
    messages.pop_back();
  }
  const std::string last = messages.empty() ? "" : messages.back().role;
  if (last != "user" && last != "tool") body.fail("messages", "must end with a message of the role user or tool");
}

Completion read_completion(Body& body) {
  Completion wanted;
  wanted.model = body.required_text("model");
  read_messages(body, wanted.messages);
  wanted.user = body.text("user").value_or("");
  wanted.streams = body.flag("stream").value_or(false);
  const Value::Object* options = body.object("stream_options");
  const auto usage = options ? options->find("include_usage") : Value::Object::const_iterator();
  wanted.includes_usage = options && usage != options->end() && usage->second == Value(true);
  return wanted;
}

Result<Request> request_of(Call& call, const Completion& wanted) {
  const std::string* header = call.request().header("X-Parley-Session");
  const std::string named = header ? *header : wanted.user.empty() ? std::string() : session_of_id(wanted.user);
  auto key = idempotency_key(call.request());
  if (!key) return Unexpected(key.error());
  auto place = place_in_conversation(call, wanted.messages, named);
  if (!place) return Unexpected(place.error());
  Request request;
  request.session = std::move(place->session);
  request.id = key->empty() ? std::move(place->id) : std::move(*key);
  request.user = wanted.user;
  const ChatMessage& last = wanted.messages.back();
  if (last.role == "tool") {
    request.input = ToolResult{last.call_id, outcome_of_content(last.text)};
  } else {
    request.input = last.text;
  }
  return request;
}

// ---- the answer

// Names of functions have only these characters.
std::string function_name(std::string name) {
  for (char& c : name) {
    const char lower = to_lower(c);
    if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') && c != '_' && c != '-') c = '_';
  }
  return name;
}

Value function_call(const ToolCall& call) {
  return Value::Object{
      {"id", call.call_id},
      {"type", "function"},
      {"function", Value::Object{{"name", function_name(call.name)}, {"arguments", Value(call.args).to_json()}}}};
}

// The tokens are estimates: of the texts of the request and of the answer.
Value usage_of(const Completion& wanted, const std::string& text) {
  std::int64_t prompt = 0;
  for (const ChatMessage& message : wanted.messages) prompt += estimate_tokens(message.text);
  const std::int64_t completion = estimate_tokens(text);
  return Value::Object{
      {"prompt_tokens", prompt}, {"completion_tokens", completion}, {"total_tokens", prompt + completion}};
}

// The state of the dialog, which clients of OpenAI ignore.
Value dialog_of(const Turn& turn) {
  Value::Object dialog{{"session", turn.session}, {"status", to_string(turn.status)}};
  if (turn.intent) dialog["intent"] = *turn.intent;
  if (const auto question = open_question(turn)) {
    if (!question->param.empty()) dialog["waiting_for_param"] = question->param;
    dialog["options"] = Value::Array(question->options.begin(), question->options.end());
  }
  return Value(std::move(dialog));
}

class Chunks {
 public:
  explicit Chunks(Value::Object head) : head_(std::move(head)) {}
  void add(Value delta) { send(std::move(delta), {}, head_); }
  void finish(const char* reason, Value dialog) {
    Value::Object chunk = head_;
    chunk["parley"] = std::move(dialog);
    send(Value::Object{}, reason, std::move(chunk));
  }
  void add_usage(Value usage) {
    Value::Object chunk = head_;
    chunk["choices"] = Value::Array{};
    chunk["usage"] = std::move(usage);
    text += data_text(Value(std::move(chunk)).to_json());
  }
  std::string text;

 private:
  void send(Value delta, Value finish_reason, Value::Object chunk) {
    chunk["choices"] = Value::Array{
        Value::Object{{"index", 0}, {"delta", std::move(delta)}, {"finish_reason", std::move(finish_reason)}}};
    text += data_text(Value(std::move(chunk)).to_json());
  }

  const Value::Object head_;
};

// The turn is over, and the bot's texts are short, so all chunks come at once.
HttpResponse stream_completion(const Turn& turn, const Completion& wanted, Value::Object head) {
  head["object"] = "chat.completion.chunk";
  Chunks chunks(std::move(head));
  chunks.add(Value::Object{{"role", "assistant"}, {"content", ""}});
  for (std::size_t i = 0; i < turn.say.size(); ++i) {
    chunks.add(Value::Object{{"content", (i == 0 ? "" : "\n\n") + turn.say[i]}});
  }
  const ToolCall* call = awaited_call(turn);
  if (call) {
    Value function = function_call(*call);
    (*function.if_object())["index"] = 0;
    chunks.add(Value::Object{{"tool_calls", Value::Array{std::move(function)}}});
  }
  chunks.finish(call ? "tool_calls" : "stop", dialog_of(turn));
  if (wanted.includes_usage) chunks.add_usage(usage_of(wanted, joined(turn.say, "\n\n")));
  HttpResponse response = event_stream_head();
  response.body = chunks.text + data_text("[DONE]");
  return response;
}

HttpResponse whole_completion(const Turn& turn, const Completion& wanted, Value::Object head) {
  const std::string text = joined(turn.say, "\n\n");
  const ToolCall* call = awaited_call(turn);
  Value::Object message{{"role", "assistant"}, {"content", text}, {"refusal", Value()}};
  if (call) message["tool_calls"] = Value::Array{function_call(*call)};
  if (call && text.empty()) message["content"] = Value();
  head["object"] = "chat.completion";
  head["choices"] = Value::Array{Value::Object{{"index", 0},
                                               {"message", std::move(message)},
                                               {"logprobs", Value()},
                                               {"finish_reason", call ? "tool_calls" : "stop"}}};
  head["usage"] = usage_of(wanted, text);
  head["parley"] = dialog_of(turn);
  return json_response(std::move(head));
}

Answer complete_chat(Call& call) {
  Body body(call.request().body, Body::Unknown::kIgnored);
  const Completion wanted = read_completion(body);
  if (auto fault = body.fault()) return openai_refusal(*fault);
  call.bot = find_model(call, wanted.model);
  if (!call.bot) return openai_refusal(unknown_model(call));
  auto request = request_of(call, wanted);
  if (!request) return openai_refusal(problem_of(request.error()));
  const auto allowed = allow(call.who, *call.bot, std::move(*request));
  if (const auto* refusal = std::get_if<Problem>(&allowed)) return openai_refusal(*refusal);
  const auto turn = run_chat_turn(call, std::get<AllowedRequest>(allowed));
  if (!turn) return openai_refusal(problem_of(turn.error()));
  Value::Object head{{"id", "chatcmpl-" + turn->session + "-" + std::to_string(turn->seq)},
                     {"created", call.service.clock().now() / 1000},
                     {"model", wanted.model}};
  HttpResponse response = wanted.streams ? stream_completion(*turn, wanted, std::move(head))
                                         : whole_completion(*turn, wanted, std::move(head));
  if (turn->duplicate) response.headers.emplace_back("Idempotency-Replayed", "true");
  return response;
}

}  // namespace

// The path /v1 belongs to the server's own interface. Clients set their base URL to /compat/openai/v1.
std::vector<Route> openai_routes() {
  using Input = Route::Input;
  constexpr auto kNoBot = Route::Bot::kNone;  // the member `model` of the body names the bot
  const auto route = [](const char* operation, const char* method, const char* path, Answer (*run)(Call&),
                        Input input) {
    return Route{operation,     method, path, Scope::kTurn, run, input, {}, false, kNoBot, Route::Speed::kBlocking,
                 openai_refusal};
  };
  return {
      route("openaiCompletion", "POST", "/compat/openai/v1/chat/completions", complete_chat, Input::kJson),
      route("openaiModels", "GET", "/compat/openai/v1/models", list_models, Input::kNothing),
      route("openaiModel", "GET", "/compat/openai/v1/models/{model}", get_model, Input::kNothing),
  };
}

}  // namespace parley::server
