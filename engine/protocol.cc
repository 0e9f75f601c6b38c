// The JSON forms of parley/protocol.h. How a Turn is written is memory's, which stores it; reading requests is here.
#include "parley/protocol.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/time.h"
#include "memory/codec.h"

namespace parley {
namespace {

Unexpected invalid(std::string message) { return Unexpected(ErrorCode::kInvalidRequest, std::move(message)); }

template <class Names>
std::string listed(const Names& names) {
  std::string out;
  for (const auto& name : names) {
    if (!out.empty()) out += ", ";
    out += name;
  }
  return out;
}

// The members of one JSON object, each read once; what is left over at the end is unknown.
class Fields {
 public:
  // `what` is the object in messages, `where` what stands before its members' names: "", "tool_result.".
  Fields(const Value::Object& object, const char* what, const char* where)
      : object_(object), what_(what), where_(where) {}

  const Value* find(const char* name) {
    known_.emplace_back(name);
    const auto member = object_.find(name);
    return member == object_.end() ? nullptr : &member->second;
  }
  const std::string* text(const char* name) {
    return typed<std::string>(name, "text", [](const Value& value) { return value.if_string(); });
  }
  const bool* boolean(const char* name) {
    return typed<bool>(name, "true or false", [](const Value& value) { return value.if_bool(); });
  }
  const Value::Object* object(const char* name) {
    return typed<Value::Object>(name, "an object", [](const Value& value) { return value.if_object(); });
  }
  void need(bool there, const char* name) {
    if (!there) fail("'" + where_ + name + "' is missing");
  }
  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  // The first problem, after every field has been asked for.
  const std::string& problem() {
    for (const auto& [name, value] : object_) {
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      fail("unknown field in " + std::string(what_) + "; known are: " + listed(known_));
    }
    return problem_;
  }

 private:
  template <class T, class Get>
  const T* typed(const char* name, const char* expected, Get get) {
    const Value* value = find(name);
    if (!value || value->is_null()) return nullptr;
    const T* held = get(*value);
    if (!held) fail("'" + where_ + name + "' must be " + expected);
    return held;
  }

