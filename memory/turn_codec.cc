// Converts a Turn to the response object of the protocol, and back.
//
// Tested by tests/memory/codec_test.cc.
#include <algorithm>
#include <utility>

#include "memory/attachments_codec.h"
#include "memory/codec.h"
#include "memory/tool_call_json.h"

namespace parley::memory {
namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

Value or_null(const std::optional<std::string>& text) { return text ? Value(*text) : Value(); }

void read(ObjectReader& reader, AskUser& ask) {
  reader.read("param", ask.param);
  reader.read("prompt", ask.prompt);
  reader.read("attempt", ask.attempt);
  reader.read("options", ask.options);
  read_attachments(reader, ask.attachments);
}

void read(ObjectReader& reader, Confirm& confirm) {
  reader.read("prompt", confirm.prompt);
  reader.read("params", confirm.params);
  reader.read("attempt", confirm.attempt);
  reader.read("options", confirm.options);
  read_attachments(reader, confirm.attachments);
}

void read(ObjectReader& reader, Handoff& handoff) {
  reader.read("reason", handoff.reason);
  reader.read("intent", handoff.intent);
  reader.read("params", handoff.params);
  reader.read("attempts", handoff.attempts);
  reader.read("recap", handoff.recap);
  Value open = Value::Array();
  reader.read("open", open);
  if (!take_open(std::move(open), handoff)) reader.fail("open", "must be a list of intents with their params");
}

template <class Kind>
void read_kind(ObjectReader& reader, std::string_view key, std::vector<Step>& steps) {
  reader.read_object(key, [&](ObjectReader& inner) { read(inner, std::get<Kind>(steps.emplace_back(Kind{}))); });
}

// A step is an object with one member. The member's name is the kind of the step.
void read_step(ObjectReader& reader, std::vector<Step>& steps) {
  const std::size_t before = steps.size();
  read_kind<AskUser>(reader, "ask_user", steps);
  read_kind<ToolCall>(reader, "tool_call", steps);
  read_kind<Confirm>(reader, "confirm", steps);
  read_kind<Handoff>(reader, "handoff", steps);
  if (reader.has("say")) {
    Say& say = std::get<Say>(steps.emplace_back(Say{}));
    reader.read("say", say.text);
    read_attachments(reader, say.attachments);
  }
  if (steps.size() != before + 1) reader.fail({}, "expected one step");
}

void append_texts(ObjectWriter& writer, std::string& out, std::string_view key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  append_array(writer.begin(key), texts, [&](const std::string& text) { append_text(out, text); });
}

void append(ObjectWriter& writer, const std::vector<Attachment>& attachments) {
  if (!attachments.empty()) writer.value("attachments", attachments_to_value(attachments));
}

void append(std::string& out, const AskUser& ask) {
  ObjectWriter step(out);
  ObjectWriter writer(step.begin("ask_user"));
  writer.text("param", ask.param);
  writer.text("prompt", ask.prompt);
  writer.number("attempt", ask.attempt, 1);
  append_texts(writer, out, "options", ask.options);
  append(writer, ask.attachments);
}

void append(std::string& out, const Confirm& confirm) {
  ObjectWriter step(out);
  ObjectWriter writer(step.begin("confirm"));
  writer.text("prompt", confirm.prompt);
  writer.members("params", confirm.params);
  writer.number("attempt", confirm.attempt, 1);
  append_texts(writer, out, "options", confirm.options);
  append(writer, confirm.attachments);
}

void append(std::string& out, const Say& say) {
  ObjectWriter writer(out);
  append_text(writer.begin("say"), say.text);
  append(writer, say.attachments);
}

void append(std::string& out, const Handoff& handoff) {
  ObjectWriter step(out);
  ObjectWriter writer(step.begin("handoff"));
  writer.text("reason", handoff.reason);
  writer.text("intent", handoff.intent);
  writer.members("params", handoff.params);
  writer.members("attempts", handoff.attempts);
  append_texts(writer, out, "recap", handoff.recap);
  if (!handoff.open.empty()) writer.value("open", Value(handoff.open));
}

void append_step(std::string& out, const Step& step) {
  std::visit(Overloaded{
                 [&](const auto& other) { append(out, other); },
                 [&](const ToolCall& call) { append_tool_call(ObjectWriter(out).begin("tool_call"), call); },
             },
             step);
}

Value to_array(const std::vector<std::string>& texts) { return Value(Value::Array(texts.begin(), texts.end())); }

Value::Object step_object(const char* kind, Value what) { return {{kind, std::move(what)}}; }

void add(Value::Object& object, const std::vector<Attachment>& attachments) {
  if (!attachments.empty()) object["attachments"] = attachments_to_value(attachments);
}

constexpr std::int64_t kNoHash = -1;
constexpr char kInputHash[] = "input_hash";

void read_members(ObjectReader& reader, Turn& turn) {
  reader.require({"session", "id", "seq", "status"});
  reader.read("session", turn.session);
  reader.read("id", turn.id);
  reader.read("seq", turn.seq);
  reader.read("status", turn.status,
              {TurnStatus::kWaiting, TurnStatus::kDone, TurnStatus::kToolCall, TurnStatus::kHandoff});
  reader.read("say", turn.say);
  reader.read_objects("steps", [&](ObjectReader& step) { read_step(step, turn.steps); });
  reader.read("intent", turn.intent);
  reader.read("params", turn.params);
  reader.read("waiting_for_param", turn.waiting_for_param);
  reader.read("continuation_id", turn.continuation_id);
  reader.read("duplicate", turn.duplicate);
  reader.read("continued", turn.continued);
  reader.read("handed_off", turn.handed_off);
  reader.read("masked", turn.masked);
  reader.read("reason", turn.reason);
  reader.read("explain", turn.explain);
}

void read_input_hash(ObjectReader& reader, std::optional<std::uint16_t>& hash) {
  std::int64_t number = kNoHash;
  reader.read(kInputHash, number);
  if (!reader.has(kInputHash)) return;
  hash = static_cast<std::uint16_t>(number);
  if (number != *hash) reader.fail(kInputHash, "expected a number of 16 bits");
}

// Returns what was read, or the first problem.
template <class T>
Result<T> checked(ObjectReader& reader, const std::string& problem, T read) {
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "turn: " + problem);
  return read;
}

}  // namespace

