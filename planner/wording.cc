#include "planner/wording.h"

#include <cstdio>

namespace parley::planner {
namespace {

std::string said(const Value& value) {
  if (const bool* yes = value.if_bool()) return *yes ? "yes" : "no";
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

}  // namespace

const Value* Known::find(std::string_view path) const {
  const std::size_t dot = path.find('.');
  const std::string_view head = path.substr(0, dot);
  const std::string_view rest = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  if (head == "context") return context_ ? context_->at_path(rest) : nullptr;
  if (!frame_) return nullptr;
  if (const auto filled = frame_->params.find(head); filled != frame_->params.end()) {
    return filled->second.value.at_path(rest);
  }
  if (const auto saved = frame_->saved.find(head); saved != frame_->saved.end()) return saved->second.at_path(rest);
  return nullptr;
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

Value argument(const config::StepDefinition::Argument& argument, const Known& known) {
  if (!argument.text) return argument.constant;
  const auto& pieces = argument.text->pieces;
  if (pieces.size() == 1 && pieces[0].literal.empty() && !pieces[0].placeholder.empty()) {
    const Value* value = known.find(pieces[0].placeholder);
    return value ? *value : Value();
  }
  return render(*argument.text, known);
}

}  // namespace parley::planner
