#include "planner/intent_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "planner/ambiguity.h"
#include "planner/kept_values.h"
#include "planner/param_filling.h"
#include "planner/param_validation.h"

namespace parley::planner {
namespace {

using Queue = IntentQueue;

// Adds a queued value, validated again by the bot's current rules. For a list, adds all items.
void add_queued_value(const config::Param& param, const Value& queued, std::vector<ParamValue>& values) {
  const Value::Array* items = param.list ? queued.if_array() : nullptr;
  if (!items) return values.push_back(validate_by_rules(param, queued));
  ListOp op = ListOp::kSet;
  for (const Value& item : *items) {
    values.push_back(validate_by_rules(param, item));
    values.back().op = op;
    if (values.back().valid) op = ListOp::kAdd;  // the first valid item replaces the list, the others are added
  }
  if (!items->empty()) return;
  ParamValue& cleared = values.emplace_back();
  cleared.param = param.id.value;
  cleared.op = ListOp::kClear;
}

// Adds the values of a message to a queued intent. `interrupted` is the frame that the intent will continue; null if
// the intent will start from the beginning.
class QueuedIntentWriter {
 public:
  QueuedIntentWriter(const config::Intent& intent, QueuedIntent& queued, const Frame* interrupted, std::int64_t turn)
      : intent_(intent), queued_(queued), interrupted_(interrupted), turn_(turn) {}

  void add(const FurtherIntent& further) {
    drop_refusals(further.params);
    for (const ParamValue& value : further.params) {
      const config::Param* param = intent_.find_param(value.param);
      if (!param) continue;
      if (!value.valid && !value.rejection.empty()) {
        queued_.refused.push_back({value.param, value.rejection, turn_});
      } else if (value.valid && !value.whole_message) {
        add(*param, value);
      }
    }
    add_choices(further.ambiguous);
  }

 private:
  // Forgets the refused values of params that get a new value.
  void drop_refusals(const std::vector<ParamValue>& values) {
    std::erase_if(queued_.refused, [&](const Refused& refused) {
      return std::any_of(values.begin(), values.end(),
                         [&](const ParamValue& value) { return value.param == refused.param; });
    });
  }

  void add(const config::Param& param, const ParamValue& value) {
    const Value::Array* items = param.list ? items_of(param.id.value) : nullptr;
    Value now = param.list ? Value(changed_list(items ? *items : Value::Array{}, value)) : value.value;
    queued_.params.insert_or_assign(param.id.value, FilledParam{std::move(now), turn_});
  }

  // Returns the items of a list before the change; null if it has none.
  const Value::Array* items_of(const std::string& param) const {
    if (const auto queued = queued_.params.find(param); queued != queued_.params.end()) {
      return queued->second.value.if_array();
    }
    if (!interrupted_) return nullptr;
    const auto filled = interrupted_->params.find(param);
    return filled == interrupted_->params.end() ? nullptr : filled->second.value.if_array();
  }

  // The choices of this message replace the choices of earlier messages about the same params. Choices of one message
  // do not replace each other.
  void add_choices(const Ambiguous& ambiguous) {
    std::vector<std::vector<Choice>> now;
    for (const auto& readings : ambiguous) {
      std::vector<Choice> choices = choices_among(intent_, readings);
      if (choices.size() < 2) continue;
      std::erase_if(queued_.unclear, [&](const auto& others) { return have_same_params(choices, others); });
      now.push_back(std::move(choices));
    }
    std::move(now.begin(), now.end(), std::back_inserter(queued_.unclear));
  }