Value step_to_value(const Step& step) {
  using Object = Value::Object;
  return std::visit(
      Overloaded{
          [](const AskUser& ask) {
            Object object{{"param", ask.param}, {"prompt", ask.prompt}, {"attempt", ask.attempt}};
            if (!ask.options.empty()) object["options"] = to_array(ask.options);
            add(object, ask.attachments);
            return step_object("ask_user", std::move(object));
          },
          [](const ToolCall& call) {
            return step_object("tool_call", Object{{"call_id", call.call_id},
                                                   {"name", call.name},
                                                   {"args", call.args},
                                                   {"idempotency_key", call.idempotency_key}});
          },
          [](const Confirm& confirm) {
            Object object{{"prompt", confirm.prompt}, {"params", confirm.params}, {"attempt", confirm.attempt}};
            if (!confirm.options.empty()) object["options"] = to_array(confirm.options);
            add(object, confirm.attachments);
            return step_object("confirm", std::move(object));
          },
          [](const Say& say) {
            Object object = step_object("say", say.text);
            add(object, say.attachments);
            return object;
          },
          [](const Handoff& handoff) {
            Object object{{"reason", handoff.reason},
                          {"intent", handoff.intent},
                          {"params", handoff.params},
                          {"attempts", handoff.attempts},
                          {"recap", to_array(handoff.recap)}};
            if (!handoff.open.empty()) object["open"] = handoff.open;
            return step_object("handoff", std::move(object));
          },
      },
      step);
}

bool take_open(Value value, Handoff& handoff) {
  Value::Array* open = value.if_array();
  const auto is_intent = [](const Value& one) {
    const Value* params = one.find("params");
    return params && params->if_object();
  };
  if (!open || !std::all_of(open->begin(), open->end(), is_intent)) return false;
  handoff.open = std::move(*open);
  return true;
}

Value turn_to_value(const Turn& turn) {
  Value::Array say(turn.say.begin(), turn.say.end());
  Value::Array steps;
  steps.reserve(turn.steps.size());
  for (const Step& step : turn.steps) steps.push_back(step_to_value(step));
  Value::Object answer{{"session", turn.session},
                       {"id", turn.id},
                       {"seq", turn.seq},
                       {"status", to_string(turn.status)},
                       {"say", std::move(say)},
                       {"steps", std::move(steps)},
                       {"intent", or_null(turn.intent)},
                       {"params", turn.params},
                       {"waiting_for_param", or_null(turn.waiting_for_param)},
                       {"continuation_id", turn.continuation_id},
                       {"duplicate", turn.duplicate},
                       {"continued", turn.continued}};
  if (turn.handed_off) answer.emplace("handed_off", true);
  if (turn.masked) answer.emplace("masked", true);
  if (!turn.reason.empty()) answer.emplace("reason", turn.reason);
  if (!turn.explain.is_null()) answer.emplace("explain", turn.explain);
  return answer;
}

void append_turn_json(std::string& out, const StoredTurn& stored) {
  const Turn& turn = stored.turn;
  ObjectWriter writer(out);
  writer.text("status", to_string(turn.status));
  const auto append_line = [&](const std::string& text) { append_text(out, text); };
  if (!turn.say.empty()) append_array(writer.begin("say"), turn.say, append_line);
  if (!turn.steps.empty()) {
    append_array(writer.begin("steps"), turn.steps, [&](const Step& step) { append_step(out, step); });
  }
  writer.optional_text("intent", turn.intent);
  writer.members("params", turn.params);
  writer.optional_text("waiting_for_param", turn.waiting_for_param);
  writer.text("continuation_id", turn.continuation_id);
  writer.flag("duplicate", turn.duplicate);
  writer.flag("continued", turn.continued);
  writer.flag("handed_off", turn.handed_off);
  writer.flag("masked", turn.masked);
  writer.text("reason", turn.reason);
  writer.value("explain", turn.explain);
  if (stored.input_hash) writer.number(kInputHash, *stored.input_hash, kNoHash);
}

Result<StoredTurn> turn_from_json(std::string_view json, std::string_view session, std::string_view id,
                                  std::int64_t seq) {
  Result<Value> value = Value::parse(json, Value::kUnlimited);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "turn: " + value.error().message);
  return turn_from_stored(std::move(*value), session, id, seq);
}

Result<StoredTurn> turn_from_stored(Value value, std::string_view session, std::string_view id, std::int64_t seq) {
  if (Value::Object* members = value.if_object()) {
    const std::size_t stored = members->size();
    members->emplace("session", session);
    members->emplace("id", id);
    members->emplace("seq", seq);
    if (members->size() != stored + 3) return Unexpected(ErrorCode::kStoreCorrupt, "turn: unknown member");
  }
  StoredTurn stored;
  std::string problem;
  ObjectReader reader(value, problem);
  read_members(reader, stored.turn);
  read_input_hash(reader, stored.input_hash);
  return checked(reader, problem, std::move(stored));
}

Result<Turn> turn_from_value(const Value& value) {
  Turn turn;
  std::string problem;
  ObjectReader reader(value, problem);
  read_members(reader, turn);
  return checked(reader, problem, std::move(turn));
}

}  // namespace parley::memory
