#include "planner/requests.h"

#include <algorithm>
#include <utility>

#include "planner/ambiguity.h"
#include "planner/intent_offer.h"
#include "planner/intent_queue.h"
#include "planner/intent_stack.h"
#include "planner/options.h"
#include "planner/param_filling.h"
#include "planner/reprompting.h"
#include "planner/values_in_mind.h"

namespace parley::planner {
namespace {

constexpr Set<Part> kBeginning{Part::kRequest, Part::kNextRequest, Part::kUrgent};

const acts::Request* request_in(const ResolvedAct& one) { return std::get_if<acts::Request>(&one.act->what); }

void queue_unannounced(TransitionBuilder& builder, const FurtherIntent& wanted) {
  if (!queue_intent(builder, wanted)) return;
  find_queued(builder.state.queue, wanted.candidate.intent)->unannounced = true;
  builder.has_queued = true;
}

// "Yes, and send Evan 20 too": the open intent runs once more, with these values and its other ones.
void queue_next_run(TransitionBuilder& builder, const FurtherIntent& wanted) {
  const config::Intent& intent = builder.intent();
  std::vector<ParamValue> values = wanted.params;
  std::erase_if(values, [&](const ParamValue& value) {
    const config::Param* param = intent.find_param(value.param);
    return !value.valid || !param || param->list;
  });
  const FilledParams& shown = builder.top().params;
  const auto changed = std::find_if(values.begin(), values.end(), [&](const ParamValue& value) {
    const auto before = shown.find(value.param);
    return before == shown.end() || before->second.value != value.value;
  });
  if (changed == values.end() || !queue_others(builder, intent.id.value, shown, {*changed})) return;
  FilledParams& queued = builder.state.queue.back().params;
  for (const ParamValue& value : values) {
    queued.insert_or_assign(value.param, FilledParam{value.value, builder.context.turn});
  }
}

std::vector<FurtherIntent> intents_wanted_as(const Resolution& resolution, Part part) {
  std::vector<FurtherIntent> wanted;
  for (const ResolvedAct& one : resolution.acts) {
    if (one.part == part && one.right == Right::kActs) wanted.push_back(request_in(one)->wanted);
  }
  return wanted;
}

// Begins an intent with the values of the message.
void begin(TransitionBuilder& builder, const Understanding& message, const FurtherIntent& wanted, Effects& effects) {
  const config::Intent& intent = *builder.bot.find_intent(wanted.candidate.intent);
  const auto admitted = Admitted::to_push(builder, intent);
  if (!admitted) {
    effects.done = handle_unmatched(builder, builder.bot.fallback.say);
    return;
  }
  builder.state.unmatched = 0;
  take_offered(builder, intent.id.value);
  const bool was_queued = is_queued(builder.state, intent.id.value);
  if (was_queued) queue_intent(builder, wanted);  // it begins with the queued values and the values of this message
  push_intent(builder, *admitted);
  remember_words(builder, message.said);
  if (!was_queued) {
    fill_params(builder, wanted.params);
    add_choices(builder, wanted.ambiguous);
  }
  queue_others(builder, intent.id.value, builder.top().params, wanted.others);
  fill_from_mind(builder, wanted, message.refers_back);
  if (!was_queued) say_rejections(builder, wanted.params);
  effects.progress = true;
}

// Begins an intent on top of the open one. If it may not interrupt, queues it.
void digress(TransitionBuilder& builder, const Understanding& message, const FurtherIntent& wanted, Effects& effects) {
  const config::Intent& other = *builder.bot.find_intent(wanted.candidate.intent);
  if (builder.intent().interruptible && other.interrupts) {
    builder.note(Rule::kDigression);
    return begin(builder, message, wanted, effects);
  }
  builder.note(Rule::kDigressionPostponed);
  queue_intent(builder, wanted);
  effects.aside = true;
  effects.first = builder.render(builder.bot.replies.not_now);
}

}  // namespace

void queue_waiting(TransitionBuilder& builder, const Resolution& resolution) {
  for (const ResolvedAct& one : resolution.acts) {
    const acts::Request* request = request_in(one);
    if (!request) continue;
    if (one.part == Part::kMoreRuns && one.right == Right::kActs && builder.state.waiting) {
      queue_others(builder, builder.top().intent, builder.top().params, request->wanted.others);
    }
    if (one.right != Right::kWaits) continue;
    const bool is_open = !builder.is_idle() && builder.top().intent == request->wanted.candidate.intent;
    if (is_open && resolution.question == Question::kConfirm) {
      queue_next_run(builder, request->wanted);
    } else {
      queue_unannounced(builder, request->wanted);
    }
  }
}

void begin_requests(TransitionBuilder& builder, const Understanding& message, const Resolution& resolution,
                    Effects& effects) {
  for (const ResolvedAct& one : resolution.acts) {
    if (one.right != Right::kActs || !kBeginning.has(one.part)) continue;
    const FurtherIntent& wanted = request_in(one)->wanted;
    if (effects.called_off) builder.note(Rule::kOpenIntentCalledOff);
    effects.called_off = false;
    return builder.is_idle() ? begin(builder, message, wanted, effects) : digress(builder, message, wanted, effects);
  }
  if (!builder.is_idle()) return;
  const auto doubtful = intents_wanted_as(resolution, Part::kDoubt);
  const auto takers = intents_wanted_as(resolution, Part::kTaker);
  if (!doubtful.empty()) {
    effects.done = offer_intents(builder, doubtful);
  } else if (!takers.empty()) {
    effects.done = offer_takers(builder, takers);
  }
}

void announce_queued(TransitionBuilder& builder) {
  const bool asks = builder.state.waiting && !builder.state.waits_for<ToolWait>();
  if (builder.status == TurnStatus::kHandoff || builder.is_idle() || !asks) return;
  bool is_new = false;
  for (QueuedIntent& queued : builder.state.queue) is_new = std::exchange(queued.unannounced, false) || is_new;
  if (is_new) builder.add_first(Say{builder.render(builder.bot.replies.queued)});
}

}  // namespace parley::planner
