// Writes a SessionState as JSON. It writes directly into the text, without a Value, because every turn writes a state.
// memory/state_reader.cc reads it.
//
//   {"session":"s1","version":2,"bot":"acme",...,"frames":[{"intent":"refund","plan":1,
//    "params":{"order_id":{"value":"O-12345","turn":2}}}],"waiting":{"kind":"param","intent":"refund",...}}
//
// Tested by tests/memory/codec_test.cc.
#include "memory/codec.h"
#include "memory/state_defaults.h"
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

void write_step(ObjectWriter& writer, const std::optional<StepPlace>& step) {
  if (step) writer.text("step", to_string(*step));
}

void append(std::string& out, const StepRun& run) {
  ObjectWriter writer(out);
  write_step(writer, run.step);
  writer.text("what", run.what);
  writer.text("digest", run.digest);
  writer.text("status", to_string(run.status));
  writer.members("saved", run.saved);
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
void append(std::string& out, const ValueInMind& in_mind);
void append(std::string& out, const PrivateText& text);

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
  if (queued.unannounced) writer.flag("unannounced", true);
  if (!queued.repeats_for.empty()) writer.text("repeats_for", queued.repeats_for);
}

void append(std::string& out, const Facts& facts) {
  ObjectWriter writer(out);
  for (const auto& [path, digest] : facts) append_text(writer.begin_escaped(path), digest);
}

void write(ObjectWriter& writer, const FailedAnswers& failed) {
  if (failed.empty()) return;
  ObjectWriter attempts(writer.begin("attempts"));
  if (failed.confirmation) append(attempts.begin(kConfirmationName), *failed.confirmation);
  if (failed.choice) append(attempts.begin(kChoiceName), *failed.choice);
  for (const auto& [param, count] : failed.params) append(attempts.begin_escaped(param), count);
}

void append(std::string& out, const Frame& frame) {
  ObjectWriter writer(out);
  writer.text("intent", frame.intent);
  writer.number("plan", frame.plan);
  write(writer, "params", frame.params);
  writer.members("saved", frame.saved);
  write(writer, frame.attempts);
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
  writer.flag("opened", frame.opened);
  if (!frame.looking_up.empty()) writer.text("looking_up", frame.looking_up);
  write_texts(writer, out, "looked_up", frame.looked_up);
  write_texts(writer, out, "unlisted", frame.unlisted);
  if (!frame.said.empty()) writer.text("said", frame.said);
  write_texts(writer, out, "listed", frame.listed);
  write_step(writer, frame.step);
  write_list(writer, out, "runs", frame.runs);
}

void write(ObjectWriter& writer, const ToolWait::Caller& caller) {
  if (std::holds_alternative<ToolWait::LookUp>(caller)) writer.text("step", kLookUp);
  if (const auto* step = std::get_if<StepPlace>(&caller)) writer.text("step", to_string(*step));
}

void write(ObjectWriter& writer, const ToolWait& tool) {
  if (tool.call) append_tool_call(writer.begin("call"), *tool.call);
  const auto* check = std::get_if<ToolWait::Check>(&tool.caller);
  if (check && !check->facts.empty()) append(writer.begin("facts"), check->facts);
  if (!tool.running) return;
  writer.flag("started", true);
  writer.text("runner", tool.running->engine);
  writer.number("running_until", tool.running->until);
}

void append(std::string& out, const PendingInput& waiting, const SessionState& state) {
  const auto* tool = std::get_if<ToolWait>(&waiting.awaited);
  ObjectWriter writer(out);
  writer.text("kind", to_string(waiting.kind()));
  writer.text("intent", waiting.intent);
  writer.text("param", waiting.param());
  writer.number("plan", waiting.plan);
  if (tool) write(writer, tool->caller);
  write_list(writer, out, "choices", waiting.choices());
  writer.number("asides", waiting.asides);
  writer.text("prompt_id", waiting.prompt_id);
  writer.number("attempt", waiting.attempt, 1);
  writer.number("asked_at", waiting.asked_at);
  writer.number("expires_at", waiting.expires_at);
  if (waiting.config_hash != state.config_hash) {
    append_text(writer.begin("config_hash"), waiting.config_hash);
  }
  if (tool) write(writer, *tool);
}

void append(std::string& out, const Usage& usage) {
  ObjectWriter writer(out);
  writer.number("input_tokens", usage.input_tokens);
  writer.number("output_tokens", usage.output_tokens);
  writer.number("cost", usage.cost);
}

