#include "planner/param_filling.h"

#include "planner/param_sources.h"
#include "planner/param_validation.h"
#include "planner/value_checks.h"

namespace parley::planner {
namespace {

// Returns why a value is not accepted; null if it is accepted.
const char* refusal_of(const TransitionBuilder& builder, const config::Param& param, const ParamValue& value) {
  if (!value.valid) return "invalid";
  if (value.whole_message) return "any text";
  return applies(builder, param) ? nullptr : "its condition does not hold";
}

// A corrected amount without a currency keeps the currency: "$60", then "no, just 30".
Value with_currency(Value value, const Value& former) {
  constexpr const char* kCurrency = "currency";
  Value::Object* amount = value.if_object();
  const Value* own = amount ? value.find(kCurrency) : nullptr;
  const Value* kept = former.find(kCurrency);
  if (own && own->is_null() && kept) amount->insert_or_assign(kCurrency, *kept);
  return value;
}

bool fill_interrupted(TransitionBuilder& builder, const ParamValue& value) {
  auto& frames = builder.state.frames;
  for (std::size_t below = frames.size() - 1; below-- > 0;) {
    Frame& frame = frames[below];
    if (frame.intent != value.intent) continue;
    const config::Intent& intent = *builder.bot.find_intent(value.intent);
    const config::Param* param = intent.find_param(value.param);
    if (!param || param->list || frame.params.count(value.param) != 0) continue;
    const FilledParam filled{value.value, builder.context.turn};
    frame.params.insert_or_assign(value.param, filled);
    frame.attempts.params.erase(value.param);
    drop_checks(intent, frame, value.param);
    if (param->session_scope) builder.state.params.insert_or_assign(value.param, filled);
    return true;
  }
  return false;
}

Attempts only_rejected(const Attempts& failed) {
  Attempts left;
  left.rejected = failed.rejected;
  return left;
}

}  // namespace

bool changes_param(const TransitionBuilder& builder, const config::Param& param, const ParamValue& value) {
  if (!value.valid || !applies(builder, param)) return false;
  const FilledParams& params = builder.top().params;
  const auto filled = params.find(param.id.value);
  if (!param.list)
    return filled == params.end() || filled->second.value != with_currency(value.value, filled->second.value);
  const Value::Array* before = filled == params.end() ? nullptr : filled->second.value.if_array();
  const Value::Array now = before ? *before : Value::Array{};
  return changed_list(now, value) != now;
}

bool fill_params(TransitionBuilder& builder, const std::vector<ParamValue>& values, std::string_view except) {
  bool changed = false;
  for (const ParamValue& value : values) {
    const config::Param* param = builder.intent().find_param(value.param);
    if (!param || value.param == except) continue;
    if (const char* refusal = refusal_of(builder, *param, value)) {
      builder.note(Rule::kValueNotTaken, value.param, refusal);
      continue;
    }
    const bool is_new = param->list ? change_list(builder, *param, value) : fill_param(builder, *param, value.value);
    if (!is_new) builder.note(Rule::kValueNotTaken, value.param, "it has this value");
    changed |= is_new;
  }
  return changed;
}

void fill_asked_param(TransitionBuilder& builder, const std::vector<ParamValue>& values, const config::Param& asked) {
  for (const ParamValue& value : values) {
    if (value.param != asked.id.value || !value.valid) continue;
    if (!asked.list) {
      fill_param(builder, asked, value.value);
      return;
    }
    change_list(builder, asked, value);
  }
}

bool fill_param(TransitionBuilder& builder, const config::Param& param, const Value& given) {
  const std::string& name = param.id.value;
  Frame& frame = builder.top();
  reset_attempts(builder, name);
  if (frame.changing == name) frame.changing.clear();
  const auto filled = frame.params.find(name);
  const Value value = filled == frame.params.end() ? given : with_currency(given, filled->second.value);
  if (filled != frame.params.end()) {
    if (filled->second.value == value) return false;
    builder.note(Rule::kCorrected, name);
    keep_accepted_value(builder, name, filled->second);
    frame.confirmed = false;
    frame.step.reset();  // the intent runs its steps from the beginning
  } else if (frame.runs.empty()) {
    frame.confirmed = false;
  }
  FilledParam now{value, builder.context.turn};
  if (param.session_scope) builder.state.params.insert_or_assign(name, now);
  frame.params.insert_or_assign(name, std::move(now));
  drop_checks(builder, name);
  std::erase(frame.skipped, name);
  return true;
}

bool change_list(TransitionBuilder& builder, const config::Param& param, const ParamValue& change) {
  const FilledParams& params = builder.top().params;
  const auto filled = params.find(param.id.value);
  const Value::Array* before = filled == params.end() ? nullptr : filled->second.value.if_array();
  const bool had_items = before && !before->empty();
  Value::Array items = changed_list(before ? *before : Value::Array{}, change);
  if (!items.empty()) return fill_param(builder, param, Value(std::move(items)));
  if (!had_items) return false;
  builder.note(Rule::kListCleared, param.id.value);
  clear_param(builder, param);
  return true;
}

void clear_param(TransitionBuilder& builder, const config::Param& param) {
  const std::string& name = param.id.value;
  builder.top().params.erase(name);
  drop_checks(builder, name);
  if (param.session_scope) builder.state.params.erase(name);
  builder.top().confirmed = false;
}

bool fill_interrupted(TransitionBuilder& builder, const std::vector<ParamValue>& values) {
  bool filled = false;
  for (const ParamValue& value : values) {
    if (value.valid && !value.whole_message) filled |= fill_interrupted(builder, value);
  }
  return filled;
}

bool request_change(TransitionBuilder& builder, const std::vector<std::string>& named) {
  for (const std::string& name : named) {
    const config::Param* param = builder.intent().find_param(name);
    if (!param || param->ask.empty() || builder.top().params.count(name) == 0) continue;
    builder.note(Rule::kChangeRequested, name);
    builder.top().changing = name;
    reset_attempts(builder, name);
    return true;
  }
  return false;
}

void say_rejections(TransitionBuilder& builder, const std::vector<ParamValue>& values) {
  for (const ParamValue& value : values) {
    if (value.valid || !builder.intent().find_param(value.param)) continue;
    builder.note(Rule::kInvalid, value.param);
    builder.say(value.rejection);
  }
}

void reset_attempts(TransitionBuilder& builder, const std::string& param) {
  auto& all = builder.top().attempts.params;
  const auto failed = all.find(param);
  if (failed == all.end()) return;
  failed->second = only_rejected(failed->second);
  if (failed->second.rejected == 0) all.erase(failed);
}

void reset_confirmation_attempts(TransitionBuilder& builder) {
  std::optional<Attempts>& failed = builder.top().attempts.confirmation;
  if (!failed) return;
  *failed = only_rejected(*failed);
  if (failed->rejected == 0) failed.reset();
}

}  // namespace parley::planner