  const config::Intent& intent_;
  QueuedIntent& queued_;
  const Frame* interrupted_;
  const std::int64_t turn_;
};

// Whether a param of the session was corrected after `turn`. The correction then takes precedence over the queued
// value.
bool was_corrected_since(const SessionState& state, const config::Param& param, std::int64_t turn) {
  const auto now = param.session_scope ? state.params.find(param.id.value) : state.params.end();
  return now != state.params.end() && now->second.turn > turn;
}

// Returns the queued values that the user has not corrected since then, and the refused values.
std::vector<ParamValue> values_of_queued(const TransitionBuilder& builder, const QueuedIntent& queued) {
  std::vector<ParamValue> values;
  const config::Intent& intent = builder.intent();
  for (const config::Param& param : intent.params) {
    const auto said = queued.params.find(param.id.value);
    if (said == queued.params.end() || was_corrected_since(builder.state, param, said->second.turn)) continue;
    add_queued_value(param, said->second.value, values);
  }
  for (const Refused& refused : queued.refused) {
    const config::Param* param = intent.find_param(refused.param);
    if (!param || was_corrected_since(builder.state, *param, refused.turn)) continue;
    ParamValue& value = values.emplace_back();
    value.param = refused.param;
    value.valid = false;
    value.rejection = refused.why;
  }
  return values;
}

}  // namespace

IntentQueue::iterator find_queued(IntentQueue& queue, std::string_view intent) {
  return std::find_if(queue.begin(), queue.end(), [&](const QueuedIntent& queued) {
    return queued.intent == intent && queued.repeats_for.empty();
  });
}

QueuedIntent queued_intent(const TransitionBuilder& builder, const FurtherIntent& further) {
  QueuedIntent queued;
  queued.intent = further.candidate.intent;
  const config::Intent& intent = *builder.bot.find_intent(queued.intent);
  QueuedIntentWriter(intent, queued, nullptr, builder.context.turn).add(further);
  return queued;
}

bool queue_intent(TransitionBuilder& builder, const FurtherIntent& further) {
  const config::Intent* intent = builder.bot.find_intent(further.candidate.intent);
  if (!intent) return false;
  Queue& queue = builder.state.queue;
  auto place = find_queued(queue, intent->id.value);
  const bool is_new = place == queue.end();
  if (is_new) {
    builder.note_intent(Rule::kIntentQueued, intent->id.value);
    place = queue.insert(queue.end(), QueuedIntent{intent->id.value, {}, {}, {}, false, {}});
  }
  const auto& frames = builder.state.frames;
  const auto open = find_resumable(builder.state, intent->id.value);
  const bool is_interrupted = open != frames.end() && open + 1 != frames.end();
  QueuedIntentWriter(*intent, *place, is_interrupted ? &*open : nullptr, builder.context.turn).add(further);
  const FilledParams params = place->params;  // the queue may move
  queue_others(builder, intent->id.value, params, further.others);
  return is_new;
}

bool is_queued(const SessionState& state, std::string_view intent) {
  return std::any_of(state.queue.begin(), state.queue.end(),
                     [&](const QueuedIntent& queued) { return queued.intent == intent && queued.repeats_for.empty(); });
}

bool has_run(const IntentQueue& queue, const std::string& intent, const std::string& param, const Value& value) {
  return std::any_of(queue.begin(), queue.end(), [&](const QueuedIntent& queued) {
    const auto own = queued.params.find(param);
    return queued.intent == intent && queued.repeats_for == param && own != queued.params.end() &&
           own->second.value == value;
  });
}

bool queue_others(TransitionBuilder& builder, const std::string& intent, const FilledParams& params,
                  const std::vector<ParamValue>& others) {
  constexpr std::ptrdiff_t kMostRuns = 5;
  Queue& queue = builder.state.queue;
  bool is_any_new = false;
  for (const ParamValue& other : others) {
    const auto is_run = [&](const QueuedIntent& queued) {
      return queued.intent == intent && queued.repeats_for == other.param;
    };
    const auto own = params.find(other.param);
    const bool is_open = own != params.end() && own->second.value == other.value;
    if (!other.valid || is_open || has_run(queue, intent, other.param, other.value) ||
        std::count_if(queue.begin(), queue.end(), is_run) >= kMostRuns) {
      continue;
    }
    builder.note_intent(Rule::kIntentQueued, intent);
    QueuedIntent& queued = queue.emplace_back();
    queued.intent = intent;
    queued.params = values_to_keep(builder.bot, *builder.bot.find_intent(intent), params);
    queued.params.insert_or_assign(other.param, FilledParam{other.value, builder.context.turn});
    queued.repeats_for = other.param;
    queued.unannounced = true;
    is_any_new = true;
  }
  return is_any_new;
}

void fill_from_queue(TransitionBuilder& builder) {
  Queue& queue = builder.state.queue;
  const auto place = find_queued(queue, builder.top().intent);
  if (place == queue.end()) return;
  const QueuedIntent queued = std::move(*place);
  queue.erase(place);
  const std::vector<ParamValue> values = values_of_queued(builder, queued);
  fill_params(builder, values);
  for (const auto& choices : queued.unclear) add_choices(builder, choices);
  say_rejections(builder, values);
}

}  // namespace parley::planner
