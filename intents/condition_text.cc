#include "intents/condition_text.h"

namespace parley::intents {
namespace {

using config::Condition;
using Kind = Condition::Kind;
using Op = Condition::Op;

std::string list_text(const Value& list) {
  std::string text;
  for (const Value& item : *list.if_array()) text += (text.empty() ? "" : ", ") + item.to_text();
  return "[" + text + "]";
}

std::string requirement(const Condition& condition) {
  const Value& operand = condition.operand;
  const std::string text = operand.is_null() ? "null" : operand.to_text();
  switch (condition.op) {
    case Op::kEq: return "= " + text;
    case Op::kNe: return "!= " + text;
    case Op::kGt: return "> " + text;
    case Op::kGe: return ">= " + text;
    case Op::kLt: return "< " + text;
    case Op::kLe: return "<= " + text;
    case Op::kIn: return "in " + list_text(operand);
    case Op::kExists: return *operand.if_bool() ? "has a value" : "has no value";
    case Op::kMatches: return "matches " + text;
  }
  return {};
}

// A condition of several parts needs parentheses inside another one.
bool has_parts(const Condition& condition) {
  return condition.kind != Kind::kCompare && condition.kind != Kind::kNot && condition.children.size() > 1;
}

std::string part_text(const Condition& part) { return has_parts(part) ? "(" + text_of(part) + ")" : text_of(part); }

}  // namespace

std::string text_of(const Condition& condition) {
  if (condition.kind == Kind::kCompare) return condition.path + " " + requirement(condition);
  if (condition.children.empty()) return "always";
  if (condition.kind == Kind::kNot) return "not (" + text_of(condition.children.front()) + ")";
  if (condition.children.size() == 1) return text_of(condition.children.front());
  std::string text;
  for (const Condition& child : condition.children) {
    if (!text.empty()) text += condition.kind == Kind::kAny ? " or " : " and ";
    text += part_text(child);
  }
  return text;
}

}  // namespace parley::intents
