#include "planner/wording.h"

#include <cstdio>

namespace parley::planner {
namespace {

const Value* in_params(const FilledParams& params, std::string_view name, std::string_view rest) {
  const auto filled = params.find(name);
  return filled == params.end() ? nullptr : filled->second.value.at_path(rest);
}

std::string said_list(const Value::Array& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += i + 1 == values.size() ? " and " : ", ";
    out += said(values[i]);
  }
  return out;
}

}  // namespace

std::string said(const Value& value) {
  if (const bool* yes = value.if_bool()) return *yes ? "yes" : "no";
  if (const Value::Array* values = value.if_array()) return said_list(*values);
  const Value* amount = value.find("amount");
  const Value* currency = value.find("currency");
  double number = 0;
  if (amount && currency && currency->if_string() && amount->get_number(number)) {
    char text[64];
    const bool whole = amount->if_int() != nullptr;
    std::snprintf(text, sizeof text, whole ? "%.0f " : "%.2f ", number);
    return text + *currency->if_string();
  }
  return value.to_text();
}

std::string enumerate(const std::vector<std::string>& items) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? " or " : ", ";
    out += items[i];
  }
  return out;
}

Known::Known(const SessionState& state, const Value& context)
    : state_(&state), frame_(state.frames.empty() ? nullptr : &state.frames.back()), context_(&context) {}

const Value* Known::find(std::string_view path) const {
  const std::size_t dot = path.find('.');
  const std::string_view head = path.substr(0, dot);
  const std::string_view rest = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (head == "context") return context_ ? context_->at_path(rest) : nullptr;
  if (head == "last") return state_ ? state_->last_result.at_path(rest) : nullptr;
  if (head == "session") {
    const std::size_t end = rest.find('.');
    const std::string_view member = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return state_ ? in_params(state_->params, rest.substr(0, end), member) : nullptr;
  }
  if (!frame_) return nullptr;
  if (frame_->params.find(head) != frame_->params.end()) return in_params(frame_->params, head, rest);
  const auto saved = frame_->saved.find(head);
  return saved == frame_->saved.end() ? nullptr : saved->second.at_path(rest);
}

std::string render(const config::Template& wording, const Known& known) {
  std::string out;
  for (const auto& piece : wording.pieces) {
    out += piece.literal;
    if (piece.placeholder.empty()) continue;
    if (const Value* value = known.find(piece.placeholder)) out += said(*value);
  }
  return out;
}

std::string render(const config::Template& wording, std::string_view placeholder, const std::string& value) {
  std::string out;
  for (const auto& piece : wording.pieces) {
    out += piece.literal;
    if (piece.placeholder == placeholder) out += value;
  }
  return out;
}

Value evaluate(const config::Origin& origin, const Known& known) {
  if (!origin.text) return origin.constant;
  const auto& pieces = origin.text->pieces;
  if (pieces.size() == 1 && pieces[0].literal.empty() && !pieces[0].placeholder.empty()) {
    const Value* value = known.find(pieces[0].placeholder);
    return value ? *value : Value();
  }
  return render(*origin.text, known);
}

}  // namespace parley::planner
