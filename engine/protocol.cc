// Writes the JSON of parley/protocol.h. memory/codec.h writes the turns, because it also stores them.
//
// Tested by tests/engine/request_test.cc.
#include "parley/protocol.h"

#include "base/hash.h"
#include "memory/codec.h"
#include "parley/act_queries.h"

namespace parley {
namespace {

Value to_value(const Span& span) {
  return Value(Value::Array{static_cast<std::int64_t>(span.begin), static_cast<std::int64_t>(span.end)});
}

Value to_value(const ParamValue& value) {
  Value::Object object{{"param", value.param},
                       {"value", value.value},
                       {"raw", value.raw},
                       {"span", to_value(value.span)},
                       {"valid", value.valid}};
  if (!value.valid) object["rejection"] = value.rejection;
  if (!value.intent.empty()) object["intent"] = value.intent;
  if (value.op == ListOp::kRemove) object["op"] = "remove";
  if (value.op == ListOp::kSet) object["op"] = "set";
  if (value.op == ListOp::kClear) object["op"] = "clear";
  return Value(std::move(object));
}

Value to_value(const std::vector<ParamValue>& values) {
  Value::Array array;
  for (const ParamValue& value : values) array.push_back(to_value(value));
  return Value(std::move(array));
}

Value to_value(const Ambiguous& ambiguous) {
  Value::Array array;
  for (const auto& readings : ambiguous) array.push_back(to_value(readings));
  return Value(std::move(array));
}

Value::Object to_object(const Candidate& candidate) {
  return {{"intent", candidate.intent},       {"rule", candidate.rule},         {"source", candidate.source},
          {"span", to_value(candidate.span)}, {"priority", candidate.priority}, {"confidence", candidate.confidence}};
}

Value to_value(const FollowUp& follow_up) {
  Value::Object object{{"intent", follow_up.intent}, {"params", to_value(follow_up.params)}};
  if (!follow_up.ambiguous.empty()) object["ambiguous"] = to_value(follow_up.ambiguous);
  if (!follow_up.named.empty()) object["named"] = Value(Value::Array(follow_up.named.begin(), follow_up.named.end()));
  if (follow_up.is_about_another) object["is_about_another"] = true;
  if (follow_up.asks) object["asks"] = true;
  return Value(std::move(object));
}

Value to_value(const FurtherIntent& further_intent) {
  Value::Object object = to_object(further_intent.candidate);
  object["params"] = to_value(further_intent.params);
  if (!further_intent.ambiguous.empty()) object["ambiguous"] = to_value(further_intent.ambiguous);
  return Value(std::move(object));
}

Value candidates_of(const acts::Request* request) {
  Value::Array candidates;
  if (!request) return Value(std::move(candidates));
  candidates.push_back(to_object(request->wanted.candidate));
  for (const Candidate& weaker : request->weaker) candidates.push_back(to_object(weaker));
  return Value(std::move(candidates));
}

Value inquiry_of(const acts::Ask& ask, Span span) {
  Value::Object object{{"span", to_value(span)}};
  const auto* entry = std::get_if<acts::Ask::Entry>(&ask.answer);
  if (!entry) return Value(std::move(object));
  object["intent"] = entry->intent;
  if (!entry->param.empty()) object["param"] = entry->param;
  object["answer"] = static_cast<std::int64_t>(entry->index);
  return Value(std::move(object));
}

// Adds to the JSON of a message what its acts say beside the intent that begins now. Members without an entry are
// missing, except `answers`.
class MessageMembers {
 public:
  explicit MessageMembers(Value::Object& object) : object_(object) { object_["answers"] = Value::Array(); }

  void add(const DialogAct& act) {
    if (const ParamValue* answer = answer_in(act)) return add_to("answers", to_value(*answer));
    span_ = act.span;
    std::visit(*this, act.what);
  }

  void operator()(const acts::Inform& inform) {
    if (!inform.value.intent.empty()) return;
    Value::Array readings{to_value(inform.value)};
    for (const ParamValue& other : inform.or_else) readings.push_back(to_value(other));
    add_to("ambiguous_answers", Value(std::move(readings)));
  }
  void operator()(const acts::Request& request) {
    using Role = acts::Request::Role;
    if (request.role == Role::kNext) add_to("further", to_value(request.wanted));
    if (request.role == Role::kDoubtful) add_to("doubtful", to_value(request.wanted));
  }
  void operator()(const acts::FollowUp& follow_up) { object_["follow_up"] = to_value(follow_up); }
  void operator()(const acts::Ask& ask) {
    const auto* passage = std::get_if<Passage>(&ask.answer);
    if (!passage) return add_to("inquiries", inquiry_of(ask, span_));
    object_["passage"] =
        Value::Object{{"title", passage->title}, {"source", passage->source}, {"score", passage->score}};
  }
  template <class Other>
  void operator()(const Other&) {}

 private:
  void add_to(const char* name, Value item) {
    Value& list = object_[name];
    if (!list.if_array()) list = Value::Array();
    list.if_array()->push_back(std::move(item));
  }

  Value::Object& object_;
  Span span_;  // of the act that is added
};

// Adds what an act of each kind says besides its name. Values are in `params` and `answers`, so that they are masked in
// one place.
struct ActDetails {
  Value::Object& object;

