#include "server/compat/rasa.h"

#include <algorithm>
#include <utility>

#include "parley/act_queries.h"
#include "parley/protocol.h"
#include "parley/version.h"
#include "server/ascii.h"
#include "server/compat/chat.h"
#include "server/compat/rasa_tracker.h"
#include "server/service.h"

namespace parley::server {
namespace {

// ---- the channel: what the user says

// Reads "/intent", "/intent{"param": value}" or "/intent@0.9{...}", which buttons of Rasa send. Unset: another text, or
// an intent that the bot does not have. Values for params that the intent does not have are dropped, as in Rasa.
std::optional<NluResult> intent_message(const Catalog& bot, std::string_view text) {
  if (!starts_with(text, "/")) return std::nullopt;
  text.remove_prefix(1);
  const std::string_view name = trimmed(text.substr(0, text.find_first_of("{@")));
  const auto intents = bot.intents();
  if (std::find(intents.begin(), intents.end(), name) == intents.end()) return std::nullopt;
  Value::Object params;
  const std::size_t brace = text.find('{');
  if (brace == std::string_view::npos) return NluResult::request(std::string(name), params);
  const auto values = Value::parse(trimmed(text.substr(brace)), kMostRequestValues);
  if (!values) return std::nullopt;
  for (const std::string& param : bot.params(name)) {
    if (const Value* value = values->find(param)) params[param] = *value;
  }
  return NluResult::request(std::string(name), params);
}

// Whether a person has the conversation. An expired one is over.
bool has_person(const Call& call, const std::string& session) {
  const auto state = call.bot->store().load(session);
  return state && *state && (*state)->handed_off &&
         session_status(**state, call.service.clock().now()) != SessionStatus::kExpired;
}

// A user can type each of these messages, and must not end a handoff. The person then reads "/restart" as a text.
decltype(Request::input) input_of(const Call& call, const std::string& session, const std::string& message) {
  if (message == "/restart" && !has_person(call, session)) return SessionEvent::kReset;
  if (message == "/session_start") return SessionEvent::kStart;
  if (auto intent = intent_message(*call.bot->catalog(), message)) return std::move(*intent);
  return message;
}

// A sender is a text or a number.
std::string sender_of(Body& body) {
  const Value* sender = body.any("sender");
  if (sender && sender->if_int()) return sender->to_text();
  if (sender && sender->if_string() && !sender->if_string()->empty()) return *sender->if_string();
  body.fail("sender", sender ? "must be a text or a number" : "is missing; add the id of the user");
  return {};
}

// ---- the channel: what the bot says

// Moves what Rasa has a place for out of the attachments: buttons with a message, and images.
void take_attachments(std::vector<Attachment>& attachments, Value::Array& buttons, std::vector<std::string>& images) {
  std::vector<Attachment> rest;
  for (Attachment& one : attachments) {
    if (one.kind == Attachment::Kind::kImage) {
      images.push_back(one.url);
      continue;
    }
    for (const Button& button : one.buttons) {
      if (!button.message.empty())
        buttons.push_back(Value::Object{{"title", button.label}, {"payload", button.message}});
    }
    std::erase_if(one.buttons, [](const Button& button) { return !button.message.empty(); });
    if (one.kind != Attachment::Kind::kButtons || !one.buttons.empty()) rest.push_back(std::move(one));
  }
  attachments = std::move(rest);
}

class RasaAnswer {
 public:
  explicit RasaAnswer(const Turn& turn, std::string recipient) : recipient_(std::move(recipient)) {
    for (const Step& step : turn.steps) std::visit([this](const auto& one) { add(one); }, step);
    if (const ToolCall* call = awaited_call(turn)) {
      add_custom("tool_call", Value::Object{{"call_id", call->call_id}, {"name", call->name}, {"args", call->args}});
    }
  }
  std::vector<Value::Object> messages;

