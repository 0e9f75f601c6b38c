#include "server/compat/ag_ui_events.h"

#include <utility>

#include "server/compat/chat.h"
#include "server/sse.h"

namespace parley::server {
namespace {

constexpr const char* kAgUiVersion = "1.0";

std::string ag_ui_event(const char* type, Value::Object members) {
  members["type"] = type;
  return data_text(Value(std::move(members)).to_json());
}

std::string text_events(const AgUiRun& run, const std::vector<std::string>& texts) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string id = run.run + ":" + std::to_string(i + 1);
    out += ag_ui_event("TEXT_MESSAGE_START", {{"messageId", id}, {"role", "assistant"}});
    out += ag_ui_event("TEXT_MESSAGE_CONTENT", {{"messageId", id}, {"delta", texts[i]}});
    out += ag_ui_event("TEXT_MESSAGE_END", {{"messageId", id}});
  }
  return out;
}

std::string call_events(const ToolCall& call) {
  return ag_ui_event("TOOL_CALL_START", {{"toolCallId", call.call_id}, {"toolCallName", call.name}}) +
         ag_ui_event("TOOL_CALL_ARGS", {{"toolCallId", call.call_id}, {"delta", Value(call.args).to_json()}}) +
         ag_ui_event("TOOL_CALL_END", {{"toolCallId", call.call_id}});
}

Value state_snapshot(const Turn& turn) {
  Value::Object state{{"status", to_string(turn.status)},
                      {"intent", turn.intent ? Value(*turn.intent) : Value()},
                      {"params", turn.params},
                      {"waiting_for_param", turn.waiting_for_param ? Value(*turn.waiting_for_param) : Value()},
                      {"handed_off", turn.handed_off}};
  return Value(std::move(state));
}

// The schema of an answer. The options are suggestions: the user may also answer in other words.
Value response_schema(const OpenQuestion& question) {
  if (question.options.empty()) return Value::Object{{"type", "string"}};
  return Value::Object{{"type", "string"}, {"enum", Value::Array(question.options.begin(), question.options.end())}};
}

Value interrupt_of(const Turn& turn, const OpenQuestion& question) {
  Value::Object interrupt{{"id", interrupt_id(turn.seq)},
                          {"reason", question.is_confirmation ? "confirmation" : "input_required"},
                          {"message", question.prompt},
                          {"responseSchema", response_schema(question)}};
  if (!question.param.empty()) interrupt["metadata"] = Value::Object{{"param", question.param}};
  return Value(std::move(interrupt));
}

Value outcome_of(const Turn& turn) {
  if (const auto question = open_question(turn)) {
    return Value::Object{{"type", "interrupt"}, {"interrupts", Value::Array{interrupt_of(turn, *question)}}};
  }
  Value::Object success{{"type", "success"}};
  if (const ToolCall* call = awaited_call(turn)) success["pendingToolCallIds"] = Value::Array{call->call_id};
  return Value(std::move(success));
}

}  // namespace

std::string interrupt_id(std::int64_t seq) { return "question-" + std::to_string(seq); }

std::string run_started(const AgUiRun& run) {
  return ag_ui_event("RUN_STARTED", {{"threadId", run.thread}, {"runId", run.run}, {"protocolVersion", kAgUiVersion}});
}

std::string run_failed(const Error& error) {
  return ag_ui_event("RUN_ERROR", {{"message", error.message}, {"code", to_string(error.code)}});
}

std::string turn_events(const AgUiRun& run, const Turn& turn) {
  const ToolCall* call = awaited_call(turn);
  return ag_ui_event("STATE_SNAPSHOT", {{"snapshot", state_snapshot(turn)}}) + text_events(run, turn.say) +
         (call ? call_events(*call) : std::string()) +
         ag_ui_event("RUN_FINISHED", {{"threadId", run.thread}, {"runId", run.run}, {"outcome", outcome_of(turn)}});
}

}  // namespace parley::server
