// Position: a place in the steps of an intent, which may hold steps themselves. It is stored as it is written:
//
//   "2"               the third step
//   "2.then.1"        the second step in the `then` of the third
//   "3.on_failure.0"  the first step of what is done when the fourth failed
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"

namespace parley::planner {

class Position {
 public:
  enum class List { kSteps, kThen, kElse, kFailure, kTimeout };

  Position() : levels_{{List::kSteps, 0}} {}
  // What is no place is the beginning.
  explicit Position(std::string_view text);
  std::string text() const;
  // Of the first step that calls the tool.
  static std::optional<Position> of_tool(const config::Intent& intent, std::string_view tool);

  // The step there, or null behind the end of its list, and where the bot has changed.
  const config::StepDefinition* in(const config::Intent& intent) const;

  void next() { ++levels_.back().index; }
  void enter(List list) { levels_.push_back({list, 0}); }
  // From behind a list to behind the step that holds it. False where nothing holds it, or a tool that failed does:
  // the intent has come to its end.
  bool leave();

  bool at_start() const { return levels_.size() == 1 && levels_.back().index == 0; }

 private:
  bool find_tool(const std::vector<config::StepDefinition>& steps, List list, std::string_view tool);

  struct Level {
    List list;
    std::size_t index;
  };
  std::vector<Level> levels_;
};

}  // namespace parley::planner