 private:
  void add(const Say& say) { add_text(say.text, say.attachments, {}); }
  void add(const AskUser& ask) { add_text(ask.prompt, ask.attachments, ask.options); }
  void add(const Confirm& confirm) { add_text(confirm.prompt, confirm.attachments, confirm.options); }
  void add(const Handoff& handoff) { add_custom("handoff", Value::Object{{"reason", handoff.reason}}); }
  void add(const ToolCall&) {}  // a tool that the server has run is no message

  void add_text(const std::string& text, std::vector<Attachment> attachments, const std::vector<std::string>& options) {
    Value::Array buttons;
    std::vector<std::string> images;
    take_attachments(attachments, buttons, images);
    for (const std::string& option : options) buttons.push_back(Value::Object{{"title", option}, {"payload", option}});
    Value::Object message{{"recipient_id", recipient_}, {"text", with_attachments(text, attachments)}};
    if (!buttons.empty()) message["buttons"] = std::move(buttons);
    messages.push_back(std::move(message));
    for (std::string& url : images) messages.push_back({{"recipient_id", recipient_}, {"image", std::move(url)}});
  }
  // Many clients show only messages with a text, so the data goes to the last one.
  void add_custom(const char* name, Value data) {
    if (messages.empty()) messages.push_back({{"recipient_id", recipient_}});
    messages.back()["custom"] = Value::Object{{name, std::move(data)}};
  }