  const Value::Object& object_;
  const char* const what_;
  const std::string where_;
  std::vector<std::string> known_;
  std::string problem_;
};

template <class Enum, std::size_t kCount>
std::optional<Enum> named(std::string_view word, const std::array<Enum, kCount>& all) {
  for (Enum one : all) {
    if (word == name_of(one)) return one;
  }
  return std::nullopt;
}

template <class Enum, std::size_t kCount>
std::string names(const std::array<Enum, kCount>& all) {
  std::vector<std::string> words;
  for (Enum one : all) words.emplace_back(name_of(one));
  return listed(words);
}

constexpr std::array kActs{Act::kInform, Act::kAffirm, Act::kDeny, Act::kCancel, Act::kReset, Act::kHuman};
constexpr std::array kEvents{SessionEvent::kSilence, SessionEvent::kEnd, SessionEvent::kReset};

OwnUnderstanding read_understanding(const Value::Object& object, Fields& request) {
  OwnUnderstanding own;
  Fields fields(object, "'understanding'", "understanding.");
  if (const std::string* intent = fields.text("intent")) own.intent = *intent;
  if (const Value::Object* params = fields.object("params")) own.params = *params;
  if (const std::string* act = fields.text("act")) {
    if (const auto known = named(*act, kActs)) {
      own.act = *known;
    } else {
      fields.fail("'understanding.act' must be one of: " + names(kActs));
    }
  }
  if (!fields.problem().empty()) request.fail(fields.problem());
  return own;
}

ToolResult read_tool_result(const Value::Object& object, Fields& request) {
  ToolResult result;
  Fields fields(object, "'tool_result'", "tool_result.");
  const std::string* call_id = fields.text("call_id");
  const bool* ok = fields.boolean("ok");
  const Value* data = fields.find("data");
  const std::string* error = fields.text("error");
  fields.need(call_id != nullptr, "call_id");
  fields.need(ok != nullptr, "ok");
  if (call_id) result.call_id = *call_id;
  if (ok && *ok) {
    if (error) fields.fail("'tool_result.error' goes with ok: false");
    result.outcome = ToolOutcome::ok(data ? *data : Value());
  } else {
    if (data) fields.fail("'tool_result.data' goes with ok: true");
    result.outcome = ToolOutcome::failed(error ? *error : "");
  }
  if (!fields.problem().empty()) request.fail(fields.problem());
  return result;
}

Value to_value(const Span& span) {
  return Value(Value::Array{static_cast<std::int64_t>(span.begin), static_cast<std::int64_t>(span.end)});
}

Value to_value(const ParamValue& value) {
  Value::Object object{{"param", value.param},
                       {"value", value.value},
                       {"raw", value.raw},
                       {"span", to_value(value.span)},
                       {"valid", value.valid}};
  if (!value.valid) object["rejection"] = value.rejection;
  return Value(std::move(object));
}

Value to_value(const std::vector<ParamValue>& values) {
  Value::Array array;
  for (const ParamValue& value : values) array.push_back(to_value(value));
  return Value(std::move(array));
}

}  // namespace

Result<Request> parse_request(std::string_view json) {
  auto parsed = Value::parse(json);
  if (!parsed) return Unexpected(parsed.error());
  const Value::Object* object = parsed->if_object();
  if (!object) return invalid("a request must be a JSON object");

  Request request;
  Fields fields(*object, "the request", "");
  const std::string* session = fields.text("session");
  fields.need(session != nullptr, "session");
  if (session) request.session = *session;
  if (const std::string* id = fields.text("id")) request.id = *id;
  if (const Value::Object* context = fields.object("context")) request.context = Value(*context);
  if (const bool* explain = fields.boolean("explain")) request.explain = *explain;
  if (const std::string* now = fields.text("now")) {
    request.now = base::parse_iso8601(*now);
    if (!request.now) fields.fail("'now' must be a time such as 2026-03-02T09:00:00Z");
  }

  int inputs = 0;
  if (const std::string* text = fields.text("text")) {
    ++inputs;
    request.input = *text;
  }
  if (const Value::Object* own = fields.object("understanding")) {
    ++inputs;
    request.input = read_understanding(*own, fields);
  }
  if (const Value::Object* result = fields.object("tool_result")) {
    ++inputs;
    request.input = read_tool_result(*result, fields);
  }
  if (const std::string* event = fields.text("event")) {
    ++inputs;
    if (const auto known = named(*event, kEvents)) {
      request.input = *known;
    } else {
      fields.fail("'event' must be one of: " + names(kEvents));
    }
  }
  if (!fields.problem().empty()) return invalid(fields.problem());
  if (inputs != 1) return invalid("a request holds exactly one of: text, understanding, tool_result, event");
  return request;
}

Value to_value(const Turn& turn) { return memory::turn_to_value(turn); }
Value to_value(const Step& step) { return memory::step_to_value(step); }
std::string to_json(const Turn& turn) { return to_value(turn).to_json(); }

std::string to_json(const Error& error) {
  Value::Object body{{"code", name_of(error.code)}, {"message", error.message}};
  if (!error.diagnostics.empty()) {
    Value::Array diagnostics;
    for (const Diagnostic& diagnostic : error.diagnostics) diagnostics.push_back(to_value(diagnostic));
    body["diagnostics"] = Value(std::move(diagnostics));
  }
  return Value(Value::Object{{"error", Value(std::move(body))}}).to_json();
}

Value to_value(const Understanding& understanding) {
  Value::Array candidates;
  for (const Candidate& candidate : understanding.candidates) {
    candidates.push_back(Value::Object{{"intent", candidate.intent},
                                       {"rule", candidate.rule},
                                       {"source", candidate.source},
                                       {"span", to_value(candidate.span)},
                                       {"priority", candidate.priority}});
  }
  const bool understood = !understanding.candidates.empty();
  return Value(Value::Object{{"act", name_of(understanding.act)},
                             {"intent", understood ? Value(understanding.candidates.front().intent) : Value()},
                             {"candidates", Value(std::move(candidates))},
                             {"params", to_value(understanding.params)},
                             {"answers", to_value(understanding.answers)}});
}

Value to_value(const Explanation& explanation) {
  Value::Array verdicts;
  for (const Verdict& verdict : explanation.verdicts) {
    verdicts.push_back(
        Value::Object{{"intent", verdict.intent}, {"matched", verdict.matched}, {"reason", verdict.reason}});
  }
  Value value = to_value(explanation.understanding);
  Value::Object& object = *value.if_object();
  object["verdicts"] = Value(std::move(verdicts));
  object["notes"] = Value(Value::Array(explanation.notes.begin(), explanation.notes.end()));
  return value;
}

Value to_value(const Diagnostic& diagnostic) {
  return Value(Value::Object{{"severity", diagnostic.severity == Severity::kError ? "error" : "warning"},
                             {"code", diagnostic.code},
                             {"file", diagnostic.file},
                             {"line", diagnostic.line},
                             {"column", diagnostic.column},
                             {"word", diagnostic.word},
                             {"message", diagnostic.message},
                             {"hint", diagnostic.hint}});
}

std::string turn_hash(const Turn& turn) {
  Value value = to_value(turn);
  Value::Object& object = *value.if_object();
  for (const char* name : {"session", "id", "seq", "continuation_id", "duplicate", "explain"}) object.erase(name);
  for (Value& step : *object.at("steps").if_array()) {
    Value::Object* call = step.if_object();
    const auto member = call->find("tool_call");
    if (member != call->end()) member->second.if_object()->erase("idempotency_key");
  }
  return base::fingerprint(value.to_json());
}

}  // namespace parley
