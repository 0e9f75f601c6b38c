// SessionState <-> JSON. Written straight into the text, since every turn does it; read through a Value.
//
//   {"session":"s1","version":2,"bot":"acme",...,"frames":[{"intent":"refund","plan":1,
//    "params":{"order_id":{"value":"O-12345","turn":2}}}],"waiting":{"kind":"param","intent":"refund",...}}
//
// Tested by tests/memory/codec_test.cc.
#include "memory/codec.h"
#include "memory/tool_call_json.h"

namespace parley::memory {
namespace {

void write(ObjectWriter& writer, std::string_view key, const FilledParams& params) {
  if (params.empty()) return;
  ObjectWriter by_name(writer.begin(key));
  for (const auto& [name, filled] : params) {
    ObjectWriter one(by_name.begin_escaped(name));
    filled.value.append_json(one.begin("value"));  // null is a value, too: a param is filled when it is here
    one.number("turn", filled.turn);
  }
}

void append(std::string& out, const Frame& frame) {
  ObjectWriter writer(out);
  writer.text("intent", frame.intent);
  writer.number("plan", frame.plan);
  write(writer, "params", frame.params);
  writer.members("saved", frame.saved);
  if (!frame.attempts.empty()) {
    ObjectWriter attempts(writer.begin("attempts"));
    for (const auto& [param, count] : frame.attempts) Value(count).append_json(attempts.begin_escaped(param));
  }
  if (!frame.skipped.empty()) {
    append_array(writer.begin("skipped"), frame.skipped, [&](const std::string& param) { append_text(out, param); });
  }
  writer.flag("confirmed", frame.confirmed);
  writer.number("step", frame.step);
}

void append(std::string& out, const Waiting& waiting, const SessionState& state) {
  ObjectWriter writer(out);
  writer.text("kind", name_of(waiting.kind));
  writer.text("intent", waiting.intent);
  writer.text("param", waiting.param);
  writer.number("plan", waiting.plan);
  writer.number("step", waiting.step);
  writer.text("prompt_id", waiting.prompt_id);
  writer.number("attempt", waiting.attempt, 1);
  writer.number("asked_at", waiting.asked_at);
  writer.number("expires_at", waiting.expires_at);
  if (waiting.config_hash != state.config_hash) {
    append_text(writer.begin("config_hash"), waiting.config_hash);
  }
  if (waiting.call) append_tool_call(writer.begin("call"), *waiting.call);
  writer.flag("started", waiting.started);
}

void read(ObjectReader& reader, std::string_view key, FilledParams& params) {
  reader.read_object(key, [&](ObjectReader& by_name) {
    by_name.for_each_name([&](const std::string& name) {
      Filled& filled = params[name];
      by_name.read_object(name, [&](ObjectReader& one) {
        one.require({"value"});
        one.read("value", filled.value);
        one.read("turn", filled.turn);
      });
    });
  });
}

void read(ObjectReader& reader, Frame& frame) {
  reader.read("intent", frame.intent);
  reader.read("plan", frame.plan);
  read(reader, "params", frame.params);
  reader.read("saved", frame.saved);
  reader.read_object("attempts", [&](ObjectReader& attempts) {
    attempts.for_each_name([&](const std::string& param) { attempts.read(param, frame.attempts[param]); });
  });
  reader.read("skipped", frame.skipped);
  reader.read("confirmed", frame.confirmed);
  reader.read("step", frame.step);
}

void read(ObjectReader& reader, Waiting& waiting) {
  reader.require({"kind"});
  reader.read("kind", waiting.kind, {Waiting::Kind::kParam, Waiting::Kind::kConfirm, Waiting::Kind::kTool});
  reader.read("intent", waiting.intent);
  reader.read("param", waiting.param);
  reader.read("plan", waiting.plan);
  reader.read("step", waiting.step);
  reader.read("prompt_id", waiting.prompt_id);
  reader.read("attempt", waiting.attempt);
  reader.read("asked_at", waiting.asked_at);
  reader.read("expires_at", waiting.expires_at);
  reader.read("config_hash", waiting.config_hash);
  reader.read_object("call", [&](ObjectReader& call) { read(call, waiting.call.emplace()); });
  reader.read("started", waiting.started);
}

}  // namespace

void append_state_json(std::string& out, const SessionState& state) {
  ObjectWriter writer(out);
  append_text(writer.begin("session"), state.session);
  writer.number("version", state.version);
  writer.text("continuation_id", state.continuation_id);
  writer.text("bot", state.bot);
  writer.text("config_hash", state.config_hash);
  writer.number("turns", state.turns);
  writer.number("messages", state.messages);
  writer.number("plans", state.plans);
  writer.number("calls", state.calls);
  writer.number("created_at", state.created_at);
  writer.number("updated_at", state.updated_at);
  if (!state.frames.empty()) {
    append_array(writer.begin("frames"), state.frames, [&](const Frame& frame) { append(out, frame); });
  }
  if (state.waiting) append(writer.begin("waiting"), *state.waiting, state);
  write(writer, "params", state.params);
  writer.optional_text("last_intent", state.last_intent);
  writer.value("last_result", state.last_result);
  writer.number("unmatched", state.unmatched);
  writer.flag("ended", state.ended);
  writer.text("last_message_id", state.last_message_id);
}

Result<SessionState> state_from_json(std::string_view json) {
  const Result<Value> value = Value::parse(json);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "session state: " + value.error().message);
  SessionState state;
  std::string problem;
  ObjectReader reader(*value, problem);
  reader.require({"session"});
  reader.read("session", state.session);
  reader.read("version", state.version);
  reader.read("continuation_id", state.continuation_id);
  reader.read("bot", state.bot);
  reader.read("config_hash", state.config_hash);
  reader.read("turns", state.turns);
  reader.read("messages", state.messages);
  reader.read("plans", state.plans);
  reader.read("calls", state.calls);
  reader.read("created_at", state.created_at);
  reader.read("updated_at", state.updated_at);
  reader.read_objects("frames", [&](ObjectReader& frame) { read(frame, state.frames.emplace_back()); });
  reader.read_object("waiting", [&](ObjectReader& waiting) {
    state.waiting.emplace().config_hash = state.config_hash;
    read(waiting, *state.waiting);
  });
  read(reader, "params", state.params);
  reader.read("last_intent", state.last_intent);
  reader.read("last_result", state.last_result);
  reader.read("unmatched", state.unmatched);
  reader.read("ended", state.ended);
  reader.read("last_message_id", state.last_message_id);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "session state: " + problem);
  return state;
}

}  // namespace parley::memory