  const std::string recipient_;
};

Answer receive_message(Call& call) {
  Body body(call.request().body, Body::Unknown::kIgnored);
  const std::string sender = sender_of(body);
  const std::string message = body.required_text("message");
  const Value::Object* metadata = body.object("metadata");
  const std::string* stream = call.query.find("stream");
  if (auto fault = body.fault()) return rasa_refusal(*fault);
  auto id = idempotency_key(call.request());
  if (!id) return rasa_refusal(problem_of(id.error()));
  Request request;
  request.session = session_of_id(sender);
  request.input = input_of(call, request.session, message);
  request.id = std::move(*id);
  if (metadata) request.context = *metadata;
  request.spares_handoff = true;
  const auto allowed = allow(call.who, *call.bot, std::move(request));
  if (const auto* refusal = std::get_if<Problem>(&allowed)) return rasa_refusal(*refusal);
  const auto turn = run_chat_turn(call, std::get<AllowedRequest>(allowed));
  if (!turn) return rasa_refusal(problem_of(turn.error()));
  RasaAnswer answer(*turn, sender);
  if (!stream || !equals_ignoring_case(*stream, "true")) {
    return json_response(Value::Array(answer.messages.begin(), answer.messages.end()));
  }
  std::string lines;
  for (const Value::Object& one : answer.messages) lines += Value(one).to_json() + "\n";
  return HttpResponse{200, "application/x-ndjson", std::move(lines), {{"Cache-Control", "no-store"}}};
}

// ---- the HTTP API

// Rasa counts characters, parley bytes.
std::int64_t characters_before(std::string_view text, std::size_t bytes) {
  const std::string_view head = text.substr(0, bytes);
  return std::count_if(head.begin(), head.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

Value entity_of(std::string_view text, const ParamValue& value) {
  return Value::Object{{"entity", value.param},
                       {"start", characters_before(text, value.span.begin)},
                       {"end", characters_before(text, value.span.end)},
                       {"value", value.value},
                       {"confidence_entity", 1.0},
                       {"extractor", "parley"}};
}

Value::Array ranking_of(const std::vector<DialogAct>& acts) {
  Value::Array ranking;
  std::vector<std::string> seen;
  const auto add = [&](const Candidate& one) {
    if (std::find(seen.begin(), seen.end(), one.intent) != seen.end()) return;
    seen.push_back(one.intent);
    ranking.push_back(Value::Object{{"name", one.intent}, {"confidence", one.confidence}});
  };
  if (const acts::Request* request = find_request(acts)) {
    add(request->wanted.candidate);
    for (const Candidate& weaker : request->weaker) add(weaker);
  }
  visit_acts<acts::Request>(acts, [&](const acts::Request& request) {
    if (request.role == acts::Request::Role::kDoubtful) add(request.wanted.candidate);
  });
  return ranking;
}

Answer parse_text(Call& call) {
  Body body(call.request().body, Body::Unknown::kIgnored);
  const std::string text = body.required_text("text");
  const std::string id = body.text("message_id").value_or("");
  if (auto fault = body.fault()) return rasa_refusal(*fault);
  if (auto long_text = call.too_long(text)) return rasa_refusal(*long_text);
  NluContext context;
  context.max_bytes = text.size();
  context.now = call.service.clock().now();
  const Understanding understood = call.bot->catalog()->understand(text, context);
  Value::Array entities;
  const acts::Request* request = find_request(understood.acts);
  if (request) {
    for (const ParamValue& one : request->wanted.params) {
      if (one.valid) entities.push_back(entity_of(text, one));
    }
  }
  Value::Object parsed{{"text", text},
                       {"intent", Value::Object{{"name", Value()}, {"confidence", 0.0}}},
                       {"entities", std::move(entities)},
                       {"intent_ranking", ranking_of(understood.acts)}};
  if (request) parsed["intent"] = parsed["intent_ranking"].if_array()->front();
  if (!id.empty()) parsed["message_id"] = id;
  return json_response(std::move(parsed));
}

Answer get_status(Call& call) {
  const auto bot = call.bot->catalog();
  const auto files = bot->files();
  return json_response(Value::Object{{"model_id", bot->id()},
                                     {"model_file", files.empty() ? "" : files.front()},
                                     {"fingerprint", Value::Object{{"bot", bot->fingerprint()}}},
                                     {"num_active_training_jobs", 0}});
}

Answer get_version(Call&) {
  return json_response(
      Value::Object{{"version", PARLEY_VERSION}, {"minimum_compatible_version", PARLEY_VERSION}, {"server", "parley"}});
}

}  // namespace

HttpResponse rasa_refusal(const Problem& problem) {
  HttpResponse response = json_response(Value::Object{{"version", PARLEY_VERSION},
                                                      {"status", "failure"},
                                                      {"message", problem.detail},
                                                      {"reason", problem.code},
                                                      {"details", Value::Object{}},
                                                      {"help", Value()},
                                                      {"code", problem.status}},
                                        problem.status);
  for (const auto& header : problem.headers) response.headers.push_back(header);
  return response;
}

std::vector<Route> rasa_routes() {
  using Input = Route::Input;
  std::vector<Route> routes;
  const auto add = [&routes](std::initializer_list<const char*> paths, Route route) {
    for (const char* path : paths) {
      route.path = path;
      route.refusal = rasa_refusal;
      routes.push_back(route);
    }
  };
  add({"/webhooks/rest/webhook", "/compat/rasa/webhooks/rest/webhook"},
      {"rasaMessage", "POST", "", Scope::kTurn, receive_message, Input::kJson, {"stream"}});
  add({"/model/parse", "/compat/rasa/model/parse"}, {"rasaParse", "POST", "", Scope::kTurn, parse_text, Input::kJson});
  add({"/conversations/{sender}/tracker", "/compat/rasa/conversations/{sender}/tracker"},
      {"rasaTracker", "GET", "", Scope::kRead, get_rasa_tracker, Input::kNothing, {"include_events", "clear"}});
  add({"/status", "/compat/rasa/status"}, {"rasaStatus", "GET", "", Scope::kRead, get_status});
  add({"/version", "/compat/rasa/version"}, {"rasaVersion",
                                             "GET",
                                             "",
                                             Scope::kNone,
                                             get_version,
                                             Input::kNothing,
                                             {},
                                             false,
                                             Route::Bot::kNone,
                                             Route::Speed::kQuick});
  return routes;
}

}  // namespace parley::server
