// Tested by tests/planner/response_renderer_test.cc.
#include "planner/variables.h"

namespace parley::planner {

Variables::Variables(const SessionState& state, const Value& context)
    : state_(state), frame_(state.frames.empty() ? nullptr : &state.frames.back()), context_(context) {}

const Value* Variables::in_params(const FilledParams& params, std::string_view name, std::string_view rest) const {
  const auto filled = params.find(name);
  return filled == params.end() ? nullptr : part_of(filled->second.value, rest);
}

const Value* Variables::part_of(const Value& value, std::string_view path) const {
  if (const Value* found = value.at_path(path)) return found;
  const Value* at = &value;
  while (at && !path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string_view name = path.substr(0, dot);
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
    const Value::Array* items = at->if_array();
    if (items && name == "count") {
      at = &counts_.emplace_front(static_cast<std::int64_t>(items->size()));
    } else if (items && (name == "first" || name == "last")) {
      at = items->empty() ? nullptr : name == "first" ? &items->front() : &items->back();
    } else {
      at = at->at_path(name);
    }
  }
  return at;
}

const Value* Variables::find(std::string_view path) const {
  const std::size_t dot = path.find('.');
  const std::string_view head = path.substr(0, dot);
  const std::string_view rest = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (head == "context") return part_of(context_, rest);
  if (head == "last") return part_of(state_.last_result, rest);
  if (head == "session") {
    const std::size_t end = rest.find('.');
    const std::string_view member = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return in_params(state_.params, rest.substr(0, end), member);
  }
  if (!frame_) return nullptr;
  if (const auto filled = frame_->params.find(head); filled != frame_->params.end()) {
    return part_of(filled->second.value, rest);
  }
  const auto saved = frame_->saved.find(head);
  return saved == frame_->saved.end() ? nullptr : part_of(saved->second, rest);
}

Value evaluate(const config::ValueExpr& expression, const Variables& variables) {
  if (!expression.text) return expression.constant;
  const auto& pieces = expression.text->pieces;
  if (pieces.size() == 1 && pieces[0].literal.empty() && !pieces[0].placeholder.empty()) {
    const Value* value = variables.find(pieces[0].placeholder);
    return value ? *value : Value();
  }
  std::string out;
  for (const config::Template::Piece& piece : pieces) {
    out += piece.literal;
    const Value* value = piece.placeholder.empty() ? nullptr : variables.find(piece.placeholder);
    if (value) out += value->to_text();
  }
  return out;
}

}  // namespace parley::planner
