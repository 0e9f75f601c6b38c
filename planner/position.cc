// Tested by tests/planner/flow_executor_test.cc.
#include "planner/position.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace parley::planner {
namespace {

constexpr std::pair<Position::List, const char*> kNames[] = {
    {Position::List::kThen, "then"},          {Position::List::kElse, "else"}, {Position::List::kFailure, "on_failure"},
    {Position::List::kTimeout, "on_timeout"}, {Position::List::kDo, "do"},
};

const char* to_string(Position::List list) {
  for (const auto& [known, name] : kNames) {
    if (known == list) return name;
  }
  return "";
}

// Returns the list in a step; null if the step has no such list, because the bot has changed.
const std::vector<config::StepDefinition>* list_in(const config::StepDefinition& step, Position::List list) {
  const auto* branch = step.as<config::BranchStep>();
  const auto* tool = step.as<config::ToolStep>();
  const auto* loop = step.as<config::LoopStep>();
  switch (list) {
    case Position::List::kThen: return branch ? &branch->then : nullptr;
    case Position::List::kElse: return branch ? &branch->otherwise : nullptr;
    case Position::List::kFailure: return tool ? &tool->on_failure : nullptr;
    case Position::List::kTimeout: return tool ? &tool->on_timeout : nullptr;
    case Position::List::kDo: return loop ? &loop->steps : nullptr;
    case Position::List::kSteps: break;
  }
  return nullptr;
}

std::string_view cut_word(std::string_view& text) {
  const std::size_t dot = text.find('.');
  const std::string_view word = text.substr(0, dot);
  text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
  return word;
}

bool read_number(std::string_view word, std::size_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

Position::Position(std::string_view text) : Position() {
  base::Recycled<std::vector<Level>> levels;
  List list = List::kSteps;
  while (!text.empty()) {
    std::size_t item = 0, index = 0;
    if (list == List::kDo && !read_number(cut_word(text), item)) return;
    if (!read_number(cut_word(text), index)) return;
    levels->push_back({list, index, item});
    if (text.empty()) break;
    const std::string_view name = cut_word(text);
    list = List::kSteps;
    for (const auto& [known, word] : kNames) {
      if (word == name) list = known;
    }
    if (list == List::kSteps || text.empty()) return;
  }
  if (!levels->empty()) std::swap(*levels_, *levels);
}

std::string Position::text() const {
  std::string out;
  for (const Level& level : *levels_) {
    if (level.list != List::kSteps) out.append(".").append(to_string(level.list)).append(".");
    if (level.list == List::kDo) out.append(std::to_string(level.item)).append(".");
    out += std::to_string(level.index);
  }
  return out;
}

const config::StepDefinition* Position::in(const config::Intent& intent) const {
  const std::vector<config::StepDefinition>* steps = &intent.steps;
  const config::StepDefinition* step = nullptr;
  for (const Level& level : *levels_) {
    if (step) steps = list_in(*step, level.list);
    if (!steps || level.index >= steps->size()) return nullptr;
    step = &(*steps)[level.index];
  }
  return step;
}

std::optional<Position> Position::of_tool(const config::Intent& intent, std::string_view tool) {
  Position found;
  found.levels_->clear();
  if (found.find_tool(intent.steps, List::kSteps, tool)) return found;
  return std::nullopt;
}

bool Position::find_tool(const std::vector<config::StepDefinition>& steps, List list, std::string_view tool) {
  levels_->push_back({list, 0});
  for (const config::StepDefinition& step : steps) {
    const auto* call = step.as<config::ToolStep>();
    const auto* loop = step.as<config::LoopStep>();
    const auto* branch = step.as<config::BranchStep>();
    if (call && call->tool.value == tool) return true;
    if (loop && find_tool(loop->steps, List::kDo, tool)) return true;
    if (branch && find_tool(branch->then, List::kThen, tool)) return true;
    if (branch && find_tool(branch->otherwise, List::kElse, tool)) return true;
    levels_->back().index++;
  }
  levels_->pop_back();
  return false;
}

bool Position::leave() {
  const List list = levels_->back().list;
  if (list != List::kThen && list != List::kElse && list != List::kDo) return false;
  levels_->pop_back();
  next();
  return true;
}

bool Position::is_in_loop() const {
  return std::any_of(levels_->begin(), levels_->end(), [](const Level& level) { return level.list == List::kDo; });
}

Position Position::outer() const {
  Position outer = *this;
  outer.levels_->pop_back();
  return outer;
}

const config::StepDefinition* step_if_unknown(const config::Param* param) {
  return param && param->if_unknown ? &param->if_unknown->step : nullptr;
}

const config::ToolStep* lookup_step(const config::Intent& intent, const PendingInput& waiting) {
  const config::StepDefinition* step =
      waiting.step == kLookup ? step_if_unknown(intent.find_param(waiting.param)) : nullptr;
  const auto* tool = step ? step->as<config::ToolStep>() : nullptr;
  return tool && waiting.call && tool->tool.value == waiting.call->name ? tool : nullptr;
}

const config::ToolStep* waiting_step(const config::BotDefinition& bot, const SessionState& state) {
  if (!state.waiting || !state.waiting->call || state.frames.empty()) return nullptr;
  const config::Intent* intent = bot.find_intent(state.frames.back().intent);
  if (!intent) return nullptr;
  if (const config::ToolStep* step = lookup_step(*intent, *state.waiting)) return step;
  const config::Param* checked = intent->find_param(state.waiting->param);
  const config::StepDefinition* step =
      checked && !checked->checks.empty() ? &checked->checks.front() : Position(state.waiting->step).in(*intent);
  const auto* tool = step ? step->as<config::ToolStep>() : nullptr;
  return tool && tool->tool.value == state.waiting->call->name ? tool : nullptr;
}

}  // namespace parley::planner
