// Position is a place in the steps of an intent. A step may contain lists of steps. The store keeps a place as text:
//
//   "2"               the third step
//   "2.then.1"        the second step in the `then` of the third
//   "3.on_failure.0"  the first step in the `on_failure` of the fourth
//   "1.do.4.0"        the first step in the loop of the second, for the fifth item
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/recycled.h"
#include "config/definition.h"
#include "parley/session.h"

namespace parley::planner {

class Position {
 public:
  enum class List { kSteps, kThen, kElse, kFailure, kTimeout, kDo };

  Position() { levels_->push_back({List::kSteps, 0}); }
  // A text that is not a place means the first step.
  explicit Position(std::string_view text);
  std::string text() const;
  // Returns the place of the first step that calls the tool.
  static std::optional<Position> of_tool(const config::Intent& intent, std::string_view tool);

  // Returns the step at this place; null at the end of a list, or if the changed bot no longer has the place.
  const config::StepDefinition* in(const config::Intent& intent) const;

  void next() { ++levels_->back().index; }
  void enter(List list, std::size_t item = 0) { levels_->push_back({list, 0, item}); }
  // Moves from the end of a list to the place after the step that contains it. Returns false at the end of the intent,
  // and at the end of `on_failure` or `on_timeout`, which also end the intent. A loop ends with any item.
  bool leave();

  // Whether the innermost list is the body of a loop.
  bool is_in_body() const { return levels_->back().list == List::kDo; }
  bool is_in_loop() const;
  // Requires is_in_body(): the item of the loop, and the place of the loop's first step for another item.
  std::size_t item() const { return levels_->back().item; }
  void go_to_item(std::size_t item) { levels_->back() = {List::kDo, 0, item}; }
  // Returns the place of the step that contains the innermost list. Requires that there is one.
  Position outer() const;

  bool at_start() const { return levels_->size() == 1 && levels_->back().index == 0; }

 private:
  bool find_tool(const std::vector<config::StepDefinition>& steps, List list, std::string_view tool);

  struct Level {
    List list;
    std::size_t index;
    std::size_t item = 0;  // kDo
  };
  base::Recycled<std::vector<Level>> levels_;
};

// The place of a tool call of `if_unknown`, which is not among the steps of the intent (PendingInput::step).
inline constexpr const char* kLookup = "if_unknown";

// Returns the step of a param's `if_unknown`; null if it has none.
const config::StepDefinition* step_if_unknown(const config::Param* param);
// Returns the step of a tool call that looks a value up; null if the call belongs to something else.
const config::ToolStep* lookup_step(const config::Intent& intent, const PendingInput& waiting);
// Returns the tool step whose outcome a state waits for; null if it waits for no tool, or the bot no longer has the
// step.
const config::ToolStep* waiting_step(const config::BotDefinition& bot, const SessionState& state);

}  // namespace parley::planner
