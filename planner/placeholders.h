// Visits the placeholders in the arguments of a step or of a param's check, and finds the param behind an argument.
// Tested by tests/planner/value_checks_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"

namespace parley::planner {

// Calls visit(path) for each placeholder: "order_id", "context.country".
template <class Visit>
void for_each_placeholder(const std::vector<config::Argument>& arguments, const Visit& visit) {
  for (const config::Argument& with : arguments) {
    if (!with.origin.text) continue;
    for (const config::Template::Piece& piece : with.origin.text->pieces) {
      if (!piece.placeholder.empty()) visit(std::string_view(piece.placeholder));
    }
  }
}
template <class Visit>
void for_each_placeholder(const config::Param& param, const Visit& visit) {
  for (const config::StepDefinition& check : param.checks) for_each_placeholder(arguments_in(check), visit);
}

// Calls visit(name) for the first part of each placeholder.
template <class Visit>
void for_each_argument(const config::Param& param, const Visit& visit) {
  for_each_placeholder(param, [&](std::string_view path) { visit(path.substr(0, path.find('.'))); });
}

// Returns the param that a step passes unchanged as this argument. For any other argument, returns the argument's own
// name.
inline std::string param_behind(const config::ToolStep& step, const std::string& argument) {
  for (const config::Argument& with : step.with) {
    if (with.name != argument || !with.origin.text) continue;
    const auto& pieces = with.origin.text->pieces;
    if (pieces.size() == 1 && pieces[0].literal.empty()) return pieces[0].placeholder;
  }
  return argument;
}

}  // namespace parley::planner
