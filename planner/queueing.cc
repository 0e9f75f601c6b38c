// Intents that wait for their turn (docs/dialog.md, section 6).
//
// The queue keeps an intent once, with what was said for it: lists with all their items, and values that the rules of
// `validate` refuse, too. When the intent begins, its values are judged and taken like those of a message, so that a
// refused one is said to be refused then, and not while the user is busy with something else.
#include <algorithm>

#include "planner/dialog.h"

namespace parley::planner {
namespace {

// A value that the queue keeps: one that will be taken, or one whose refusal has a sentence.
bool is_worth_keeping(const config::Param& param, const ParamValue& value) {
  return !value.whole_message && (value.valid || !are_valid(param, value.value));
}

void keep(Queued& queued, const config::Param& param, const ParamValue& value, std::int64_t turn) {
  Filled& filled = queued.params[param.id.value];
  filled.turn = turn;
  if (!param.list) {
    filled.value = value.value;
    return;
  }
  const Value::Array* items = filled.value.if_array();
  filled.value = Value(changed_list(items ? *items : Value::Array{}, value));
}

}  // namespace

// Asked for again while it waits, it gets what was said now in addition.
bool Dialog::queue_later(const Wish& wish) {
  const config::Intent* intent = bot_.find_intent(wish.intent.intent);
  if (!intent) return false;
  auto& queue = out_.state.queue;
  auto place = std::find_if(queue.begin(), queue.end(),
                            [&](const Queued& waiting) { return waiting.intent == intent->id.value; });
  const bool is_new = place == queue.end();
  if (is_new) {
    note("queue " + intent->id.value);
    place = queue.insert(queue.end(), Queued{intent->id.value, {}});
  }
  for (const bool valid : {false, true}) {  // of two values the valid one stays
    for (const ParamValue& value : wish.values) {
      const config::Param* param = intent->find_param(value.param);
      if (param && value.valid == valid && is_worth_keeping(*param, value)) keep(*place, *param, value, moment_.turn);
    }
  }
  return is_new;
}

bool Dialog::start_queued() {
  auto& queue = out_.state.queue;
  while (!queue.empty()) {
    const std::string next = queue.front().intent;
    if (const config::Intent* intent = bot_.find_intent(next)) {
      say(bot_.replies.next);
      push(*intent);
      return true;
    }
    note("queued intent is gone: " + next);
    say(bot_.replies.tool_failed);
    queue.erase(queue.begin());
  }
  return false;
}

void Dialog::take_queued() {
  auto& queue = out_.state.queue;
  const auto place =
      std::find_if(queue.begin(), queue.end(), [&](const Queued& queued) { return queued.intent == top().intent; });
  if (place == queue.end()) return;
  const Queued queued = std::move(*place);
  queue.erase(place);
  std::vector<ParamValue> values;
  for (const config::Param& param : intent().params) {
    const auto said = queued.params.find(param.id.value);
    if (said == queued.params.end()) continue;
    const auto now = param.session_scope ? out_.state.params.find(param.id.value) : out_.state.params.end();
    if (now != out_.state.params.end() && now->second.turn > said->second.turn) continue;  // corrected since
    const Value::Array* items = param.list ? said->second.value.if_array() : nullptr;
    for (const Value& value : items ? *items : Value::Array{said->second.value}) {
      values.push_back(judged_by_rules(param, value));
    }
  }
  take(values, Take::kAny);
  say_rejections(values);
}

}  // namespace parley::planner
