// Reads conditions. A condition is a map whose members must all hold. Each member is `all`, `any`, `not`, or a path
// with a comparison:
//
//   {context.vip: true, amount: {gt: 50, le: 100}, any: [{...}, {...}], not: {...}}
#include "config/reader_parts.h"

namespace parley::config {
namespace {

// What paths may refer to. `kValues`: facts, and the params and saved values of an intent.
enum class Paths { kFacts, kArguments, kValues, kResult };

std::optional<Condition> read_condition(const Node& node, Paths paths, Diagnostics& findings);

Condition compare(const Text& path, Condition::Op op, Value operand) {
  Condition condition;
  condition.kind = Condition::Kind::kCompare;
  condition.path = path.value;
  condition.op = op;
  condition.operand = std::move(operand);
  condition.mark = path.mark;
  return condition;
}

// Combines conditions with `all`; a single condition is returned unchanged.
Condition all_of(std::vector<Condition> children, const Mark& mark) {
  if (children.size() == 1) return std::move(children.front());
  Condition condition;
  condition.children = std::move(children);
  condition.mark = mark;
  return condition;
}

// Reads an ordered value: a number, or a text that is a date or time ("2026-03-01", "09:30").
std::optional<Value> as_ordered(const Node& node, Diagnostics& findings) {
  auto value = as_scalar(node, findings);
  if (!value) return std::nullopt;
  double number = 0;
  if (value->get_number(number)) return value;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string* text = value->if_string();
  const bool instant = text && text->size() >= 5 && is_digit((*text)[0]) && is_digit((*text)[1]) &&
                       (text->find(':') == 2 || text->find('-') == 4);
  if (instant) return value;
  findings.error("E302", node.mark, node.text, quoted(node.text) + " is not a number, a date or a time",
                 node.quoted ? "remove the quotes" : "for example 5, 2026-03-01 or 09:30");
  return std::nullopt;
}

bool is_relative(std::string_view text) {
  return text == "today" || text == "tomorrow" || text == "yesterday" || text == "now";
}

// Also reads a day or a time relative to the clock.
std::optional<Value> as_ordered_or_relative(const Node& node, Diagnostics& findings) {
  const bool is_word = node.kind == Node::Kind::kScalar && is_relative(node.text);
  return is_word ? std::optional(Value(node.text)) : as_ordered(node, findings);
}

bool is_order(Condition::Op op) {
  return op == Condition::Op::kGt || op == Condition::Op::kGe || op == Condition::Op::kLt || op == Condition::Op::kLe;
}

// Reads the members of `path: {gt: 50, le: 100}`. Each becomes a comparison. `as_order` reads the operands that have an
// order.
template <class Reader>
std::vector<Condition> read_operators(Fields& fields, const Text& path, Reader as_order) {
  std::vector<Condition> comparisons;
  const auto operand = [&](const char* word, Condition::Op op, auto reader) {
    Value value;
    if (fields.optional(word, reader, value)) comparisons.push_back(compare(path, op, std::move(value)));
  };
  fields.unsupported("gte", "did you mean 'ge'?");
  fields.unsupported("lte", "did you mean 'le'?");
  operand("eq", Condition::Op::kEq, as_scalar);
  operand("ne", Condition::Op::kNe, as_scalar);
  operand("gt", Condition::Op::kGt, as_order);
  operand("ge", Condition::Op::kGe, as_order);
  operand("lt", Condition::Op::kLt, as_order);
  operand("le", Condition::Op::kLe, as_order);
  std::vector<Value> choices;
  if (fields.optional("in", some(as_scalar), choices)) {
    comparisons.push_back(compare(path, Condition::Op::kIn, Value(std::move(choices))));
  }
  bool exists = false;
  if (fields.optional("exists", as_flag, exists)) {
    comparisons.push_back(compare(path, Condition::Op::kExists, Value(exists)));
  }
  Text regex;
  if (fields.optional("matches", as_regex, regex)) {
    comparisons.push_back(compare(path, Condition::Op::kMatches, Value(regex.value)));
    comparisons.back().operand_mark = regex.mark;
  }
  return comparisons;
}

bool is_fact(std::string_view path) { return is_member_of("context", path) || is_member_of("session", path); }

// Reports E201 for a key that is not a path and returns false; its value is not checked then. intent_names.h checks
// whether the param exists.
bool is_path(const Text& path, const Node& node, Paths paths, Diagnostics& findings) {
  std::string hint = did_you_mean(path.value, {"all", "any", "not"});
  const bool is_misspelt = node.kind == Node::Kind::kList && !hint.empty();
  if (paths == Paths::kResult && is_result_path(path.value)) return true;
  if (paths == Paths::kArguments || (paths == Paths::kValues && !is_misspelt) ||
      (paths == Paths::kFacts && is_fact(path.value))) {
    check_identifier(path, IdentifierKind::kIdentifier, findings);
    return true;
  }
  if (hint.empty() && paths == Paths::kResult) {
    hint = "write 'result' or result.NAME for the result; did you mean 'result." + path.value + "'?";
  } else if (hint.empty()) {
    hint = "write context.NAME or session.NAME for a fact; did you mean 'context." + path.value + "'?";
  }
  findings.error("E201", path.mark, path.value, "unknown key " + quoted(path.value) + " in a condition", hint);
  return false;
}

Condition read_comparison(const Text& path, const Node& node, Paths paths, Diagnostics& findings) {
  if (!is_path(path, node, paths, findings)) return Condition();
  if (node.kind != Node::Kind::kMap) {
    auto operand = as_scalar(node, findings);
    return compare(path, Condition::Op::kEq, operand ? std::move(*operand) : Value());
  }
  Fields fields(node, "a comparison", findings);
  auto comparisons = read_operators(fields, path, as_ordered);
  if (node.members.empty()) report_empty(node, findings);
  return all_of(std::move(comparisons), path.mark);
}

Condition read_member(const Text& key, const Node& node, Paths paths, Diagnostics& findings) {
  const auto as_child = [paths](const Node& child, Diagnostics& sink) { return read_condition(child, paths, sink); };
  Condition condition;
  condition.mark = key.mark;
  if (key.value == "all" || key.value == "any") {
    condition.kind = key.value == "all" ? Condition::Kind::kAll : Condition::Kind::kAny;
    if (auto children = some(as_child)(node, findings)) condition.children = std::move(*children);
    return condition;
  }
  if (key.value == "not") {
    condition.kind = Condition::Kind::kNot;
    auto child = read_condition(node, paths, findings);
    condition.children.push_back(child ? std::move(*child) : Condition());
    return condition;
  }
  return read_comparison(key, node, paths, findings);
}

std::optional<Condition> read_condition(const Node& node, Paths paths, Diagnostics& findings) {
  if (!expect(Node::Kind::kMap, "a condition (a map)", node, findings)) return std::nullopt;
  const bool may_be_empty = paths == Paths::kFacts || paths == Paths::kArguments;
  if (node.members.empty() && !may_be_empty) report_empty(node, findings);
  std::vector<Condition> members;
  for (const auto& [key, value] : node.members) members.push_back(read_member(key, value, paths, findings));
  return all_of(std::move(members), node.mark);
}

}  // namespace

bool is_member_of(std::string_view root, std::string_view path) {
  return path.size() > root.size() + 1 && path.rfind(root, 0) == 0 && path[root.size()] == '.';
}

std::string expr_root(std::string_view path) { return std::string(path.substr(0, path.find('.'))); }

bool is_result_path(std::string_view path) {
  return path == "result" || (is_member_of("result", path) && path.back() != '.' &&
                              path.find("..") == std::string_view::npos && path.find(' ') == std::string_view::npos);
}

std::optional<Condition> as_guard(const Node& node, Diagnostics& findings) {
  return read_condition(node, Paths::kFacts, findings);
}

std::optional<Condition> as_call_condition(const Node& node, Diagnostics& findings) {
  return read_condition(node, Paths::kArguments, findings);
}

std::optional<Condition> as_condition(const Node& node, Diagnostics& findings) {
  return read_condition(node, Paths::kValues, findings);
}

std::optional<Condition> as_result_condition(const Node& node, Diagnostics& findings) {
  return read_condition(node, Paths::kResult, findings);
}

std::optional<Validation> as_validation(const Node& node, Diagnostics& findings) {
  Validation validation;
  Fields fields(node, "a validation", findings);
  if (!fields) return std::nullopt;
  fields.required("else", as_fixed_text, validation.otherwise);
  auto comparisons = read_operators(fields, {"value", node.mark}, as_ordered_or_relative);
  for (Condition& one : comparisons) {
    const std::string* operand = one.operand.if_string();
    one.is_relative = is_order(one.op) && operand && is_relative(*operand);
  }
  const bool compares = node.members.size() > (fields.has("else") ? 1U : 0U);
  if (!compares) {
    fields.missing("matches", "compare the value with eq, ne, gt, ge, lt, le, in, exists or matches");
  }
  validation.must = all_of(std::move(comparisons), node.mark);
  return validation;
}

}  // namespace parley::config
