#include "planner/named_intents.h"

#include <algorithm>
#include <utility>

#include "planner/ambiguity.h"
#include "planner/commands.h"
#include "planner/intent_offer.h"
#include "planner/intent_queue.h"
#include "planner/intent_stack.h"
#include "planner/options.h"
#include "planner/param_filling.h"
#include "planner/reprompting.h"
#include "planner/values_in_mind.h"

namespace parley::planner {
namespace {

// Returns the first intent of the message with its values, in the form of a further intent.
FurtherIntent named_intent_of(const Understanding& message) {
  return {message.candidates.front(), message.params, message.ambiguous, message.others};
}

bool is_before(const FurtherIntent& a, const FurtherIntent& b) {
  return a.candidate.span.begin < b.candidate.span.begin;
}

// Swaps the intent that the user named first with the best candidate of the message.
void put_first_said_first(Understanding& message) {
  std::vector<FurtherIntent>& further = message.further;
  if (message.candidates.empty() || further.front().candidate.span.begin >= message.candidates.front().span.begin) {
    return;
  }
  FurtherIntent& first = further.front();
  std::swap(message.candidates.front(), first.candidate);
  std::swap(message.params, first.params);
  std::swap(message.ambiguous, first.ambiguous);
  std::swap(message.others, first.others);
  std::stable_sort(further.begin(), further.end(), is_before);
}

// "Yes, and send Evan 20 too": the open intent runs once more, with these values and its other ones.
void queue_next_run(TransitionBuilder& builder, Understanding& message) {
  if (!builder.is_waiting_for(PendingInput::Kind::kConfirm) || message.act != Act::kAffirm) return;
  const config::Intent& intent = builder.intent();
  const auto run = std::find_if(message.further.begin(), message.further.end(), [&](const FurtherIntent& further) {
    return further.candidate.intent == intent.id.value;
  });
  if (run == message.further.end()) return;
  std::vector<ParamValue> values = std::move(run->params);
  message.further.erase(run);
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

}  // namespace

bool names_other_intent(const TransitionBuilder& builder, const Understanding& message) {
  return !message.candidates.empty() && message.candidates.front().intent != builder.top().intent;
}

Next handle_new_intent(TransitionBuilder& builder, const Understanding& message) {
  if (message.candidates.empty()) {
    const bool is_doubtful = builder.is_idle() && !message.doubtful.empty();
    if (is_doubtful) return offer_intents(builder, message);
    const bool has_takers = builder.is_idle() && !message.takers.empty();
    return has_takers ? offer_takers(builder, message) : handle_unmatched(builder, builder.bot.fallback.say);
  }
  const config::Intent& intent = *builder.bot.find_intent(message.candidates.front().intent);
  const auto admitted = Admitted::to_push(builder, intent);
  if (!admitted) return handle_unmatched(builder, builder.bot.fallback.say);
  builder.state.unmatched = 0;
  take_offered(builder, intent.id.value);
  if (is_queued(builder.state, intent.id.value)) {  // it begins with the queued values and the values of this message
    queue_intent(builder, named_intent_of(message));
    push_intent(builder, *admitted);
    remember_words(builder, message);
    queue_others(builder, intent.id.value, builder.top().params, message.others);
    fill_from_mind(builder, message);
    return Next::kAdvance;
  }
  push_intent(builder, *admitted);
  remember_words(builder, message);
  fill_params(builder, message.params, FillMode::kAny);
  add_choices(builder, message.ambiguous);
  queue_others(builder, intent.id.value, builder.top().params, message.others);
  fill_from_mind(builder, message);
  say_rejections(builder, message.params);
  return Next::kAdvance;
}

Next handle_digression(TransitionBuilder& builder, const Understanding& message) {
  const config::Intent& other = *builder.bot.find_intent(message.candidates.front().intent);
  if (builder.intent().interruptible && other.interrupts) {
    builder.note(Rule::kDigression);
    return handle_new_intent(builder, message);
  }
  builder.note(Rule::kDigressionPostponed);
  queue_intent(builder, named_intent_of(message));
  return repeat_question(builder, builder.render(builder.bot.replies.not_now));
}

Next handle_replacement(TransitionBuilder& builder, const Understanding& message) {
  if (!builder.is_idle()) call_off(builder, message.act);
  const FurtherIntent& first = message.further.front();
  Understanding replacement;
  replacement.candidates.push_back(first.candidate);
  replacement.params = first.params;
  replacement.ambiguous = first.ambiguous;
  replacement.others = first.others;
  replacement.refers_back = message.refers_back;
  for (std::size_t i = 1; i < message.further.size(); ++i) queue_intent(builder, message.further[i]);
  return builder.is_idle() ? handle_new_intent(builder, replacement) : handle_digression(builder, replacement);
}

void queue_further_intents(TransitionBuilder& builder, Understanding& message) {
  queue_next_run(builder, message);
  put_first_said_first(message);
  const std::vector<FurtherIntent> further = std::exchange(message.further, {});
  const auto queue = [&](const FurtherIntent& one) {
    if (!queue_intent(builder, one)) return;
    find_queued(builder.state.queue, one.candidate.intent)->unannounced = true;
    builder.has_queued = true;
  };
  // An answer takes precedence over the first intent, so the intent is queued. If it begins in this turn, it leaves the
  // queue.
  if (!builder.is_idle() && names_other_intent(builder, message)) queue(named_intent_of(message));
  for (const FurtherIntent& one : further) queue(one);
}

void announce_queued(TransitionBuilder& builder) {
  const auto& waiting = builder.state.waiting;
  const bool asks = waiting && waiting->kind != PendingInput::Kind::kTool;
  if (builder.status == TurnStatus::kHandoff || builder.is_idle() || !asks) return;
  bool is_new = false;
  for (QueuedIntent& queued : builder.state.queue) is_new = std::exchange(queued.unannounced, false) || is_new;
  if (is_new) builder.add_first(Say{builder.render(builder.bot.replies.queued)});
}

}  // namespace parley::planner
