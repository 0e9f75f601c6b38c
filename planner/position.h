// Position is a place in the steps of an intent, with which the planner goes through the steps.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/step_place.h"

namespace parley::planner {

class Position {
 public:
  using List = StepPlace::List;

  // By default the first step.
  explicit Position(std::optional<StepPlace> place = {}) : place_(place ? std::move(*place) : StepPlace()) {}
  const StepPlace& place() const { return place_; }
  // Returns the place of the first step that calls the tool.
  static std::optional<Position> of_tool(const config::Intent& intent, std::string_view tool);

  // Returns the step at this place; null at the end of a list, or if the changed bot no longer has the place.
  const config::StepDefinition* in(const config::Intent& intent) const;

  void next() { ++innermost().index; }
  void enter(List list, std::size_t item = 0) { place_.levels.push_back({list, 0, item}); }
  // Moves from the end of a list to the place after the step that contains it. Returns false at the end of the intent,
  // and at the end of `on_failure` or `on_timeout`, which also end the intent. A loop ends with any item.
  bool leave();

  // Whether the innermost list is the body of a loop.
  bool is_in_body() const { return place_.levels.back().list == List::kDo; }
  // Requires is_in_body(): the item of the loop, and the place of the loop's first step for another item.
  std::size_t item() const { return place_.levels.back().item; }
  void go_to_item(std::size_t item) { innermost() = {List::kDo, 0, item}; }
  // Returns the place of the step that contains the innermost list. Requires that there is one.
  Position outer() const;

 private:
  StepPlace::Level& innermost() { return place_.levels.back(); }
  bool find_tool(const std::vector<config::StepDefinition>& steps, List list, std::string_view tool);

  StepPlace place_;
};

bool is_in_loop(const StepPlace& place);
// Whether the place is in the body of the loop at `loop`, for any item.
bool is_in_body_of(const StepPlace& place, const StepPlace& loop);

// Returns the step of a param's `if_unknown`; null if it has none.
const config::StepDefinition* step_if_unknown(const config::Param* param);
// Returns the step of a tool call that looks a value up; null if the call belongs to something else.
const config::ToolStep* lookup_step(const config::Intent& intent, const ToolWait& wait);
// Returns the tool step whose outcome a state waits for; null if it waits for no tool, or the bot no longer has the
// step.
const config::ToolStep* waiting_step(const config::BotDefinition& bot, const SessionState& state);

}  // namespace parley::planner
