// SessionState <-> JSON. Written directly into the text, because every turn does it; read through a Value.
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
    filled.value.append_json(one.begin("value"));  // written even if null: its presence marks the param as filled
    one.number("turn", filled.turn);
  }
}

void append(std::string& out, const Attempts& attempts) {
  ObjectWriter writer(out);
  writer.number("not_understood", attempts.not_understood);
  writer.number("invalid", attempts.invalid);
  writer.number("silent", attempts.silent);
  writer.number("rejected", attempts.rejected);
}

void append(std::string& out, const StepRun& run) {
  ObjectWriter writer(out);
  writer.text("step", run.step);
  writer.text("what", run.what);
  writer.text("digest", run.digest);
  writer.text("status", to_string(run.status));
}

void append(std::string& out, const Choice& choice) {
  ObjectWriter writer(out);
  writer.text("param", choice.param);
  choice.value.append_json(writer.begin("value"));
  writer.text("label", choice.label);
}

void append(std::string& out, const Refused& refused) {
  ObjectWriter writer(out);
  writer.text("param", refused.param);
  writer.text("why", refused.why);
  writer.number("turn", refused.turn);
}

void append(std::string& out, const QueuedIntent& queued);

void append(std::string& out, const TurnStart& start) {
  ObjectWriter writer(out);
  writer.number("turn", start.turn);
  writer.number("message", start.message);
  writer.number("bytes", start.bytes);
}

template <class List>
void write_list(ObjectWriter& writer, std::string& out, std::string_view key, const List& list) {
  if (list.empty()) return;
  append_array(writer.begin(key), list, [&](const auto& item) { append(out, item); });
}

void write_texts(ObjectWriter& writer, std::string& out, std::string_view key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  append_array(writer.begin(key), texts, [&](const std::string& text) { append_text(out, text); });
}

void write_unclear(ObjectWriter& writer, std::string& out, const std::vector<std::vector<Choice>>& unclear) {
  if (unclear.empty()) return;
  append_array(writer.begin("unclear"), unclear, [&](const std::vector<Choice>& choices) {
    ObjectWriter one(out);
    write_list(one, out, "choices", choices);
  });
}

void append(std::string& out, const QueuedIntent& queued) {
  ObjectWriter writer(out);
  writer.text("intent", queued.intent);
  write(writer, "params", queued.params);
  write_unclear(writer, out, queued.unclear);
  write_list(writer, out, "refused", queued.refused);
}

void append(std::string& out, const Facts& facts) {
  ObjectWriter writer(out);
  for (const auto& [path, digest] : facts) append_text(writer.begin_escaped(path), digest);
}

void append(std::string& out, const Frame& frame) {
  ObjectWriter writer(out);
  writer.text("intent", frame.intent);
  writer.number("plan", frame.plan);
  write(writer, "params", frame.params);
  writer.members("saved", frame.saved);
  if (!frame.attempts.empty()) {
    ObjectWriter attempts(writer.begin("attempts"));
    for (const auto& [param, count] : frame.attempts) append(attempts.begin_escaped(param), count);
  }
  write_texts(writer, out, "skipped", frame.skipped);
  write_texts(writer, out, "checked", frame.checked);
  write(writer, "held", frame.held);
  if (!frame.facts.empty()) {
    ObjectWriter by_param(writer.begin("facts"));
    for (const auto& [param, facts] : frame.facts) append(by_param.begin_escaped(param), facts);
  }
  write_unclear(writer, out, frame.unclear);
  writer.text("changing", frame.changing);
  writer.flag("confirmed", frame.confirmed);
  writer.flag("called", frame.called);
  writer.text("step", frame.step);
  write_list(writer, out, "runs", frame.runs);
}

void append(std::string& out, const PendingInput& waiting, const SessionState& state) {
  ObjectWriter writer(out);
  writer.text("kind", to_string(waiting.kind));
  writer.text("intent", waiting.intent);
  writer.text("param", waiting.param);
  writer.number("plan", waiting.plan);
  writer.text("step", waiting.step);
  write_list(writer, out, "choices", waiting.choices);
  writer.number("asides", waiting.asides);
  writer.text("prompt_id", waiting.prompt_id);
  writer.number("attempt", waiting.attempt, 1);
  writer.number("asked_at", waiting.asked_at);
  writer.number("expires_at", waiting.expires_at);
  if (waiting.config_hash != state.config_hash) {
    append_text(writer.begin("config_hash"), waiting.config_hash);
  }
  if (waiting.call) append_tool_call(writer.begin("call"), *waiting.call);
  if (!waiting.facts.empty()) append(writer.begin("facts"), waiting.facts);
  writer.flag("started", waiting.started);
  writer.text("runner", waiting.runner);
  writer.number("running_until", waiting.running_until);
}

void append(std::string& out, const Usage& usage) {
  ObjectWriter writer(out);
  writer.number("input_tokens", usage.input_tokens);
  writer.number("output_tokens", usage.output_tokens);
  writer.number("cost", usage.cost);
}

