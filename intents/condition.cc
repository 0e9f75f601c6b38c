#include "intents/condition.h"

#include <algorithm>
#include <compare>
#include <memory>

#include "base/time.h"
#include "config/http_tool.h"
#include "config/visitors.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

using config::Condition;
using ConditionKind = Condition::Kind;
using ConditionOp = Condition::Op;

const Value& amount_of_money(const Value& value) {
  const Value* amount = value.find("currency") ? value.find("amount") : nullptr;
  return amount ? *amount : value;
}

std::partial_ordering compare(const Value& left, const Value& right) {
  const Value& a = amount_of_money(left);
  const Value& b = amount_of_money(right);
  if (a.if_int() && b.if_int()) return *a.if_int() <=> *b.if_int();
  double x = 0;
  double y = 0;
  if (a.get_number(x) && b.get_number(y)) return x <=> y;
  if (a.if_string() && b.if_string()) return *a.if_string() <=> *b.if_string();
  return a == b ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
}

bool is_one_of(const Value& value, const Value::Array& allowed) {
  return std::any_of(allowed.begin(), allowed.end(), [&](const Value& one) { return std::is_eq(compare(value, one)); });
}

bool matches(const Value& value, const Condition::TextTest& occurs_in) {
  return !value.if_array() && !value.if_object() && !value.is_null() && occurs_in(value.to_text());
}

// Returns the operand "today" or "now" in the form of a value, which is a day, a point in time or a time of day. Empty:
// a time of day cannot be compared with a day.
std::string bound_for(std::string_view value, std::string_view operand, std::string_view moment) {
  constexpr TimeMs kDay = 86'400'000;
  constexpr std::size_t kDate = 10, kMinute = 16;  // lengths of "2026-03-02" and "2026-03-02T09:00"
  const bool is_time = value.size() > 2 && value[2] == ':';
  if (operand == "now") return std::string(is_time ? moment.substr(kDate + 1) : moment.substr(0, kMinute));
  const auto now = base::parse_iso8601(moment);
  if (is_time || !now) return {};
  const int days = operand == "tomorrow" ? 1 : operand == "yesterday" ? -1 : 0;
  return base::format_iso8601(*now + days * kDay).substr(0, kDate);
}

// Compares a day or a time with the clock, by the smaller of the two units. A range must begin late enough and end
// early enough.
bool compares_with_clock(const Condition& condition, const Value& value, std::string_view moment) {
  if (moment.empty()) return true;
  const bool is_lower = condition.op == ConditionOp::kGt || condition.op == ConditionOp::kGe;
  const Value* side = value.if_object() ? value.find(is_lower ? "from" : "to") : &value;
  const std::string* text = side ? side->if_string() : nullptr;
  if (!text) return false;
  const std::string bound = bound_for(*text, *condition.operand.if_string(), moment);
  const std::size_t length = std::min(bound.size(), text->size());
  if (length == 0) return false;
  const auto order = std::string_view(*text).substr(0, length) <=> std::string_view(bound).substr(0, length);
  switch (condition.op) {
    case ConditionOp::kGt: return order > 0;
    case ConditionOp::kGe: return order >= 0;
    case ConditionOp::kLt: return order < 0;
    default: return order <= 0;
  }
}

// Null counts as no value: "equal to null" means that there is no value.
bool holds_without_value(const Condition& condition) {
  const Value& operand = condition.operand;
  switch (condition.op) {
    case ConditionOp::kExists: return !*operand.if_bool();
    case ConditionOp::kEq: return operand.is_null();
    case ConditionOp::kNe: return !operand.is_null();
    case ConditionOp::kIn: {
      const Value::Array& allowed = *operand.if_array();
      return std::any_of(allowed.begin(), allowed.end(), [](const Value& one) { return one.is_null(); });
    }
    default: return false;
  }
}

bool compares(const Condition& condition, const Value* value, std::string_view moment) {
  if (!value || value->is_null()) return holds_without_value(condition);
  if (condition.is_relative) return compares_with_clock(condition, *value, moment);
  if (condition.op == ConditionOp::kExists) return *condition.operand.if_bool();
  if (condition.op == ConditionOp::kIn) return is_one_of(*value, *condition.operand.if_array());
  if (condition.op == ConditionOp::kMatches) return condition.occurs_in && matches(*value, condition.occurs_in);
  const std::partial_ordering order = compare(*value, condition.operand);
  switch (condition.op) {
    case ConditionOp::kEq: return std::is_eq(order);
    case ConditionOp::kNe: return !std::is_eq(order);
    case ConditionOp::kGt: return std::is_gt(order);
    case ConditionOp::kGe: return std::is_gteq(order);
    case ConditionOp::kLt: return std::is_lt(order);
    case ConditionOp::kLe: return std::is_lteq(order);
    default: return false;
  }
}

