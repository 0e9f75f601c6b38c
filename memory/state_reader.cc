// Reads a SessionState from JSON, through a Value. Accepts the JSON of memory/state_writer.cc and of older versions.
//
// Tested by tests/memory/codec_test.cc.
#include <utility>

#include "memory/codec.h"
#include "memory/state_defaults.h"
#include "memory/tool_call_json.h"

namespace parley::memory {
namespace {

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
std::string step_text(ObjectReader& reader) {
  std::string text;
  if (!reader.has_integer("step")) {
    reader.read("step", text);
    return text;
  }
  int number = 0;
  reader.read("step", number);
  return number < 0 ? std::string() : std::to_string(number);
}

// A text that is not a place means the first step.
std::optional<StepPlace> place_of(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(StepPlace::parse(text).value_or(StepPlace()));
}

void read(ObjectReader& reader, Attempts& attempts) {
  reader.read("not_understood", attempts.not_understood);
  reader.read("invalid", attempts.invalid);
  reader.read("silent", attempts.silent);
  reader.read("rejected", attempts.rejected);
}

Attempts& counts_of(const std::string& question, FailedAnswers& failed) {
  if (question == kConfirmationName) return failed.confirmation.emplace();
  return question == kChoiceName ? failed.choice.emplace() : failed.params[question];
}

void read(ObjectReader& reader, StepRun& run) {
  using Status = StepRun::Status;
  run.step = StepPlace::parse(step_text(reader));
  reader.read("what", run.what);
  reader.read("digest", run.digest);
  reader.read("status", run.status, {Status::kStarted, Status::kWaiting, Status::kDone, Status::kFailed});
  reader.read("saved", run.saved);
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
  reader.read("unannounced", queued.unannounced);
  reader.read("repeats_for", queued.repeats_for);
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
    attempts.for_each_name([&](const std::string& question) {
      Attempts& judged = counts_of(question, frame.attempts);
      if (attempts.has_integer(question)) return attempts.read(question, judged.not_understood);
      attempts.read_object(question, [&](ObjectReader& count) { read(count, judged); });
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
  reader.read("opened", frame.opened);
  reader.read("looking_up", frame.looking_up);
  reader.read("looked_up", frame.looked_up);
  reader.read("unlisted", frame.unlisted);
  reader.read("said", frame.said);
  reader.read("listed", frame.listed);
  frame.step = place_of(step_text(reader));
  reader.read_objects("runs", [&](ObjectReader& run) { read(run, frame.runs.emplace_back()); });
}

ToolWait::Caller read_caller(ObjectReader& reader, std::string param) {
  Facts facts;
  reader.read_object("facts", [&](ObjectReader& by_path) { read(by_path, facts); });
  const std::string step = step_text(reader);
  if (step == kLookUp) return ToolWait::LookUp{std::move(param)};
  if (auto place = place_of(step)) return std::move(*place);
  return ToolWait::Check{std::move(param), std::move(facts)};
}

ToolWait read_tool_wait(ObjectReader& reader, std::string param) {
  ToolWait tool{read_caller(reader, std::move(param)), {}, {}};
  reader.read_object("call", [&](ObjectReader& call) { read(call, tool.call.emplace()); });
  bool started = false;
  RunningCall run;
  reader.read("started", started);
  reader.read("runner", run.engine);
  reader.read("running_until", run.until);
  if (started) tool.running = std::move(run);
  return tool;
}

PendingInput::Awaited read_awaited(ObjectReader& reader) {
  using Kind = PendingInput::Kind;
  Kind kind = Kind::kParam;
  std::string param;
  std::vector<Choice> choices;
  reader.require({"kind"});
  reader.read("kind", kind, {Kind::kParam, Kind::kConfirm, Kind::kChange, Kind::kChoice, Kind::kTool});
  reader.read("param", param);
  reader.read_objects("choices", [&](ObjectReader& choice) { read(choice, choices.emplace_back()); });
  // Version 1 of the schema, in which a step is a number, stored the members of a tool's wait with every kind.
  if (kind != Kind::kTool && reader.has_integer("step")) read_tool_wait(reader, {});
  switch (kind) {
    case Kind::kParam: return AskedParam{std::move(param), std::move(choices)};
    case Kind::kConfirm: return AskedConfirmation();
    case Kind::kChange: return AskedChange();
    case Kind::kChoice: return AskedChoice{std::move(choices)};
    case Kind::kTool: break;
  }
  return read_tool_wait(reader, std::move(param));
}

void read(ObjectReader& reader, PendingInput& waiting) {
  waiting.awaited = read_awaited(reader);
  reader.read("intent", waiting.intent);
  reader.read("plan", waiting.plan);
  reader.read("asides", waiting.asides);
  reader.read("prompt_id", waiting.prompt_id);
  reader.read("attempt", waiting.attempt);
  reader.read("asked_at", waiting.asked_at);
  reader.read("expires_at", waiting.expires_at);
  reader.read("config_hash", waiting.config_hash);
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

void read(ObjectReader& reader, ToolOutcome& outcome) {
  using Kind = ToolOutcome::Kind;
  reader.read("kind", outcome.kind, {Kind::kOk, Kind::kFailed, Kind::kTimeout, Kind::kUnknown, Kind::kRejected});
  reader.read("data", outcome.data);
  reader.read("error", outcome.error);
}

void read(ObjectReader& reader, DoneIntent& done) {
  reader.require({"intent"});
  reader.read("intent", done.intent);
  read(reader, "params", done.params);
  reader.read("skipped", done.skipped);
  reader.read("until", done.until);
  reader.read("outcome", done.outcome);
}

void read(ObjectReader& reader, ValueInMind& in_mind) {
  reader.require({"type", "value"});
  reader.read("type", in_mind.type);
  reader.read("param", in_mind.param);
  reader.read("value", in_mind.value);
  reader.read("messages", in_mind.messages);
  reader.read("until", in_mind.until);
}

void read(ObjectReader& reader, PrivateText& text) {
  reader.require({"param", "text"});
  reader.read("param", text.param);
  reader.read("text", text.text);
  reader.read("message", text.message);
}

void read(ObjectReader& reader, HandedOff& handed_off) {
  reader.read("reason", handed_off.reason);
  reader.read("at", handed_off.at);
  reader.read("turn", handed_off.turn);
  reader.read("said", handed_off.said);
  reader.read_object("outcome", [&](ObjectReader& outcome) { read(outcome, handed_off.outcome.emplace()); });
}

void read_open(ObjectReader& reader, SessionState& state) {
  reader.read_objects("starts", [&](ObjectReader& start) { read(start, state.starts.emplace_back()); });
  reader.read_objects("frames", [&](ObjectReader& frame) { read(frame, state.frames.emplace_back()); });
  reader.read_object("waiting", [&](ObjectReader& waiting) {
    state.waiting.emplace().config_hash = state.config_hash;
    read(waiting, *state.waiting);
  });
  read(reader, "params", state.params);
  reader.read_object("ways", [&](ObjectReader& ways) {
    ways.for_each_name([&](const std::string& wording) { ways.read(wording, state.ways[wording]); });
  });
  reader.read("last_result", state.last_result);
  reader.read_objects("queue", [&](ObjectReader& queued) { read(queued, state.queue.emplace_back()); });
  reader.read_objects("offered", [&](ObjectReader& offered) { read(offered, state.offered.emplace_back()); });
  reader.read_object("done", [&](ObjectReader& done) { read(done, state.done.emplace()); });
  reader.read_objects("in_mind", [&](ObjectReader& in_mind) { read(in_mind, state.in_mind.emplace_back()); });
  reader.read_objects("private_texts", [&](ObjectReader& text) { read(text, state.private_texts.emplace_back()); });
  reader.read("failed_calls", state.failed_calls);
  reader.read_object("handed_off", [&](ObjectReader& handed_off) { read(handed_off, state.handed_off.emplace()); });
  reader.read("counted_from", state.counted_from);
  reader.read("greets", state.greets);
}

}  // namespace

Result<void> read_open_parts(std::string_view json, SessionState& state) {
  const Result<Value> value = Value::parse(json, Value::kUnlimited);
  if (!value) return Unexpected(ErrorCode::kStoreCorrupt, "session state: " + value.error().message);
  std::string problem;
  ObjectReader reader(*value, problem);
  read_open(reader, state);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "session state: " + problem);
  return {};
}

Result<SessionState> state_from_json(std::string_view json) {
  const Result<Value> value = Value::parse(json, Value::kUnlimited);
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
  read_open(reader, state);
  reader.read("user", state.user);
  reader.read("parent", state.parent);
  reader.read("parent_conversation", state.parent_conversation);
  reader.read("parent_turn", state.parent_turn);
  reader.read("parent_messages", state.parent_messages);
  reader.read_object("usage", [&](ObjectReader& usage) { read(usage, state.usage); });
  reader.read("locale", state.locale);
  reader.read("last_intent", state.last_intent);
  reader.read("unmatched", state.unmatched);
  reader.read("exhausted", state.exhausted);
  reader.read("steps", state.steps);
  reader.read("asked_for_more", state.asked_for_more);
  reader.read("ended", state.ended);
  reader.read("late_result", state.late_result);
  reader.read("last_message_id", state.last_message_id);
  reader.finish();
  if (!problem.empty()) return Unexpected(ErrorCode::kStoreCorrupt, "session state: " + problem);
  return state;
}

}  // namespace parley::memory
