#include "tests/reading_corpus/reading_json.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

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
Value json(const Inquiry& inquiry);
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

Value json(const Inquiry& inquiry) {
  const auto& [span, intent, param, answer] = inquiry;
  Value::Object out{{"span", json(span)}};
  add(out, "intent", intent);
  add(out, "param", param);
  if (!intent.empty()) out["answer"] = static_cast<std::int64_t>(answer);
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

Value json_of(const Understanding& understanding) {
  const auto& [act, says_goodbye, candidates, params, ambiguous, others, answers, ambiguous_answers, elsewhere, further,
               doubtful, several, possible, refuses_options, follow_up, inquiries, passage, mentioned, untaken, said,
               takers, refers_back, asks_if_there, has_remark, corrects, asks_once, named, choice] = understanding;
  Value::Object out;
  if (act != Act::kInform) out["act"] = to_string(act);
  add(out, "says_goodbye", says_goodbye);
  add(out, "candidates", json(candidates));
  add(out, "params", json(params));
  add(out, "ambiguous", json(ambiguous));
  add(out, "others", json(others));
  add(out, "answers", json(answers));
  add(out, "ambiguous_answers", json(ambiguous_answers));
  add(out, "elsewhere", json(elsewhere));
  add(out, "further", json(further));
  add(out, "doubtful", json(doubtful));
  add(out, "several", json(several));
  add(out, "possible", json(possible));
  add(out, "refuses_options", refuses_options);
  if (follow_up) out["follow_up"] = json(*follow_up);
  add(out, "inquiries", json(inquiries));
  if (passage) out["passage"] = json(*passage);
  add(out, "mentioned", json(mentioned));
  add(out, "untaken", json(untaken));
  add(out, "said", said);
  add(out, "takers", json(takers));
  add(out, "refers_back", refers_back);
  add(out, "asks_if_there", asks_if_there);
  add(out, "has_remark", has_remark);
  add(out, "corrects", corrects);
  add(out, "asks_once", asks_once);
  add(out, "named", json(named));
  if (choice) out["choice"] = *choice;
  return out;
}

Value json_of(const NluResult& nlu) {
  const auto& [intent, params, act, further, change, choose, ambiguous] = nlu;
  Value::Object out;
  if (intent) out["intent"] = *intent;
  add(out, "params", params);
  if (act != Act::kInform) out["act"] = to_string(act);
  add(out, "further", json(further));
  add(out, "change", json(change));
  if (const auto* number = std::get_if<std::int64_t>(&choose)) out["choose"] = *number;
  if (const auto* label = std::get_if<std::string>(&choose)) out["choose"] = *label;
  add(out, "ambiguous", json(ambiguous));
  return out;
}

}  // namespace parley::corpus
