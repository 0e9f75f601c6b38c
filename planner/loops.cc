#include "planner/loops.h"

#include <algorithm>

#include "planner/step_runs.h"

namespace parley::planner {
namespace {

using config::LoopStep;

// Returns the items that the loop takes: none if the path names no list. The list has `size` items.
Value::Array items_of(const TransitionBuilder& builder, const LoopStep& loop, std::size_t& size) {
  const Variables variables = builder.variables();
  const Value* list = variables.find(loop.list.value);
  const Value::Array* items = list ? list->if_array() : nullptr;
  size = items ? items->size() : 0;
  if (!items) return {};
  const auto taken = static_cast<std::ptrdiff_t>(std::min(size, static_cast<std::size_t>(loop.at_most)));
  return Value::Array(items->begin(), items->begin() + taken);
}

// Goes on with an item. Returns false if the loop does not take it.
bool take_item(TransitionBuilder& builder, const LoopStep& loop, std::size_t item) {
  std::size_t size = 0;
  Value::Array items = items_of(builder, loop, size);
  Value::Object& saved = builder.top().saved;
  if (item < items.size()) {
    saved[loop.item.value] = std::move(items[item]);
    return true;
  }
  saved.erase(loop.item.value);
  return false;
}

}  // namespace

void begin_loop(TransitionBuilder& builder, const LoopStep& loop, Position& place) {
  std::size_t size = 0;
  const std::size_t taken = items_of(builder, loop, size).size();
  if (!builder.variables().find(loop.list.value)) builder.note(Rule::kNoValue, loop.list.value);
  if (!loop.left.value.empty()) {
    builder.top().saved[loop.left.value] = Value(static_cast<std::int64_t>(size - taken));
  }
  release_runs_in(builder, place.place());
  if (take_item(builder, loop, 0)) return place.enter(Position::List::kDo);
  place.next();
}

bool leave_list(TransitionBuilder& builder, Position& place) {
  if (!place.is_in_body()) return place.leave();
  const config::StepDefinition* step = place.outer().in(builder.intent());
  const auto* loop = step ? step->as<LoopStep>() : nullptr;  // null: the bot has changed
  const std::size_t next = place.item() + 1;
  if (!loop || !take_item(builder, *loop, next)) return place.leave();
  place.go_to_item(next);
  return true;
}

void drop_loop_items(const config::Intent& intent, Frame& frame, const std::string& param) {
  for (const auto& [item, of] : intent.loop_items) {
    if (of == param) frame.saved.erase(item);
  }
}

}  // namespace parley::planner
