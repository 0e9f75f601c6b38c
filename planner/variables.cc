// Tested by tests/planner/response_renderer_test.cc.
#include "planner/variables.h"

namespace parley::planner {
namespace {

const Value* in_params(const FilledParams& params, std::string_view name, std::string_view rest) {
  const auto filled = params.find(name);
  return filled == params.end() ? nullptr : filled->second.value.at_path(rest);
}

}  // namespace

Variables::Variables(const SessionState& state, const Value& context)
    : state_(state), frame_(state.frames.empty() ? nullptr : &state.frames.back()), context_(context) {}

const Value* Variables::find(std::string_view path) const {
  const std::size_t dot = path.find('.');
  const std::string_view head = path.substr(0, dot);
  const std::string_view rest = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (head == "context") return context_.at_path(rest);
  if (head == "last") return state_.last_result.at_path(rest);
  if (head == "session") {
    const std::size_t end = rest.find('.');
    const std::string_view member = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return in_params(state_.params, rest.substr(0, end), member);
  }
  if (!frame_) return nullptr;
  if (const auto filled = frame_->params.find(head); filled != frame_->params.end()) {
    return filled->second.value.at_path(rest);
  }
  const auto saved = frame_->saved.find(head);
  return saved == frame_->saved.end() ? nullptr : saved->second.at_path(rest);
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
