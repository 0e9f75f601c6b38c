#include "planner/handoff.h"

#include <utility>

#include "planner/loops.h"
#include "planner/position.h"
#include "planner/value_checks.h"

namespace parley::planner {
namespace {

Value counts_of(const Attempts& failed) {
  return Value::Object{{"not_understood", failed.not_understood},
                       {"invalid", failed.invalid},
                       {"silent", failed.silent},
                       {"rejected", failed.rejected}};
}

Value::Object counts_of(const FailedAnswers& attempts) {
  Value::Object counts;
  if (attempts.confirmation) counts["confirmation"] = counts_of(*attempts.confirmation);
  if (attempts.choice) counts["choice"] = counts_of(*attempts.choice);
  for (const auto& [param, failed] : attempts.params) counts[param] = counts_of(failed);
  return counts;
}

// Whether the top intent has reached a `handoff` of its own, and has nothing else to tell the person.
bool only_leads_to_person(const TransitionBuilder& builder) {
  const config::StepDefinition* step = Position(builder.top().step).in(builder.intent());
  const bool is_at_handoff = step && step->is<config::HandoffStep>();
  return is_at_handoff && builder.top().params.empty() && builder.top().saved.empty();
}

Value open_intent(const std::string& intent, const FilledParams& params, const char* state) {
  return Value::Object{{"intent", intent}, {"params", values_of(params)}, {"state", state}};
}

// Collects everything that is open for the person.
void add_open(TransitionBuilder& builder, Handoff& handoff) {
  const std::vector<Frame>& frames = builder.state.frames;
  std::size_t below = frames.size();
  if (below > 1 && only_leads_to_person(builder)) --below;
  if (below > 0) {
    const Frame& frame = frames[--below];
    handoff.intent = frame.intent;
    handoff.params = values_of(frame.params);
    handoff.attempts = counts_of(frame.attempts);
  }
  while (below-- > 0) {
    handoff.recap.push_back("interrupted: " + frames[below].intent);
    handoff.open.push_back(open_intent(frames[below].intent, frames[below].params, "interrupted"));
  }
  for (const QueuedIntent& queued : builder.state.queue) {
    handoff.recap.push_back("queued: " + queued.intent);
    handoff.open.push_back(open_intent(queued.intent, queued.params, "queued"));
  }
  for (const QueuedIntent& offered : builder.state.offered) {
    handoff.open.push_back(open_intent(offered.intent, offered.params, "offered"));
  }
}

// Prepares a suspended intent: it can ask its questions again as often as at first, and the state keeps no sensitive
// value for longer than the intent runs.
void suspend(const config::BotDefinition& bot, Frame& frame) {
  frame.attempts = {};
  const config::Intent& intent = *bot.find_intent(frame.intent);
  for (const config::Param& param : intent.params) {
    if (!param.sensitive) continue;
    frame.held.erase(param.id.value);
    drop_loop_items(intent, frame, param.id.value);
    if (frame.params.erase(param.id.value) == 0) continue;
    drop_checks(intent, frame, param.id.value);
    frame.confirmed = false;
  }
}

void suspend(const config::BotDefinition& bot, QueuedIntent& queued) {
  const config::Intent* intent = bot.find_intent(queued.intent);
  if (!intent) return;  // a changed bot no longer has it, and drops it when it would begin
  for (const config::Param& param : intent->params) {
    if (param.sensitive) queued.params.erase(param.id.value);
  }
}

void suspend_all(TransitionBuilder& builder, OpenIntent open) {
  SessionState& state = builder.state;
  builder.keeps_values = true;
  note_handed_off(builder);
  if (!builder.state.waits_for<ToolWait>()) state.waiting.reset();
  for (bool ends = open == OpenIntent::kEnds; ends && !builder.is_idle();) {
    ends = builder.top().called;  // a calling intent does not continue without the result
    state.frames.pop_back();
  }
  for (Frame& frame : state.frames) {
    const bool waits = state.waiting && state.waiting->plan == frame.plan;
    if (!waits) suspend(builder.bot, frame);
  }
  for (QueuedIntent& queued : state.queue) suspend(builder.bot, queued);
  // A further run is nothing without the value that it is for.
  std::erase_if(state.queue, [](const QueuedIntent& queued) {
    return !queued.repeats_for.empty() && queued.params.count(queued.repeats_for) == 0;
  });
  state.offered.clear();
  state.done.reset();
  state.in_mind.clear();
  state.exhausted = 0;
  state.unmatched = 0;
}

}  // namespace

Next hand_off(TransitionBuilder& builder, std::string reason, OpenIntent open) {
  builder.note(Rule::kHandoff, {}, reason);
  Handoff handoff;
  handoff.reason = reason;
  add_open(builder, handoff);
  if (!builder.is_idle()) builder.report_ended(builder.top().intent, builder.top().params);
  builder.say(builder.bot.replies.handoff);
  builder.add(std::move(handoff));
  suspend_all(builder, open);
  HandedOff& handed_off = builder.state.handed_off.emplace();
  handed_off.reason = std::move(reason);
  handed_off.at = builder.context.now;
  handed_off.turn = builder.context.turn;
  builder.status = TurnStatus::kHandoff;
  return Next::kStop;
}

Next hand_off_after_too_many_steps(TransitionBuilder& builder) {
  builder.note(Rule::kTooManySteps);
  builder.say(builder.bot.replies.tool_failed);
  return hand_off(builder, "too_many_steps", OpenIntent::kEnds);
}

Next hand_off_before_barred_intent(TransitionBuilder& builder) {
  builder.say(builder.bot.replies.tool_failed);
  return hand_off(builder, "barred", OpenIntent::kEnds);
}

Next leave_message_to_person(TransitionBuilder& builder) {
  HandedOff& handed_off = *builder.state.handed_off;
  builder.note(Rule::kForPerson);
  if (!std::exchange(handed_off.said, true)) builder.say(builder.bot.replies.while_handed_off);
  return Next::kStop;
}

Next hold_outcome(TransitionBuilder& builder, const ToolOutcome& outcome) {
  builder.note(Rule::kForPerson);
  builder.state.handed_off->outcome = outcome;
  builder.state.handed_off->outcome->usage = {};  // it is already counted
  return Next::kStop;
}

void note_handed_off(TransitionBuilder& builder) {
  const auto& frames = builder.state.frames;
  for (std::size_t above = frames.size(); above > 0; --above) {
    builder.note_intent(Rule::kIntentHandedOff, frames[above - 1].intent);
  }
}

void note_given_back(TransitionBuilder& builder) {
  for (const Frame& frame : builder.state.frames) builder.note_intent(Rule::kIntentGivenBack, frame.intent);
}

void take_back(TransitionBuilder& builder) {
  builder.note(Rule::kGivenBack, {}, "resume");
  builder.state.handed_off.reset();
  builder.state.counted_from = builder.context.turn;
  note_given_back(builder);
}

}  // namespace parley::planner
