#include "tests/reading_corpus/reading_json.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/request_acts.h"

namespace parley::corpus {
namespace {

bool is_empty(const Value& value) {
  const bool* flag = value.if_bool();
  const std::string* text = value.if_string();
  const Value::Array* items = value.if_array();
  const Value::Object* members = value.if_object();
  return value.is_null() || (flag && !*flag) || (text && text->empty()) || (items && items->empty()) ||
         (members && members->empty());
}

// Adds a member whose default is false, 0 or empty.
void add(Value::Object& out, const char* name, Value value) {
  if (!is_empty(value)) out[name] = std::move(value);
}

void add_number(Value::Object& out, const char* name, std::int64_t number) {
  if (number != 0) out[name] = number;
}

double rounded(double estimate) {
  constexpr double kDigits = 1e4;
  return std::round(estimate * kDigits) / kDigits;
}

const char* op_name(ListOp op) {
  static constexpr const char* kNames[] = {"add", "remove", "clear", "set"};
  return kNames[static_cast<int>(op)];
}

Value json(const std::string& text) { return text; }
Value json(int number) { return number; }
Value json(const std::pair<std::string, std::string>& pair) { return Value::Array{pair.first, pair.second}; }
Value json(const std::pair<std::string, Value>& pair) { return Value::Array{pair.first, pair.second}; }

Value json(const Span& span) {
  const auto& [begin, end] = span;
  return Value::Array{static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
}

Value json(const ParamValue& found);
Value json(const UntakenValue& untaken);
Value json(const Candidate& candidate);
Value json(const FurtherIntent& further);
Value json(const DialogAct& act);
Value json(const NluResult::FurtherIntent& further);

template <class T>
Value json(const std::vector<T>& items) {
  Value::Array array;
  for (const T& item : items) array.push_back(json(item));
  return array;
}

Value json(const ParamValue& found) {
  const auto& [param, value, raw, span, valid, rejection, whole_message, misspelt, op, intent] = found;
  Value::Object out{{"param", param}, {"value", value}, {"span", json(span)}};
  add(out, "raw", raw);
  if (!valid) out["valid"] = false;
  add(out, "rejection", rejection);
  add(out, "whole_message", whole_message);
  add(out, "misspelt", misspelt);
  if (op != ListOp::kAdd) out["op"] = op_name(op);
  add(out, "intent", intent);
  return out;
}

Value json(const UntakenValue& untaken) {
  const auto& [type, value, span] = untaken;
  return Value::Object{{"type", type}, {"value", value}, {"span", json(span)}};
}

Value json(const Candidate& candidate) {
  const auto& [intent, rule, source, span, priority, confidence] = candidate;
  Value::Object out{{"intent", intent}, {"span", json(span)}};
  add(out, "rule", rule);
  add(out, "source", source);
  add_number(out, "priority", priority);
  if (confidence != 1) out["confidence"] = rounded(confidence);
  return out;
}

Value json(const FurtherIntent& further) {
  const auto& [candidate, params, ambiguous, others] = further;
  Value::Object out{{"candidate", json(candidate)}};
  add(out, "params", json(params));
  add(out, "ambiguous", json(ambiguous));
  add(out, "others", json(others));
  return out;
}

Value json(const Passage& passage) {
  const auto& [title, text, source, score] = passage;
  return Value::Object{{"title", title}, {"text", text}, {"source", source}, {"score", rounded(score)}};
}

Value json(const FollowUp& follow_up) {
  const auto& [intent, params, ambiguous, named, others, corrects, is_about_another, asks] = follow_up;
  Value::Object out{{"intent", intent}};
  add(out, "params", json(params));
  add(out, "ambiguous", json(ambiguous));
  add(out, "named", json(named));
  add(out, "others", json(others));
  add(out, "corrects", corrects);
  add(out, "is_about_another", is_about_another);
  add(out, "asks", asks);
  return out;
}

// The members of an act beside its kind, span, confidence and source.
class ActMembers {
 public:
  explicit ActMembers(Value::Object& out) : out_(out) {}

  void operator()(const acts::Affirm&) const {}
  void operator()(const acts::Deny&) const {}
  void operator()(const acts::Closing&) const {}
  void operator()(const acts::Inform& inform) const {
    const auto& [value, or_else] = inform;
    out_["value"] = json(value);
    add(out_, "or_else", json(or_else));
  }
  void operator()(const acts::Correct& correct) const {
    const auto& [param, value, by_words] = correct;
    add(out_, "param", param);
    if (value) out_["value"] = json(*value);
    add(out_, "by_words", by_words);
  }
  void operator()(const acts::Retract& retract) const {
    const auto& [value] = retract;
    out_["value"] = json(value);
  }
  void operator()(const acts::Choose& choose) const {
    const auto& [meaning, options] = choose;
    out_["meaning"] = to_string(meaning);
    add(out_, "options", json(options));
  }
  void operator()(const acts::Request& request) const {
    const auto& [role, wanted, weaker] = request;
    out_["role"] = to_string(role);
    out_["wanted"] = json(wanted);
    add(out_, "weaker", json(weaker));
  }
  void operator()(const acts::Ask& ask) const {
    const auto& [answer, may_decide] = ask;
    add(out_, "may_decide", may_decide);
    if (const auto* passage = std::get_if<Passage>(&answer)) out_["passage"] = json(*passage);
    const auto* entry = std::get_if<acts::Ask::Entry>(&answer);
    if (!entry) return;
    const auto& [intent, param, index] = *entry;
    out_["answer"] = Value::Array{intent, param, static_cast<std::int64_t>(index)};
  }
  void operator()(const acts::FollowUp& follow_up) const { out_["follow_up"] = json(follow_up); }
  void operator()(const acts::Command& command) const { out_["command"] = to_string(command.kind); }
  void operator()(const acts::Courtesy& courtesy) const { out_["courtesy"] = to_string(courtesy.kind); }
  void operator()(const acts::Remark& remark) const {
    const auto& [value] = remark;
    if (value) out_["value"] = json(*value);
  }

 private:
  Value::Object& out_;
};

Value json(const DialogAct& act) {
  const auto& [what, span, confidence, source] = act;
  const auto& [from, rule, place] = source;
  Value::Object out{{"act", to_string(act)}, {"from", to_string(from)}};
  if (span.end > 0) out["span"] = json(span);
  if (confidence != 1) out["confidence"] = rounded(confidence);
  add(out, "rule", rule);
  add(out, "place", place);
  std::visit(ActMembers(out), what);
  return out;
}

Value json(const NluResult::FurtherIntent& further) {
  const auto& [intent, params, ambiguous] = further;
  Value::Object out{{"intent", intent}};
  add(out, "params", params);
  add(out, "ambiguous", json(ambiguous));
  return out;
}

}  // namespace

Value json_of(const NluContext& nlu_context) {
  const auto& [intent, waiting_for_param, confirming, changing, choices, lists_options, interrupted, filled, values,
               offered, done, done_params, has_values_in_mind, filled_last, context, now, session, max_bytes] =
      nlu_context;
  Value::Object out;
  add(out, "intent", intent);
  add(out, "waiting_for_param", waiting_for_param);
  add(out, "confirming", confirming);
  add(out, "changing", changing);
  add(out, "choices", json(choices));
  add(out, "lists_options", lists_options);
  add(out, "interrupted", json(interrupted));
  add(out, "filled", json(filled));
  add(out, "values", values);
  add(out, "offered", json(offered));
  add(out, "done", done);
  add(out, "done_params", json(done_params));
  add(out, "has_values_in_mind", has_values_in_mind);
  add(out, "filled_last", filled_last);
  add(out, "context", context);
  add_number(out, "now", now);
  add(out, "session", session);
  return out;
}

// Without `mentioned`, which changes no turn.
Value json_of(const Understanding& understanding) {
  const auto& [said_acts, mentioned, untaken, said, asks_once, refers_back] = understanding;
  Value::Object out;
  add(out, "acts", json(said_acts));
  add(out, "untaken", json(untaken));
  add(out, "said", said);
  add(out, "asks_once", asks_once);
  add(out, "refers_back", refers_back);
  return out;
}

Value json_of(const NluResult& nlu) {
  const auto& [intent, params, act, further, change, choose, ambiguous, acts] = nlu;
  Value::Object out;
  if (intent) out["intent"] = *intent;
  add(out, "params", params);
  if (act != Act::kInform) out["act"] = to_string(act);
  add(out, "further", json(further));
  add(out, "change", json(change));
  if (const auto* number = std::get_if<std::int64_t>(&choose)) out["choose"] = *number;
  if (const auto* label = std::get_if<std::string>(&choose)) out["choose"] = *label;
  add(out, "ambiguous", json(ambiguous));
  Value::Array given;
  for (const DialogAct& one : acts) given.push_back(engine::given_act(one));
  add(out, "acts", Value(std::move(given)));
  return out;
}

}  // namespace parley::corpus
