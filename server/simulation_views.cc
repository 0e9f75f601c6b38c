// Tested by tests/server/simulations_test.
#include "server/simulation_views.h"

#include <variant>

#include "parley/protocol.h"
#include "server/call.h"
#include "server/masked_spans.h"
#include "server/problem.h"

namespace parley::server {
namespace {

Value view_of(const ToolResult& result) {
  const ToolOutcome& outcome = result.outcome;
  Value::Object out{{"call_id", result.call_id}, {"ok", outcome.kind == ToolOutcome::Kind::kOk}};
  if (outcome.kind == ToolOutcome::Kind::kOk) out["data"] = outcome.data;
  if (outcome.kind == ToolOutcome::Kind::kRejected) out["rejected"] = outcome.data;
  if (!outcome.error.empty()) out["error"] = outcome.error;
  return Value(std::move(out));
}

Value view_of(const NluResult& nlu) {
  return Value::Object{
      {"intent", nlu.intent ? Value(*nlu.intent) : Value()}, {"params", nlu.params}, {"act", to_string(nlu.act)}};
}

Value view_of(const SessionWrite& write) {
  Value::Array messages;
  for (const SessionWrite::Text& one : write.messages) {
    messages.push_back(Value::Object{{"role", to_string(one.role)}, {"text", one.text}});
  }
  return Value::Object{{"messages", std::move(messages)}, {"params", write.params}};
}

struct PutInput {
  Value::Object& out;
  void operator()(const std::string& text) const { out["text"] = text; }
  void operator()(const NluResult& nlu) const { out["understanding"] = view_of(nlu); }
  void operator()(const ToolResult& result) const { out["tool_result"] = view_of(result); }
  void operator()(const SessionEvent& event) const { out["event"] = to_string(event); }
  void operator()(const SessionWrite& write) const { out["write"] = view_of(write); }
};

void put_sentences(Value::Array& out, const Value* texts, const char* kind) {
  const Value::Array* items = texts ? texts->if_array() : nullptr;
  for (const Value& item : items ? *items : Value::Array()) {
    out.push_back(Value::Object{{"text", item.to_text()}, {"kind", kind}});
  }
}

// "The intent cancel_order needs ..." for an intent that was almost chosen.
void put_runners_up(Value::Array& out, const Value* runners_up) {
  const Value::Array* items = runners_up ? runners_up->if_array() : nullptr;
  for (const Value& item : items ? *items : Value::Array()) {
    const Value* intent = item.find("intent");
    const Value* lacked = item.find("lacked");
    if (!intent || !lacked) continue;
    out.push_back(Value::Object{{"text", "Not " + intent->to_text() + ": " + lacked->to_text()}, {"kind", "why_not"}});
  }
}

}  // namespace

Value view_of(const SimulationInput& input) {
  Value::Object out;
  if (input.advance.count() != 0) out["advance"] = static_cast<double>(input.advance.count()) / 1000;
  if (const auto* request = std::get_if<Request>(&input.action)) std::visit(PutInput{out}, request->input);
  if (std::holds_alternative<SimulationInput::Redeliver>(input.action)) out["redeliver"] = true;
  if (std::holds_alternative<SimulationInput::Restart>(input.action)) out["restart"] = true;
  return Value(std::move(out));
}

Value sentences_of_turn(const Turn& turn) {
  Value::Array out;
  put_sentences(out, turn.explain.at_path("understanding.why"), "why");
  for (const std::string& sentence : sentences_of(turn.trace)) {
    out.push_back(Value::Object{{"text", sentence}, {"kind", "decision"}});
  }
  put_runners_up(out, turn.explain.at_path("understanding.runners_up"));
  return Value(std::move(out));
}

Value view_of(const SimulationStep& step) {
  Value::Array changes;
  for (const ValueChange& change : step.changes) {
    changes.push_back(Value::Object{{"path", change.path}, {"before", change.before}, {"after", change.after}});
  }
  Value::Object out{{"n", step.number},
                    {"input", view_of(step.input)},
                    {"turn", step.turn ? to_value(*step.turn) : Value()},
                    {"now", iso_time(step.now)},
                    {"state", to_value(step.state)},
                    {"why", step.turn ? sentences_of_turn(*step.turn) : Value(Value::Array())},
                    {"changes", std::move(changes)}};
  if (step.error) out["error"] = problem_of(*step.error).to_value();
  return Value(std::move(out));
}

Value view_of(const Simulation& simulation, const std::string& id) {
  Value::Array steps;
  for (const SimulationStep& step : simulation.steps()) steps.push_back(view_of(step));
  return Value::Object{{"id", id},
                       {"bot", simulation.catalog()->id()},
                       {"now", iso_time(simulation.now())},
                       {"tools", simulation.options().answer_mocks ? "hand" : "mock"},
                       {"steps", std::move(steps)},
                       {"state", to_value(simulation.state())}};
}

Value masked_step(const Value& view, const Mask& mask) {
  if (!mask) return view;
  const Value* message = view.at_path("input.text");
  Value out = with_masked_spans(view, message ? message->to_text() : "", mask);
  for (auto& [name, member] : *out.if_object()) {
    if (name != "n" && name != "now") member = masked(member, mask);
  }
  return out;
}

Value masked_simulation(const Value& view, const Mask& mask) {
  if (!mask) return view;
  Value out = view;
  Value::Object& members = *out.if_object();
  for (Value& step : *members["steps"].if_array()) step = masked_step(step, mask);
  members["state"] = masked(members["state"], mask);
  return out;
}

Value view_of(const TurnDifference& difference) {
  Value::Array fields;
  for (const FieldDifference& field : difference.fields) {
    fields.push_back(Value::Object{{"field", field.field}, {"before", field.before}, {"after", field.after}});
  }
  return Value::Object{{"session", difference.session}, {"seq", difference.seq}, {"fields", std::move(fields)}};
}

}  // namespace parley::server
