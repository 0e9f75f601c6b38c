#include "planner/follow_up.h"

#include <algorithm>
#include <string>
#include <utility>

#include "config/visitors.h"
#include "intents/effects.h"
#include "planner/ambiguity.h"
#include "planner/intent_queue.h"
#include "planner/intent_stack.h"
#include "planner/kept_values.h"
#include "planner/param_filling.h"
#include "planner/reprompting.h"

namespace parley::planner {
namespace {

constexpr std::size_t kLongestOutcome = 500;  // bytes

bool calls_tool(const config::Intent& intent) {
  bool calls = false;
  config::for_each_step(intent.steps,
                        [&](const config::StepDefinition& step) { calls = calls || step.is<config::ToolStep>(); });
  return calls;
}

// Returns the param that tells one request of the intent from another: the first required one with a value.
const config::Param* subject_of(const config::Intent& intent, const FilledParams& params) {
  const auto found = std::find_if(intent.params.begin(), intent.params.end(), [&](const config::Param& param) {
    return param.required && !param.ask.empty() && params.count(param.id.value) != 0;
  });
  return found == intent.params.end() ? nullptr : &*found;
}

// Returns the other one of two values of a list; null if there are more.
const Value* other_of_two(const config::BotDefinition& bot, const config::Param& param, const Value& value) {
  const config::Entity* entity = bot.find_entity(param.type.value);
  if (!entity || entity->values.size() != 2) return nullptr;
  const bool is_first = entity->values[0].value == value;
  return is_first || entity->values[1].value == value ? &entity->values[is_first ? 1 : 0].value : nullptr;
}

// "The other one": the other of two values, or a new answer to the first question.
void change_subject(TransitionBuilder& builder) {
  const config::Param* subject = subject_of(builder.intent(), builder.top().params);
  if (!subject) return;
  const Value now = builder.top().params.find(subject->id.value)->second.value;
  if (const Value* other = other_of_two(builder.bot, *subject, now)) {
    fill_param(builder, *subject, *other);
  } else {
    clear_param(builder, *subject);
  }
}

// A list has only the new items, unless the user corrects it.
void begin_lists_anew(TransitionBuilder& builder, const FollowUp& follow_up) {
  for (const ParamValue& value : follow_up.params) {
    const config::Param* param = builder.intent().find_param(value.param);
    if (param && param->list && value.op == ListOp::kAdd) builder.top().params.erase(value.param);
  }
}

}  // namespace

void remember_done(TransitionBuilder& builder, const Frame& done) {
  const config::Intent& intent = *builder.bot.find_intent(done.intent);
  const TimeMs lifetime = intent.follow_up.value_or(builder.bot.session.follow_up);
  if (lifetime == 0 || (intent.params.empty() && !calls_tool(intent))) return;
  DoneIntent kept{done.intent, {}, done.skipped, builder.context.now + lifetime, {}};
  if (const std::string* said = builder.last_said()) kept.outcome = *said;
  if (kept.outcome.size() > kLongestOutcome) kept.outcome.clear();
  kept.params = values_to_keep(builder.bot, intent, done.params);
  builder.state.done = std::move(kept);
}

// Says that what was done for another one stays: "Order O-12345 is cancelled."
void say_outcome_stays(TransitionBuilder& builder, const DoneIntent& done, const FilledParams& before) {
  const config::Param* subject = subject_of(builder.intent(), before);
  if (!subject || !builder.intent().confirm || done.outcome.empty()) return;
  const auto now = builder.top().params.find(subject->id.value);
  const bool is_other = now == builder.top().params.end() || now->second.value != before.at(subject->id.value).value;
  if (is_other) builder.say(builder.render(builder.bot.replies.outcome_stays, "outcome", Value(done.outcome)));
}

bool has_outcome(const TransitionBuilder& builder) {
  const auto& done = builder.state.done;
  const bool is_known = builder.is_idle() && done && builder.context.now < done->until && !done->outcome.empty();
  const config::Intent* intent = is_known ? builder.bot.find_intent(done->intent) : nullptr;
  return intent && intents::may_change(builder.bot, *intent);
}

bool repeats_what_was_done(const TransitionBuilder& builder) {
  const auto& done = builder.state.done;
  if (!builder.asks_once || !done || done->params.empty() || done->intent != builder.top().intent) return false;
  if (builder.context.now >= done->until || builder.intent().confirm || builder.has_begun_steps()) return false;
  const FilledParams now = values_to_keep(builder.bot, builder.intent(), builder.top().params);
  const bool has_private = now.size() != builder.top().params.size();  // such values are not kept, so they may differ
  const bool are_equal =
      !has_private && std::equal(now.begin(), now.end(), done->params.begin(), done->params.end(),
                                 [](const auto& one, const auto& other) {
                                   return one.first == other.first && one.second.value == other.second.value;
                                 });
  return are_equal && intents::may_change(builder.bot, builder.intent());
}

void close_repeated_intent(TransitionBuilder& builder) {
  pop_intent(builder, Rule::kIntentDone);
  say_outcome(builder);
}

Next say_outcome(TransitionBuilder& builder) {
  const DoneIntent& done = *builder.state.done;
  const config::Replies& replies = builder.bot.replies;
  builder.state.unmatched = 0;
  builder.note_intent(Rule::kOutcomeAsked, done.intent);
  builder.say(done.outcome.empty() ? builder.render(replies.done)
                                   : builder.render(replies.outcome, "outcome", Value(done.outcome)));
  return Next::kStop;
}

void apply_follow_up(TransitionBuilder& builder, const acts::FollowUp& follow_up, Effects& effects) {
  if (!builder.state.done || builder.state.done->intent != follow_up.intent) return;
  if (follow_up.asks) {
    effects.done = say_outcome(builder);
    return;
  }
  const auto admitted = Admitted::to_push(builder, *builder.bot.find_intent(follow_up.intent));
  if (!admitted) {
    effects.done = handle_unmatched(builder, builder.bot.fallback.say);
    return;
  }
  DoneIntent done = *std::exchange(builder.state.done, std::nullopt);
  builder.state.unmatched = 0;
  builder.note_intent(Rule::kFollowUp, follow_up.intent);
  push_intent(builder, *admitted);
  const FilledParams before = done.params;
  builder.top().params = std::move(done.params);
  builder.top().skipped = std::move(done.skipped);
  builder.top().opened = true;
  if (follow_up.is_about_another) change_subject(builder);
  if (!follow_up.corrects) begin_lists_anew(builder, follow_up);
  request_change(builder, follow_up.named);
  fill_params(builder, follow_up.params);
  add_choices(builder, follow_up.ambiguous);
  queue_others(builder, follow_up.intent, builder.top().params, follow_up.others);
  if (follow_up.corrects) say_outcome_stays(builder, done, before);
  say_rejections(builder, follow_up.params);
  effects.progress = true;
}

}  // namespace parley::planner