std::string unmet_requirement(const Condition& condition) {
  const std::string operand = condition.operand.to_json();
  switch (condition.op) {
    case ConditionOp::kEq: return "is not " + operand;
    case ConditionOp::kNe: return "is " + operand;
    case ConditionOp::kGt: return "is not greater than " + operand;
    case ConditionOp::kGe: return "is not at least " + operand;
    case ConditionOp::kLt: return "is not less than " + operand;
    case ConditionOp::kLe: return "is not at most " + operand;
    case ConditionOp::kIn: return "is not one of " + operand;
    case ConditionOp::kExists: return *condition.operand.if_bool() ? "is missing" : "has a value";
    case ConditionOp::kMatches: return "does not match " + operand;
  }
  return {};
}

void compile(Condition& condition, config::Diagnostics& findings) {
  for (Condition& child : condition.children) compile(child, findings);
  if (condition.kind != ConditionKind::kCompare || condition.op != ConditionOp::kMatches ||
      !condition.operand.if_string())
    return;
  const config::Text regex{*condition.operand.if_string(), condition.operand_mark};
  if (auto pattern = compile_pattern(regex, findings, MatchingNothing::kAllowed)) {
    condition.occurs_in = [shared = std::make_shared<const Pattern>(std::move(*pattern))](std::string_view text) {
      return shared->occurs_in(text);
    };
  }
}

}  // namespace

void compile_conditions(config::BotDefinition& bot, config::Diagnostics& findings) {
  const auto compile_step = [&](config::StepDefinition& step) {
    if (auto* branch = step.as<config::BranchStep>()) compile(branch->condition, findings);
    auto* tool = step.as<config::ToolStep>();
    if (!tool) return;
    for (config::ToolStep::Rejection& rejection : tool->reject) compile(rejection.when, findings);
  };
  config::for_each_step(bot.on_start.steps, compile_step);
  for (config::Intent& intent : bot.intents) {
    compile(intent.when, findings);
    for (config::Param& param : intent.params) {
      if (param.when) compile(*param.when, findings);
      for (config::Validation& validation : param.validate) compile(validation.must, findings);
      config::for_each_step(param.checks, compile_step);
    }
    config::for_each_step(intent.steps, compile_step);
  }
  for (config::Tool& tool : bot.tools) {
    for (config::MockCase& mock : tool.cases) compile(mock.when, findings);
    if (!tool.http) continue;
    for (config::HttpTool::Reason& reason : tool.http->errors) compile(reason.when, findings);
  }
}

bool holds(const Condition& condition, const Scope& scope, std::string_view moment) {
  const auto child_holds = [&](const Condition& child) { return holds(child, scope, moment); };
  const auto& children = condition.children;
  switch (condition.kind) {
    case ConditionKind::kAll: return std::all_of(children.begin(), children.end(), child_holds);
    case ConditionKind::kAny: return std::any_of(children.begin(), children.end(), child_holds);
    case ConditionKind::kNot: return std::none_of(children.begin(), children.end(), child_holds);
    case ConditionKind::kCompare: return compares(condition, scope(condition.path), moment);
  }
  return false;
}

std::string why_not(const Condition& condition, const Scope& scope) {
  if (holds(condition, scope)) return {};
  switch (condition.kind) {
    case ConditionKind::kAll:
      for (const Condition& child : condition.children) {
        if (std::string reason = why_not(child, scope); !reason.empty()) return reason;
      }
      return {};
    case ConditionKind::kAny: {
      std::string reasons;
      for (const Condition& child : condition.children) {
        reasons += (reasons.empty() ? "" : ", and ") + why_not(child, scope);
      }
      return reasons.empty() ? "'any' is empty" : reasons;
    }
    case ConditionKind::kNot: return "an excluded condition is true";
    case ConditionKind::kCompare: {
      const Value* value = scope(condition.path);
      const bool has_value = (value && !value->is_null()) || condition.operand.is_null();
      return condition.path + ' ' + (has_value ? unmet_requirement(condition) : std::string("is missing"));
    }
  }
  return {};
}

}  // namespace parley::intents
