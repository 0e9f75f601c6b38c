// Position is a place in the steps of an intent. A step may contain lists of steps. The store keeps a place as text:
//
//   "2"               the third step
//   "2.then.1"        the second step in the `then` of the third
//   "3.on_failure.0"  the first step in the `on_failure` of the fourth
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/recycled.h"
#include "config/definition.h"

namespace parley::planner {

class Position {
 public:
  enum class List { kSteps, kThen, kElse, kFailure, kTimeout };

  Position() { levels_->push_back({List::kSteps, 0}); }
  // A text that is not a place means the first step.
  explicit Position(std::string_view text);
  std::string text() const;
  // Returns the place of the first step that calls the tool.
  static std::optional<Position> of_tool(const config::Intent& intent, std::string_view tool);

  // Returns the step at this place; null at the end of a list, or if the changed bot no longer has the place.
  const config::StepDefinition* in(const config::Intent& intent) const;

  void next() { ++levels_->back().index; }
  void enter(List list) { levels_->push_back({list, 0}); }
  // Moves from the end of a list to the place after the step that contains it. Returns false at the end of the intent,
  // and at the end of `on_failure` or `on_timeout`, which also end the intent.
  bool leave();

  bool at_start() const { return levels_->size() == 1 && levels_->back().index == 0; }

 private:
  bool find_tool(const std::vector<config::StepDefinition>& steps, List list, std::string_view tool);

  struct Level {
    List list;
    std::size_t index;
  };
  base::Recycled<std::vector<Level>> levels_;
};

}  // namespace parley::planner
