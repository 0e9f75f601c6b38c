#include "mcp/results.h"

#include <utility>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::mcp {
namespace {

Value text_block(const std::string& text) { return Value::Object{{"type", "text"}, {"text", text}}; }

// Tells a model how to answer. Many clients show it only the texts of a result.
Value how_to_answer(const std::string& session) {
  return text_block("[The bot waits for the user's answer. Send it with the tool " + std::string(config::kMcpTurnTool) +
                    " and the session " + session + ".]");
}

Value why_tool_failed(const std::string& tool) {
  return text_block("[The bot's tool " + config::quoted(tool) +
                    " has the kind host, and no program runs it here. Change its kind to http, mcp or mock in the bot "
                    "file, or serve the bot from a program that registers a function for it.]");
}

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

Value::Object result_of(const Turn& turn, const Conversation& conversation, bool is_declined) {
  const std::string& session = conversation.session();
  std::string text;
  for (const std::string& line : turn.say) text += (text.empty() ? "" : "\n") + line;
  const Handoff* handoff = handoff_of(turn);
  Value::Object structured{{"status", to_string(turn.status)}, {"session", session}};
  if (is_declined && turn.status == TurnStatus::kDone) structured["status"] = "cancelled";
  if (turn.intent) structured["intent"] = *turn.intent;
  if (turn.status == TurnStatus::kWaiting) add_question(turn, structured);
  if (handoff) structured["reason"] = handoff->reason;
  Value::Array content{text_block(text)};
  if (turn.status == TurnStatus::kWaiting) content.push_back(how_to_answer(session));
  const auto& tool = conversation.tool_without_function();
  if (tool) content.push_back(why_tool_failed(*tool));
  return {{"content", std::move(content)},
          {"structuredContent", std::move(structured)},
          {"isError", tool || (handoff && handoff->reason == "tool_failed")}};
}

Value::Object failure(const std::string& message) {
  return {{"content", Value::Array{text_block(message)}}, {"isError", true}};
}

}  // namespace parley::mcp
