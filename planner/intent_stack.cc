#include "planner/intent_stack.h"

#include <algorithm>
#include <utility>

#include "intents/condition.h"
#include "intents/context_facts.h"
#include "planner/intent_queue.h"
#include "planner/limits.h"
#include "planner/options.h"
#include "planner/param_filling.h"
#include "planner/values_in_mind.h"

namespace parley::planner {
namespace {

// The locale of the channel is a fact of every request of the session, as for the messages of the user.
bool guard_holds(const TransitionBuilder& builder, const config::Intent& intent) {
  if (intent.when.kind == config::Condition::Kind::kAll && intent.when.children.empty()) return true;
  static const std::string kLocale = std::string("context.") + intents::kLocaleFact;
  const Variables variables = builder.variables();
  const Value locale(builder.state.locale);
  const bool is_known = builder.state.locale.empty() || intents::locale_in(builder.context.context);
  return intents::holds(intent.when, [&](std::string_view path) {
    return !is_known && path == kLocale ? &locale : variables.find(path);
  });
}

Frame& add_frame(TransitionBuilder& builder, const std::string& intent) {
  Frame& frame = builder.state.frames.emplace_back();
  frame.intent = intent;
  frame.plan = ++builder.state.plans;
  return frame;
}

// Forgets the oldest interrupted intent, and the intents that it has called.
void forget_oldest(TransitionBuilder& builder) {
  auto& frames = builder.state.frames;
  const auto next = std::find_if(frames.begin() + 1, frames.end(), [](const Frame& frame) { return !frame.called; });
  for (auto forgotten = frames.begin(); forgotten != next; ++forgotten) {
    builder.note_intent(Rule::kIntentForgotten, forgotten->intent);
  }
  frames.erase(frames.begin(), next);
}

// Returns the values that a step passes to the intent that it calls or starts.
std::vector<ParamValue> passed_values(const TransitionBuilder& builder,
                                      const std::vector<config::Argument>& arguments) {
  std::vector<ParamValue> values;
  for (const config::Argument& with : arguments) {
    ParamValue value;
    value.param = with.name;
    value.value = evaluate(with.origin, builder.variables());
    if (!value.value.is_null()) values.push_back(std::move(value));
  }
  return values;
}

// Returns the name of the top intent's open question: a param, "confirm" or "choice"; empty if no question is open.
std::string open_question(const TransitionBuilder& builder) {
  const auto& waiting = builder.state.waiting;
  if (!waiting || waiting->plan != builder.top().plan) return {};
  switch (waiting->kind()) {
    case PendingInput::Kind::kParam: return waiting->param();
    case PendingInput::Kind::kConfirm: return "confirm";
    case PendingInput::Kind::kChoice: return "choice";
    case PendingInput::Kind::kChange:
    case PendingInput::Kind::kTool: break;
  }
  return {};
}

void note_end(TransitionBuilder& builder, Rule end) {
  builder.keeps_values = true;
  builder.note(end, end == Rule::kIntentAbandoned ? open_question(builder) : "");
}

// A further run of an intent also has the values that the user gave while the run before it was open.
void take_values_of_last_run(TransitionBuilder& builder) {
  QueuedIntent& next = builder.state.queue.front();
  const std::string repeats_for = std::exchange(next.repeats_for, {});
  const auto& done = builder.state.done;
  const auto own = next.params.find(repeats_for);
  if (own == next.params.end() || !done || done->intent != next.intent) return;
  for (const auto& [name, filled] : done->params) {
    if (name != repeats_for && filled.turn >= own->second.turn) next.params.insert_or_assign(name, filled);
  }
}

}  // namespace

std::optional<Admitted> Admitted::to_push(TransitionBuilder& builder, const config::Intent& intent) {
  const bool returns = find_resumable(builder.state, intent.id.value) != builder.state.frames.end();
  return returns ? Admitted(intent) : to_begin(builder, intent);
}

std::optional<Admitted> Admitted::to_begin(TransitionBuilder& builder, const config::Intent& intent) {
  if (guard_holds(builder, intent)) return Admitted(intent);
  builder.note_intent(Rule::kIntentBarred, intent.id.value);
  return std::nullopt;
}

void push_intent(TransitionBuilder& builder, const Admitted& admitted, Rule beginning) {
  const config::Intent& intent = admitted.intent();
  auto& frames = builder.state.frames;
  builder.state.waiting.reset();
  builder.state.offered.clear();
  if (const auto open = find_resumable(builder.state, intent.id.value); open != frames.end()) {
    std::rotate(open, open + 1, frames.end());
    builder.note(Rule::kIntentReturned);
    return fill_from_queue(builder);
  }
  if (frames.size() >= kMaxDigressions) forget_oldest(builder);
  add_frame(builder, intent.id.value);
  builder.mark_beginning();
  builder.note(beginning);
  fill_from_queue(builder);
}

bool start_queued(TransitionBuilder& builder) {
  IntentQueue& queue = builder.state.queue;
  while (!queue.empty()) {
    const std::string next = queue.front().intent;
    const config::Intent* intent = builder.bot.find_intent(next);
    if (const auto admitted = intent ? Admitted::to_push(builder, *intent) : std::nullopt) {
      builder.say(builder.bot.replies.next);
      take_values_of_last_run(builder);
      push_intent(builder, *admitted);
      fill_from_mind(builder);
      return true;
    }
    if (!intent) builder.note_intent(Rule::kQueuedIntentGone, next);
    builder.say(builder.bot.replies.tool_failed);
    queue.erase(queue.begin());
  }
  return false;
}

bool call_intent(TransitionBuilder& builder, const config::CallStep& step) {
  const auto called = Admitted::to_begin(builder, *builder.bot.find_intent(step.intent.value));
  if (!called) return false;
  const std::vector<ParamValue> values = passed_values(builder, step.with);
  const std::string said = builder.top().said;
  add_frame(builder, called->intent().id.value).called = true;
  inherit_words(builder, said);
  builder.note(Rule::kIntentCalled);
  fill_params(builder, values);
  return true;
}

bool start_instead(TransitionBuilder& builder, const config::StartStep& step) {
  const config::Intent& intent = *builder.bot.find_intent(step.intent.value);
  const bool restarts = builder.top().intent == intent.id.value;
  const auto next = restarts ? Admitted::to_begin(builder, intent) : Admitted::to_push(builder, intent);
  if (!next) return false;
  std::vector<ParamValue> values = passed_values(builder, step.with);
  const bool called = builder.top().called;
  pop_intent(builder, Rule::kIntentDone);
  const bool was_open = find_resumable(builder.state, step.intent.value) != builder.state.frames.end();
  push_intent(builder, *next, called ? Rule::kIntentCalled : Rule::kIntentStarted);
  builder.top().called = called;
  if (was_open) {  // what the user said stays
    std::erase_if(values, [&](const ParamValue& value) { return builder.top().params.count(value.param) != 0; });
  }
  fill_params(builder, values);
  return true;
}

Frame close_intent(TransitionBuilder& builder, Rule end) {
  note_end(builder, end);
  Frame closed = std::move(builder.top());
  builder.state.frames.pop_back();
  builder.state.waiting.reset();
  return closed;
}

void resume_interrupted(TransitionBuilder& builder) {
  builder.note(Rule::kIntentResumed);
  builder.say(builder.bot.replies.resume);
  fill_from_queue(builder);  // the user may have named this intent while it could not continue
}

void cancel_top(TransitionBuilder& builder) {
  bool was_called = true;
  while (was_called && !builder.is_idle()) {
    Frame closed = close_intent(builder, Rule::kIntentCancelled);
    was_called = closed.called;
    keep_values_of_ended(builder, closed);
    builder.report_ended(std::move(closed.intent), std::move(closed.params));
  }
}

void cancel_intent(TransitionBuilder& builder) {
  cancel_top(builder);
  if (!builder.is_idle()) resume_interrupted(builder);
}

void pop_intent(TransitionBuilder& builder, Rule end) {
  note_end(builder, end);
  builder.state.frames.pop_back();
}

void close_all(TransitionBuilder& builder, Rule end) {
  builder.keeps_values = true;
  if (builder.state.handed_off) builder.state.frames.clear();  // the handoff has ended these intents
  while (!builder.is_idle()) pop_intent(builder, end);
  builder.state.queue.clear();
  builder.state.offered.clear();
  builder.state.done.reset();
  builder.state.in_mind.clear();
  builder.state.waiting.reset();
  builder.state.exhausted = 0;
}

}  // namespace parley::planner
