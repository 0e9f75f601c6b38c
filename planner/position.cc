// Tested by tests/planner/flow_executor_test.cc.
#include "planner/position.h"

#include <algorithm>
#include <utility>

namespace parley::planner {
namespace {

// Returns the list in a step; null if the step has no such list, because the bot has changed.
const std::vector<config::StepDefinition>* list_in(const config::StepDefinition& step, Position::List list) {
  const auto* branch = step.as<config::BranchStep>();
  const auto* tool = step.as<config::ToolStep>();
  const auto* loop = step.as<config::LoopStep>();
  switch (list) {
    case Position::List::kThen: return branch ? &branch->then : nullptr;
    case Position::List::kElse: return branch ? &branch->otherwise : nullptr;
    case Position::List::kOnFailure: return tool ? &tool->on_failure : nullptr;
    case Position::List::kOnTimeout: return tool ? &tool->on_timeout : nullptr;
    case Position::List::kDo: return loop ? &loop->steps : nullptr;
    case Position::List::kSteps: break;
  }
  return nullptr;
}

}  // namespace

const config::StepDefinition* Position::in(const config::Intent& intent) const {
  const std::vector<config::StepDefinition>* steps = &intent.steps;
  const config::StepDefinition* step = nullptr;
  for (const StepPlace::Level& level : place_.levels) {
    if (step) steps = list_in(*step, level.list);
    if (!steps || level.index >= steps->size()) return nullptr;
    step = &(*steps)[level.index];
  }
  return step;
}

std::optional<Position> Position::of_tool(const config::Intent& intent, std::string_view tool) {
  Position found;
  found.place_.levels.clear();
  if (found.find_tool(intent.steps, List::kSteps, tool)) return found;
  return std::nullopt;
}

bool Position::find_tool(const std::vector<config::StepDefinition>& steps, List list, std::string_view tool) {
  place_.levels.push_back({list, 0});
  for (const config::StepDefinition& step : steps) {
    const auto* call = step.as<config::ToolStep>();
    const auto* loop = step.as<config::LoopStep>();
    const auto* branch = step.as<config::BranchStep>();
    if (call && call->tool.value == tool) return true;
    if (loop && find_tool(loop->steps, List::kDo, tool)) return true;
    if (branch && find_tool(branch->then, List::kThen, tool)) return true;
    if (branch && find_tool(branch->otherwise, List::kElse, tool)) return true;
    next();
  }
  place_.levels.pop_back();
  return false;
}

bool Position::leave() {
  const List list = innermost().list;
  if (list != List::kThen && list != List::kElse && list != List::kDo) return false;
  place_.levels.pop_back();
  next();
  return true;
}

Position Position::outer() const {
  Position outer = *this;
  outer.place_.levels.pop_back();
  return outer;
}

bool is_in_loop(const StepPlace& place) {
  return std::any_of(place.levels.begin(), place.levels.end(),
                     [](const StepPlace::Level& level) { return level.list == StepPlace::List::kDo; });
}

bool is_in_body_of(const StepPlace& place, const StepPlace& loop) {
  const std::size_t depth = loop.levels.size();
  return place.levels.size() > depth && place.levels[depth].list == StepPlace::List::kDo &&
         std::equal(loop.levels.begin(), loop.levels.end(), place.levels.begin());
}

const config::StepDefinition* step_if_unknown(const config::Param* param) {
  return param && param->if_unknown ? &param->if_unknown->step : nullptr;
}

const config::ToolStep* lookup_step(const config::Intent& intent, const ToolWait& wait) {
  const auto* look_up = std::get_if<ToolWait::LookUp>(&wait.caller);
  const config::StepDefinition* step = look_up ? step_if_unknown(intent.find_param(look_up->param)) : nullptr;
  const auto* tool = step ? step->as<config::ToolStep>() : nullptr;
  return tool && wait.call && tool->tool.value == wait.call->name ? tool : nullptr;
}

const config::ToolStep* waiting_step(const config::BotDefinition& bot, const SessionState& state) {
  const ToolWait* wait = state.waits_for<ToolWait>();
  if (!wait || !wait->call || state.frames.empty()) return nullptr;
  const config::Intent* intent = bot.find_intent(state.frames.back().intent);
  if (!intent) return nullptr;
  if (const config::ToolStep* step = lookup_step(*intent, *wait)) return step;
  const config::Param* checked = intent->find_param(wait->param());
  const config::StepDefinition* step =
      checked && !checked->checks.empty() ? &checked->checks.front() : Position(wait->step()).in(*intent);
  const auto* tool = step ? step->as<config::ToolStep>() : nullptr;
  return tool && tool->tool.value == wait->call->name ? tool : nullptr;
}

}  // namespace parley::planner