void read(ObjectReader& reader, std::string_view key, FilledParams& params) {
  reader.read_object(key, [&](ObjectReader& by_name) {
    by_name.for_each_name([&](const std::string& name) {
      FilledParam& filled = params[name];
      by_name.read_object(name, [&](ObjectReader& one) {
        one.require({"value"});
        one.read("value", filled.value);
        one.read("turn", filled.turn);
      });
    });
  });
}

// Older versions stored a step as a number, -1 for unset, and attempts as one count.
void read_step(ObjectReader& reader, std::string& step) {
  if (!reader.has_integer("step")) return reader.read("step", step);
  int number = 0;
  reader.read("step", number);
  step = number < 0 ? std::string() : std::to_string(number);
}

void read(ObjectReader& reader, Attempts& attempts) {
  reader.read("not_understood", attempts.not_understood);
  reader.read("invalid", attempts.invalid);
  reader.read("silent", attempts.silent);
  reader.read("rejected", attempts.rejected);
}

void read(ObjectReader& reader, StepRun& run) {
  using Status = StepRun::Status;
  reader.read("step", run.step);
  reader.read("what", run.what);
  reader.read("digest", run.digest);
  reader.read("status", run.status, {Status::kStarted, Status::kWaiting, Status::kDone, Status::kFailed});
}

void read(ObjectReader& reader, Choice& choice) {
  reader.read("param", choice.param);
  reader.read("value", choice.value);
  reader.read("label", choice.label);
}

void read_unclear(ObjectReader& reader, std::vector<std::vector<Choice>>& unclear) {
  reader.read_objects("unclear", [&](ObjectReader& one) {
    auto& choices = unclear.emplace_back();
    one.read_objects("choices", [&](ObjectReader& choice) { read(choice, choices.emplace_back()); });
  });
}

void read(ObjectReader& reader, Refused& refused) {
  reader.read("param", refused.param);
  reader.read("why", refused.why);
  reader.read("turn", refused.turn);
}

void read(ObjectReader& reader, QueuedIntent& queued) {
  reader.read("intent", queued.intent);
  read(reader, "params", queued.params);
  read_unclear(reader, queued.unclear);
  reader.read_objects("refused", [&](ObjectReader& refused) { read(refused, queued.refused.emplace_back()); });
}

void read(ObjectReader& reader, Facts& facts) {
  reader.for_each_name([&](const std::string& path) { reader.read(path, facts[path]); });
}

void read(ObjectReader& reader, Frame& frame) {
  reader.read("intent", frame.intent);
  reader.read("plan", frame.plan);
  read(reader, "params", frame.params);
  reader.read("saved", frame.saved);
  reader.read_object("attempts", [&](ObjectReader& attempts) {
    attempts.for_each_name([&](const std::string& param) {
      Attempts& judged = frame.attempts[param];
      if (attempts.has_integer(param)) return attempts.read(param, judged.not_understood);
      attempts.read_object(param, [&](ObjectReader& count) { read(count, judged); });
    });
  });
  reader.read("skipped", frame.skipped);
  reader.read("checked", frame.checked);
  read(reader, "held", frame.held);
  reader.read_object("facts", [&](ObjectReader& facts) {
    facts.for_each_name([&](const std::string& param) {
      facts.read_object(param, [&](ObjectReader& one) { read(one, frame.facts[param]); });
    });
  });
  read_unclear(reader, frame.unclear);
  reader.read("changing", frame.changing);
  reader.read("confirmed", frame.confirmed);
  reader.read("called", frame.called);
  read_step(reader, frame.step);
  reader.read_objects("runs", [&](ObjectReader& run) { read(run, frame.runs.emplace_back()); });
}

void read(ObjectReader& reader, PendingInput& waiting) {
  reader.require({"kind"});
  using Kind = PendingInput::Kind;
  reader.read("kind", waiting.kind, {Kind::kParam, Kind::kConfirm, Kind::kChange, Kind::kChoice, Kind::kTool});
  reader.read("intent", waiting.intent);
  reader.read("param", waiting.param);
  reader.read("plan", waiting.plan);
  read_step(reader, waiting.step);
  reader.read_objects("choices", [&](ObjectReader& choice) { read(choice, waiting.choices.emplace_back()); });
  reader.read("asides", waiting.asides);
  reader.read("prompt_id", waiting.prompt_id);
  reader.read("attempt", waiting.attempt);
  reader.read("asked_at", waiting.asked_at);
  reader.read("expires_at", waiting.expires_at);
  reader.read("config_hash", waiting.config_hash);
  reader.read_object("call", [&](ObjectReader& call) { read(call, waiting.call.emplace()); });
  reader.read_object("facts", [&](ObjectReader& facts) { read(facts, waiting.facts); });
  reader.read("started", waiting.started);
  reader.read("runner", waiting.runner);
  reader.read("running_until", waiting.running_until);
}

void read(ObjectReader& reader, TurnStart& start) {
  reader.read("turn", start.turn);
  reader.read("message", start.message);
  reader.read("bytes", start.bytes);
}