void write_frames(ObjectWriter& writer, std::string& out, const SessionState& state) {
  if (!state.frames.empty()) {
    append_array(writer.begin("frames"), state.frames, [&](const Frame& frame) { append(out, frame); });
  }
  if (state.waiting) append(writer.begin("waiting"), *state.waiting, state);
  write(writer, "params", state.params);
}

void write_ways(ObjectWriter& writer, const SessionState& state) {
  if (state.ways.empty()) return;
  ObjectWriter ways(writer.begin("ways"));
  for (const auto& [wording, way] : state.ways) ways.begin_escaped(wording) += std::to_string(way);
}

void append(std::string& out, const ToolOutcome& outcome) {
  ObjectWriter writer(out);
  append_text(writer.begin("kind"), to_string(outcome.kind));
  writer.value("data", outcome.data);
  writer.text("error", outcome.error);
}

void write_done(ObjectWriter& writer, std::string& out, const SessionState& state) {
  if (!state.done) return;
  ObjectWriter done(writer.begin("done"));
  append_text(done.begin("intent"), state.done->intent);
  write(done, "params", state.done->params);
  write_texts(done, out, "skipped", state.done->skipped);
  done.number("until", state.done->until);
  if (!state.done->outcome.empty()) append_text(done.begin("outcome"), state.done->outcome);
}

void append(std::string& out, const ValueInMind& in_mind) {
  ObjectWriter writer(out);
  append_text(writer.begin("type"), in_mind.type);
  writer.text("param", in_mind.param);
  in_mind.value.append_json(writer.begin("value"));
  writer.number("messages", in_mind.messages);
  writer.number("until", in_mind.until);
}

void append(std::string& out, const PrivateText& text) {
  ObjectWriter writer(out);
  append_text(writer.begin("param"), text.param);
  append_text(writer.begin("text"), text.text);
  writer.number("message", text.message);
}

void append(std::string& out, const HandedOff& handed_off) {
  ObjectWriter writer(out);
  append_text(writer.begin("reason"), handed_off.reason);
  writer.number("at", handed_off.at);
  writer.number("turn", handed_off.turn);
  writer.flag("said", handed_off.said);
  if (handed_off.outcome) append(writer.begin("outcome"), *handed_off.outcome);
}

void write_person(ObjectWriter& writer, const SessionState& state) {
  if (state.handed_off) append(writer.begin("handed_off"), *state.handed_off);
  writer.number("counted_from", state.counted_from);
  writer.flag("greets", state.greets);
}

void write_open_parts(ObjectWriter& writer, std::string& out, const SessionState& state) {
  write_list(writer, out, "starts", state.starts);
  write_frames(writer, out, state);
  write_ways(writer, state);
  writer.value("last_result", state.last_result);
  write_list(writer, out, "queue", state.queue);
  write_list(writer, out, "offered", state.offered);
  write_done(writer, out, state);
  write_list(writer, out, "in_mind", state.in_mind);
  write_list(writer, out, "private_texts", state.private_texts);
  write_texts(writer, out, "failed_calls", state.failed_calls);
  write_person(writer, state);
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
  writer.text("parent_conversation", state.parent_conversation);
  writer.number("parent_turn", state.parent_turn);
  writer.number("parent_messages", state.parent_messages);
  if (state.usage != Usage()) append(writer.begin("usage"), state.usage);
  write_frames(writer, out, state);
  writer.text("locale", state.locale);
  write_ways(writer, state);
  writer.optional_text("last_intent", state.last_intent);
  writer.value("last_result", state.last_result);
  write_list(writer, out, "queue", state.queue);
  write_list(writer, out, "offered", state.offered);
  write_done(writer, out, state);
  write_list(writer, out, "in_mind", state.in_mind);
  write_list(writer, out, "private_texts", state.private_texts);
  writer.number("unmatched", state.unmatched);
  writer.number("exhausted", state.exhausted);
  writer.number("steps", state.steps);
  write_texts(writer, out, "failed_calls", state.failed_calls);
  writer.flag("asked_for_more", state.asked_for_more);
  writer.flag("ended", state.ended);
  write_person(writer, state);
  writer.text("late_result", state.late_result);
  writer.text("last_message_id", state.last_message_id);
}

void append_open_parts_json(std::string& out, const SessionState& state) {
  const bool has_none = state.starts.empty() && state.frames.empty() && !state.waiting && state.params.empty() &&
                        state.ways.empty() && state.last_result.is_null() && state.queue.empty() &&
                        state.offered.empty() && !state.done && state.in_mind.empty() && state.failed_calls.empty() &&
                        !state.handed_off && state.counted_from == 0 && !state.greets && state.private_texts.empty();
  if (has_none) return;
  ObjectWriter writer(out);
  write_open_parts(writer, out, state);
}

}  // namespace parley::memory
