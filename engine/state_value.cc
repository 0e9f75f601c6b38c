// Writes the dialog state as JSON for people and programs that look at a conversation. Stores have their own form
// (memory/codec.h), which is complete.
#include <utility>

#include "base/time.h"
#include "parley/protocol.h"

namespace parley {
namespace {

Value names_of(const std::vector<std::string>& names) { return Value(Value::Array(names.begin(), names.end())); }

Value name_or_null(const std::string& name) { return name.empty() ? Value() : Value(name); }

Value to_value(const FilledParams& params) {
  Value::Object object;
  for (const auto& [name, param] : params) {
    object[name] = Value::Object{{"value", param.value}, {"turn", param.turn}};
  }
  return Value(std::move(object));
}

Value to_value(const Attempts& attempts) {
  return Value(Value::Object{{"not_understood", attempts.not_understood},
                             {"invalid", attempts.invalid},
                             {"silent", attempts.silent},
                             {"rejected", attempts.rejected}});
}

// The protocol has the confirmation and the choice among the params.
Value to_value(const FailedAnswers& failed) {
  Value::Object counts;
  if (failed.confirmation) counts[""] = to_value(*failed.confirmation);
  if (failed.choice) counts["?"] = to_value(*failed.choice);
  for (const auto& [param, count] : failed.params) counts[param] = to_value(count);
  return Value(std::move(counts));
}

Value to_value(const Frame& frame) {
  return Value(Value::Object{{"intent", frame.intent},
                             {"plan", frame.plan},
                             {"step", frame.step ? to_string(*frame.step) : std::string()},
                             {"params", to_value(frame.params)},
                             {"saved", frame.saved},
                             {"attempts", to_value(frame.attempts)},
                             {"skipped", names_of(frame.skipped)},
                             {"confirmed", frame.confirmed}});
}

Value to_value(const PendingInput& waiting) {
  Value::Object object{{"kind", to_string(waiting.kind())},
                       {"intent", name_or_null(waiting.intent)},
                       {"param", name_or_null(waiting.param())},
                       {"attempt", waiting.attempt},
                       {"asked_at", base::format_iso8601(waiting.asked_at)}};
  if (waiting.expires_at > 0) object["expires_at"] = base::format_iso8601(waiting.expires_at);
  if (const ToolCall* call = waiting.call()) object["call"] = *to_value(Step(*call)).find("tool_call");
  return Value(std::move(object));
}

Value to_value(const HandedOff& handed_off) {
  return Value(Value::Object{
      {"reason", handed_off.reason}, {"at", base::format_iso8601(handed_off.at)}, {"turn", handed_off.turn}});
}

Value intents_of(const std::vector<QueuedIntent>& queue) {
  Value::Array intents;
  for (const QueuedIntent& queued : queue) intents.emplace_back(queued.intent);
  return Value(std::move(intents));
}

}  // namespace

Value to_value(const SessionState& state) {
  Value::Array frames;
  for (const Frame& frame : state.frames) frames.push_back(to_value(frame));
  return Value(Value::Object{{"frames", std::move(frames)},
                             {"waiting", state.waiting ? to_value(*state.waiting) : Value()},
                             {"params", to_value(state.params)},
                             {"queue", intents_of(state.queue)},
                             {"offered", intents_of(state.offered)},
                             {"handed_off", state.handed_off ? to_value(*state.handed_off) : Value()},
                             {"unmatched", state.unmatched},
                             {"ended", state.ended},
                             {"turns", state.turns}});
}

}  // namespace parley