void read(ObjectReader& reader, Usage& usage) {
  reader.read("input_tokens", usage.input_tokens);
  reader.read("output_tokens", usage.output_tokens);
  reader.read("cost", usage.cost);
}

// The default of began_turn: most sessions have only their first conversation, and states of older versions always do.
constexpr std::int64_t kFirstTurn = 1;

// The first conversation begins with message 1. For a later one, states of some versions do not record the message.
std::int64_t usual_began_message(const SessionState& state) { return state.began_turn <= kFirstTurn ? 1 : 0; }

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
  writer.number("trimmed", state.trimmed);
  writer.number("bytes", state.bytes);
  writer.number("plans", state.plans);
  writer.number("calls", state.calls);
  writer.number("created_at", state.created_at);
  writer.number("updated_at", state.updated_at);
  writer.number("began_at", state.began_at, state.created_at);
  writer.number("began_turn", state.began_turn, kFirstTurn);
  writer.number("began_message", state.began_message, usual_began_message(state));
  writer.number("expires_at", state.expires_at);
  writer.number("kept_until", state.kept_until);
  write_list(writer, out, "starts", state.starts);
  writer.text("user", state.user);
  writer.text("parent", state.parent);
  writer.number("parent_turn", state.parent_turn);
  writer.number("parent_messages", state.parent_messages);
  if (state.usage != Usage()) append(writer.begin("usage"), state.usage);
  if (!state.frames.empty()) {
    append_array(writer.begin("frames"), state.frames, [&](const Frame& frame) { append(out, frame); });
  }
  if (state.waiting) append(writer.begin("waiting"), *state.waiting, state);
  write(writer, "params", state.params);
  writer.text("locale", state.locale);
  if (!state.ways.empty()) {
    ObjectWriter ways(writer.begin("ways"));
    for (const auto& [wording, way] : state.ways) ways.begin_escaped(wording) += std::to_string(way);
  }
  writer.optional_text("last_intent", state.last_intent);
  writer.value("last_result", state.last_result);
  write_list(writer, out, "queue", state.queue);
  writer.number("unmatched", state.unmatched);
  writer.number("exhausted", state.exhausted);
  writer.number("steps", state.steps);
  write_texts(writer, out, "failed_calls", state.failed_calls);
  writer.flag("ended", state.ended);
  writer.text("late_result", state.late_result);
  writer.text("last_message_id", state.last_message_id);
}

Result<SessionState> state_from_json(std::string_view json) {
  const Result<Value> value = Value::parse(json);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "session state: " + value.error().message);
  return state_from_value(*value);
}

Result<SessionState> state_from_value(const Value& value) {
  SessionState state;
  std::string problem;
  ObjectReader reader(value, problem);
  reader.require({"session"});
  reader.read("session", state.session);
  reader.read("version", state.version);
  reader.read("continuation_id", state.continuation_id);
  reader.read("bot", state.bot);
  reader.read("config_hash", state.config_hash);
  reader.read("turns", state.turns);
  reader.read("messages", state.messages);
  reader.read("trimmed", state.trimmed);
  reader.read("bytes", state.bytes);
  reader.read("plans", state.plans);
  reader.read("calls", state.calls);
  reader.read("created_at", state.created_at);
  reader.read("updated_at", state.updated_at);
  state.began_at = state.created_at;
  reader.read("began_at", state.began_at);
  state.began_turn = kFirstTurn;
  reader.read("began_turn", state.began_turn);
  state.began_message = usual_began_message(state);
  reader.read("began_message", state.began_message);
  reader.read("expires_at", state.expires_at);
  reader.read("kept_until", state.kept_until);
  reader.read_objects("starts", [&](ObjectReader& start) { read(start, state.starts.emplace_back()); });
  reader.read("user", state.user);
  reader.read("parent", state.parent);
  reader.read("parent_turn", state.parent_turn);
  reader.read("parent_messages", state.parent_messages);
  reader.read_object("usage", [&](ObjectReader& usage) { read(usage, state.usage); });
  reader.read_objects("frames", [&](ObjectReader& frame) { read(frame, state.frames.emplace_back()); });
  reader.read_object("waiting", [&](ObjectReader& waiting) {
    state.waiting.emplace().config_hash = state.config_hash;
    read(waiting, *state.waiting);
  });
  read(reader, "params", state.params);
  reader.read("locale", state.locale);
  reader.read_object("ways", [&](ObjectReader& ways) {
    ways.for_each_name([&](const std::string& wording) { ways.read(wording, state.ways[wording]); });
  });
  reader.read("last_intent", state.last_intent);
  reader.read("last_result", state.last_result);
  reader.read_objects("queue", [&](ObjectReader& queued) { read(queued, state.queue.emplace_back()); });
  reader.read("unmatched", state.unmatched);
  reader.read("exhausted", state.exhausted);
  reader.read("steps", state.steps);
  reader.read("failed_calls", state.failed_calls);
  reader.read("ended", state.ended);
  reader.read("late_result", state.late_result);
  reader.read("last_message_id", state.last_message_id);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "session state: " + problem);
  return state;
}

}  // namespace parley::memory
