// Intents that wait for their turn (docs/dialog.md, section 6).
//
// The queue keeps an intent once, with all that an open intent would have got: values, lists with all their items,
// readings of which one is meant, and why a value would not do. When the intent begins, it takes them like those of a
// message: a refused value is said to be refused then, and not while the user is busy with something else.
// Tested by tests/planner/queue_test.cc.
#include <algorithm>
#include <iterator>
#include <utility>

#include "planner/dialog.h"

namespace parley::planner {
namespace {

// A value that was kept, judged by the rules of now. A list stands for all of its items.
void add_kept(const config::Param& param, const Value& kept, std::vector<ParamValue>& out) {
  const Value::Array* items = param.list ? kept.if_array() : nullptr;
  if (!items) return out.push_back(judged_by_rules(param, kept));
  ListOp op = ListOp::kSet;
  for (const Value& item : *items) {
    out.push_back(judged_by_rules(param, item));
    out.back().op = op;
    if (out.back().valid) op = ListOp::kAdd;  // the others come to the first
  }
  if (!items->empty()) return;
  ParamValue& nothing = out.emplace_back();
  nothing.param = param.id.value;
  nothing.op = ListOp::kClear;
}

// Adds what a message says for an intent that waits. `open`: the interrupted frame that it will go on with; null: it
// will begin anew.
class Keeper {
 public:
  Keeper(const config::Intent& intent, QueuedIntent& queued, const Frame* open, std::int64_t turn)
      : intent_(intent), queued_(queued), open_(open), turn_(turn) {}

  void keep(const FurtherIntent& wish) {
    forget_refusals(wish.params);
    for (const ParamValue& value : wish.params) {
      const config::Param* param = intent_.find_param(value.param);
      if (!param) continue;
      if (!value.valid && !value.rejection.empty()) {
        queued_.refused.push_back({value.param, value.rejection, turn_});
      } else if (value.valid && !value.whole_message) {
        keep(*param, value);
      }
    }
    keep_unclear(wish.ambiguous);
  }

 private:
  // What is said again for a param takes the place of what would not do.
  void forget_refusals(const std::vector<ParamValue>& values) {
    std::erase_if(queued_.refused, [&](const Refused& refused) {
      return std::any_of(values.begin(), values.end(),
                         [&](const ParamValue& value) { return value.param == refused.param; });
    });
  }

  void keep(const config::Param& param, const ParamValue& value) {
    const Value::Array* items = param.list ? list_of(param.id.value) : nullptr;
    Value now = param.list ? Value(changed_list(items ? *items : Value::Array{}, value)) : value.value;
    queued_.params.insert_or_assign(param.id.value, FilledParam{std::move(now), turn_});
  }

  // The items that a change goes on from.
  const Value::Array* list_of(const std::string& param) const {
    if (const auto kept = queued_.params.find(param); kept != queued_.params.end())
      return kept->second.value.if_array();
    if (!open_) return nullptr;
    const auto filled = open_->params.find(param);
    return filled == open_->params.end() ? nullptr : filled->second.value.if_array();
  }

  // Choices of this message replace those of earlier messages about the same params, not each other.
  void keep_unclear(const Ambiguous& ambiguous) {
    std::vector<std::vector<Choice>> now;
    for (const auto& readings : ambiguous) {
      std::vector<Choice> choices = choices_among(intent_, readings);
      if (choices.size() < 2) continue;
      std::erase_if(queued_.unclear, [&](const auto& others) { return are_about_same(choices, others); });
      now.push_back(std::move(choices));
    }
    std::move(now.begin(), now.end(), std::back_inserter(queued_.unclear));
  }

  const config::Intent& intent_;
  QueuedIntent& queued_;
  const Frame* open_;
  const std::int64_t turn_;
};

}  // namespace

std::vector<QueuedIntent>::iterator Dialog::find_queued(std::string_view intent) {
  auto& queue = out_.state.queue;
  return std::find_if(queue.begin(), queue.end(), [&](const QueuedIntent& queued) { return queued.intent == intent; });
}

// Asked for again while it waits, it gets what was said now in addition.
bool Dialog::queue_later(const FurtherIntent& wish) {
  const config::Intent* intent = bot_.find_intent(wish.candidate.intent);
  if (!intent) return false;
  auto& queue = out_.state.queue;
  auto place = find_queued(intent->id.value);
  const bool is_new = place == queue.end();
  if (is_new) {
    note_of(Rule::kIntentQueued, intent->id.value);
    place = queue.insert(queue.end(), QueuedIntent{intent->id.value, {}, {}, {}});
  }
  const auto open = find_resumable(intent->id.value);
  const bool is_interrupted = open != out_.state.frames.end() && open + 1 != out_.state.frames.end();
  Keeper(*intent, *place, is_interrupted ? &*open : nullptr, moment_.turn).keep(wish);
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
    note_of(Rule::kQueuedIntentGone, next);
    say(bot_.replies.tool_failed);
    queue.erase(queue.begin());
  }
  return false;
}

void Dialog::take_queued() {
  auto& queue = out_.state.queue;
  const auto place = find_queued(top().intent);
  if (place == queue.end()) return;
  const QueuedIntent queued = std::move(*place);
  queue.erase(place);
  // A param of the session may have been corrected since.
  const auto is_overtaken = [&](const config::Param& param, std::int64_t turn) {
    const auto now = param.session_scope ? out_.state.params.find(param.id.value) : out_.state.params.end();
    return now != out_.state.params.end() && now->second.turn > turn;
  };
  std::vector<ParamValue> values;
  for (const config::Param& param : intent().params) {
    const auto said = queued.params.find(param.id.value);
    if (said == queued.params.end() || is_overtaken(param, said->second.turn)) continue;
    add_kept(param, said->second.value, values);
  }
  for (const Refused& refused : queued.refused) {
    const config::Param* param = intent().find_param(refused.param);
    if (!param || is_overtaken(*param, refused.turn)) continue;
    ParamValue& value = values.emplace_back();
    value.param = refused.param;
    value.valid = false;
    value.rejection = refused.why;
  }
  take(values, Take::kAny);
  for (const auto& choices : queued.unclear) note_unclear(choices);
  say_rejections(values);
}

}  // namespace parley::planner