  void operator()(const acts::Inform& inform) const {
    object["param"] = inform.value.param;
    if (!inform.value.intent.empty()) object["intent"] = inform.value.intent;
    if (!inform.or_else.empty()) object["or_else"] = static_cast<std::int64_t>(inform.or_else.size());
  }
  void operator()(const acts::Correct& correct) const {
    if (!correct.param.empty()) object["param"] = correct.param;
  }
  void operator()(const acts::Retract& retract) const { object["param"] = retract.value.param; }
  void operator()(const acts::Choose& choose) const {
    object["meaning"] = to_string(choose.meaning);
    object["options"] = Value(Value::Array(choose.options.begin(), choose.options.end()));
  }
  void operator()(const acts::Request& request) const {
    object["intent"] = request.wanted.candidate.intent;
    object["role"] = to_string(request.role);
  }
  void operator()(const acts::Ask& ask) const {
    if (const auto* entry = std::get_if<acts::Ask::Entry>(&ask.answer)) {
      object["intent"] = entry->intent;
      if (!entry->param.empty()) object["param"] = entry->param;
    } else if (const auto* passage = std::get_if<Passage>(&ask.answer)) {
      object["passage"] = passage->source;
    }
  }
  void operator()(const acts::FollowUp& follow_up) const { object["intent"] = follow_up.intent; }
  void operator()(const acts::Command& command) const { object["kind"] = to_string(command.kind); }
  void operator()(const acts::Courtesy& courtesy) const { object["kind"] = to_string(courtesy.kind); }
  void operator()(const acts::Remark& remark) const {
    if (remark.value) object["type"] = remark.value->type;
  }
  template <class Plain>
  void operator()(const Plain&) const {}
};

}  // namespace

Value to_value(const DialogAct& act) {
  Value::Object object{{"act", to_string(act)},
                       {"span", to_value(act.span)},
                       {"confidence", act.confidence},
                       {"source", to_string(act.source.kind)}};
  if (!act.source.rule.empty()) object["rule"] = act.source.rule;
  if (!act.source.place.empty()) object["place"] = act.source.place;
  std::visit(ActDetails{object}, act.what);
  return Value(std::move(object));
}

Value to_value(const Turn& turn) { return memory::turn_to_value(turn); }
Value to_value(const Step& step) { return memory::step_to_value(step); }
std::string to_json(const Turn& turn) { return to_value(turn).to_json(); }

std::string to_json(const Error& error) {
  Value::Object body{{"code", to_string(error.code)}, {"message", error.message}};
  if (!error.diagnostics.empty()) {
    Value::Array diagnostics;
    for (const Diagnostic& diagnostic : error.diagnostics) diagnostics.push_back(to_value(diagnostic));
    body["diagnostics"] = Value(std::move(diagnostics));
  }
  return Value(Value::Object{{"error", Value(std::move(body))}}).to_json();
}

Value to_value(const Understanding& understanding) {
  const std::vector<DialogAct>& acts = understanding.acts;
  const acts::Request* request = find_request(acts);
  Value::Object object{{"act", to_string(main_act(acts))},
                       {"intent", request ? Value(request->wanted.candidate.intent) : Value()},
                       {"candidates", candidates_of(request)},
                       {"params", request ? to_value(request->wanted.params) : Value(Value::Array())}};
  if (request && !request->wanted.ambiguous.empty()) object["ambiguous"] = to_value(request->wanted.ambiguous);
  MessageMembers members(object);
  for (const DialogAct& act : acts) members.add(act);
  return Value(std::move(object));
}

Value to_value(const Explanation& explanation) {
  Value::Array verdicts;
  for (const Verdict& verdict : explanation.verdicts) {
    verdicts.push_back(
        Value::Object{{"intent", verdict.intent}, {"matched", verdict.matched}, {"reason", verdict.reason}});
  }
  Value value = to_value(explanation.understanding);
  Value::Object& object = *value.if_object();
  Value::Array dialog_acts;
  for (const DialogAct& act : explanation.understanding.acts) dialog_acts.push_back(to_value(act));
  object["acts"] = Value(std::move(dialog_acts));
  object["verdicts"] = Value(std::move(verdicts));
  object["notes"] = Value(Value::Array(explanation.notes.begin(), explanation.notes.end()));
  object["why"] = Value(Value::Array(explanation.why.begin(), explanation.why.end()));
  Value::Array runners_up;
  for (const RunnerUp& one : explanation.runners_up) {
    runners_up.push_back(Value::Object{{"intent", one.intent}, {"confidence", one.confidence}, {"lacked", one.lacked}});
  }
  object["runners_up"] = Value(std::move(runners_up));
  if (explanation.next) {
    Value::Array next_acts;
    for (const DialogAct& act : explanation.next->acts) next_acts.push_back(to_value(act));
    object["next_reading"] =
        Value(Value::Object{{"acts", Value(std::move(next_acts))}, {"decided_by", explanation.next->decided_by}});
  }
  return value;
}

Value to_value(const Diagnostic& diagnostic) {
  return Value(Value::Object{{"severity", diagnostic.severity == Severity::kError ? "error" : "warning"},
                             {"code", diagnostic.code},
                             {"file", diagnostic.file},
                             {"line", diagnostic.line},
                             {"column", diagnostic.column},
                             {"word", diagnostic.word},
                             {"message", diagnostic.message},
                             {"hint", diagnostic.hint}});
}

std::string turn_hash(const Turn& turn) {
  Value value = to_value(turn);
  Value::Object& object = *value.if_object();
  for (const char* name : {"session", "id", "seq", "continuation_id", "duplicate", "explain"}) object.erase(name);
  for (Value& step : *object.at("steps").if_array()) {
    Value::Object* call = step.if_object();
    const auto member = call->find("tool_call");
    if (member != call->end()) member->second.if_object()->erase("idempotency_key");
  }
  return base::fingerprint(value.to_json());
}

}  // namespace parley
