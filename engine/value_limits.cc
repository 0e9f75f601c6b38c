#include "engine/value_limits.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "intents/acts_of.h"

namespace parley::engine {
namespace {

// Approximates the length of the value as JSON.
std::size_t bytes_of(const Value& value) {
  constexpr std::size_t kScalar = 8;
  std::size_t bytes = kScalar;
  if (const std::string* text = value.if_string()) return text->size() + 2;
  if (const Value::Array* items = value.if_array()) {
    for (const Value& item : *items) bytes += bytes_of(item);
  }
  if (const Value::Object* members = value.if_object()) {
    for (const auto& [name, member] : *members) bytes += name.size() + bytes_of(member);
  }
  return bytes;
}

std::size_t longest_text_of(const Value& value) {
  std::size_t longest = 0;
  if (const std::string* text = value.if_string()) return text->size();
  if (const Value::Array* items = value.if_array()) {
    for (const Value& item : *items) longest = std::max(longest, longest_text_of(item));
  }
  if (const Value::Object* members = value.if_object()) {
    for (const auto& [name, member] : *members) longest = std::max({longest, name.size(), longest_text_of(member)});
  }
  return longest;
}

class Check {
 public:
  Check(const Limits& limits, const config::BotDefinition& bot) : limits_(limits), bot_(bot) {}

  void params(const std::string& field, const Value::Object& params) {
    for (const auto& [name, one] : params) value(field, name, one);
  }

  void value(const std::string& field, const std::string& name, const Value& value) {
    total_ += name.size() + bytes_of(value);
    text(field + (is_param(name) ? "." + name : ""), std::max(name.size(), longest_text_of(value)));
  }

  void text(const std::string& field, std::size_t bytes) {
    if (!done_ || bytes <= limits_.max_message_bytes) return;
    done_ = Unexpected(ErrorCode::kMessageTooLong, "a value of '" + field + "' is longer than " +
                                                       std::to_string(limits_.max_message_bytes) +
                                                       " bytes (Limits::max_message_bytes)");
  }

  Result<void> total(const std::string& field) {
    if (!done_ || total_ <= limits_.max_context_bytes) return done_;
    return Unexpected(ErrorCode::kLimitExceeded, "the values of '" + field + "' are together longer than " +
                                                     std::to_string(limits_.max_context_bytes) +
                                                     " bytes (Limits::max_context_bytes)");
  }

  void add(std::size_t bytes) { total_ += bytes; }

 private:
  bool is_param(std::string_view name) const {
    return std::any_of(bot_.intents.begin(), bot_.intents.end(),
                       [&](const config::Intent& intent) { return intent.find_param(name) != nullptr; });
  }

  const Limits& limits_;
  const config::BotDefinition& bot_;
  std::size_t total_ = 0;
  Result<void> done_;
};

// The names in an act, except those of its values.
std::vector<std::string> names_in(const DialogAct& act) {
  if (const auto* inform = std::get_if<acts::Inform>(&act.what)) return {inform->value.intent};
  if (const auto* correct = std::get_if<acts::Correct>(&act.what)) return {correct->param};
  if (const auto* request = std::get_if<acts::Request>(&act.what)) return {request->wanted.candidate.intent};
  if (const auto* ask = std::get_if<acts::Ask>(&act.what)) {
    const auto* entry = std::get_if<acts::Ask::Entry>(&ask->answer);
    return entry ? std::vector<std::string>{entry->intent, entry->param} : std::vector<std::string>();
  }
  const auto* follow_up = std::get_if<acts::FollowUp>(&act.what);
  std::vector<std::string> names = follow_up ? follow_up->named : std::vector<std::string>();
  if (follow_up) names.push_back(follow_up->intent);
  return names;
}

Result<void> check(const NluResult& own, Check& check) {
  const std::string field = "understanding";
  check.params(field + ".params", own.params);
  if (own.intent) check.text(field + ".intent", own.intent->size());
  const auto check_ambiguous = [&](const std::string& where, const std::vector<NluResult::Readings>& ambiguous) {
    for (const auto& readings : ambiguous) {
      for (const auto& [name, value] : readings) check.value(where + ".ambiguous", name, value);
    }
  };
  for (const NluResult::FurtherIntent& further : own.further) {
    check.text(field + ".further.intent", further.intent.size());
    check.add(further.intent.size());
    check.params(field + ".further.params", further.params);
    check_ambiguous(field + ".further", further.ambiguous);
  }
  check_ambiguous(field, own.ambiguous);
  for (const std::string& name : own.change) {
    check.text(field + ".change", name.size());
    check.add(name.size());
  }
  if (const auto* label = std::get_if<std::string>(&own.choose)) check.text(field + ".choose", label->size());
  for (const DialogAct& act : own.acts) {
    visit_values(act, [&](const ParamValue& value) { check.value(field + ".acts", value.param, value.value); });
    for (const std::string& name : names_in(act)) {
      check.text(field + ".acts", name.size());
      check.add(name.size());
    }
  }
  return check.total(field);
}

}  // namespace

Result<void> check_values(const Request& request, const Limits& limits, const config::BotDefinition& bot) {
  Check values(limits, bot);
  if (const auto* own = std::get_if<NluResult>(&request.input)) return check(*own, values);
  if (const auto* write = std::get_if<SessionWrite>(&request.input)) {
    values.params("write.params", write->params);
    return values.total("write.params");
  }
  const auto* result = std::get_if<ToolResult>(&request.input);
  if (!result) return {};
  const Value::Object* said = result->outcome.data.if_object();
  const bool is_rejected = result->outcome.kind == ToolOutcome::Kind::kRejected;
  if (!said || !(is_rejected || result->outcome.offer())) return {};
  const std::string field = is_rejected ? "tool_result.rejected" : "tool_result.offer";
  values.params(field, *said);
  return values.total(field);
}

bool is_too_long(const Value& value, const Limits& limits) { return longest_text_of(value) > limits.max_message_bytes; }

}  // namespace parley::engine
