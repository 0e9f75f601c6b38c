#include "mcp/results.h"

#include <utility>

namespace parley::mcp {
namespace {

Value::Array content_of(const std::string& text) { return {Value::Object{{"type", "text"}, {"text", text}}}; }

const Handoff* handoff_of(const Turn& turn) {
  const Handoff* handoff = nullptr;
  for (const Step& step : turn.steps) {
    if (const Handoff* one = std::get_if<Handoff>(&step)) handoff = one;
  }
  return handoff;
}

// Adds the open question: the param that it is about, and its quick replies.
void add_question(const Turn& turn, Value::Object& out) {
  if (turn.waiting_for_param) out["param"] = *turn.waiting_for_param;
  for (const Step& step : turn.steps) {
    const AskUser* ask = std::get_if<AskUser>(&step);
    const Confirm* confirm = std::get_if<Confirm>(&step);
    if (!ask && !confirm) continue;
    out["question"] = ask ? ask->prompt : confirm->prompt;
    const auto& options = ask ? ask->options : confirm->options;
    if (!options.empty()) out["options"] = Value::Array(options.begin(), options.end());
  }
}

}  // namespace

Value::Object result_of(const Turn& turn, const std::string& session, bool is_declined) {
  std::string text;
  for (const std::string& line : turn.say) text += (text.empty() ? "" : "\n") + line;
  const Handoff* handoff = handoff_of(turn);
  Value::Object structured{{"status", to_string(turn.status)}, {"session", session}};
  if (is_declined && turn.status == TurnStatus::kDone) structured["status"] = "cancelled";
  if (turn.intent) structured["intent"] = *turn.intent;
  if (turn.status == TurnStatus::kWaiting) add_question(turn, structured);
  if (handoff) structured["reason"] = handoff->reason;
  return {{"content", content_of(text)},
          {"structuredContent", std::move(structured)},
          {"isError", handoff && handoff->reason == "tool_failed"}};
}

Value::Object failure(const std::string& message) { return {{"content", content_of(message)}, {"isError", true}}; }

}  // namespace parley::mcp
