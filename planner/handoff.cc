#include "planner/handoff.h"

#include <utility>

#include "planner/intent_stack.h"
#include "planner/loops.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"
#include "planner/tool_results.h"
#include "planner/value_checks.h"

namespace parley::planner {
namespace {

std::string name_of_question(const std::string& question) {
  if (question == kConfirmation) return "confirmation";
  return question == kChoice ? "choice" : question;
}

Value::Object counts_of(const std::map<std::string, Attempts, std::less<>>& attempts) {
  Value::Object counts;
  for (const auto& [question, count] : attempts) {
    counts[name_of_question(question)] = Value::Object{{"not_understood", count.not_understood},
                                                       {"invalid", count.invalid},
                                                       {"silent", count.silent},
                                                       {"rejected", count.rejected}};
  }
  return counts;
}

// Prepares a suspended intent: it can ask its questions again as often as at first, and the state keeps no sensitive
// value for longer than the intent runs.
void suspend(const config::BotDefinition& bot, Frame& frame) {
  frame.attempts.clear();
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

void suspend_all(TransitionBuilder& builder, OpenIntent open) {
  SessionState& state = builder.state;
  note_handed_off(builder);
  if (!builder.is_waiting_for(PendingInput::Kind::kTool)) state.waiting.reset();
  for (bool ends = open == OpenIntent::kEnds; ends && !builder.is_idle();) {
    ends = builder.top().called;  // a calling intent does not continue without the result
    state.frames.pop_back();
  }
  for (Frame& frame : state.frames) {
    const bool waits = state.waiting && state.waiting->plan == frame.plan;
    if (!waits) suspend(builder.bot, frame);
  }
  state.offered.clear();
  state.done.reset();
  state.in_mind.clear();
  state.exhausted = 0;
  state.unmatched = 0;
}

// Continues the top intent, or the first queued one.
Next resume(TransitionBuilder& builder, std::optional<ToolOutcome> outcome) {
  if (builder.is_idle() && builder.state.queue.empty()) {
    builder.say(builder.bot.replies.given_back);
    return Next::kStop;
  }
  if (!builder.is_idle()) builder.say(builder.bot.replies.resume);
  if (!builder.is_waiting_for(PendingInput::Kind::kTool)) return Next::kAdvance;
  return outcome ? handle_outcome(builder, *outcome) : say_tool_is_running(builder);
}

}  // namespace

Next hand_off(TransitionBuilder& builder, std::string reason, OpenIntent open) {
  builder.note(Rule::kHandoff, {}, reason);
  Handoff handoff;
  handoff.reason = reason;
  if (!builder.is_idle()) {
    const Frame& frame = builder.top();
    handoff.intent = frame.intent;
    handoff.params = values_of(frame.params);
    handoff.attempts = counts_of(frame.attempts);
    builder.report_ended(frame.intent, frame.params);
  }
  const auto& frames = builder.state.frames;
  for (std::size_t below = frames.size(); below-- > 1;) {
    handoff.recap.push_back("interrupted: " + frames[below - 1].intent);
  }
  for (const QueuedIntent& queued : builder.state.queue) handoff.recap.push_back("queued: " + queued.intent);
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

Next give_back(TransitionBuilder& builder, bool resumes) {
  if (resumes) {
    auto outcome = std::move(builder.state.handed_off->outcome);
    take_back(builder);
    return resume(builder, std::move(outcome));
  }
  builder.note(Rule::kGivenBack, {}, "afresh");
  close_all(builder, Rule::kIntentHandedOff);
  builder.state.handed_off.reset();
  builder.state.counted_from = builder.context.turn;
  builder.say(builder.bot.replies.given_back);
  return Next::kStop;
}

}  // namespace parley::planner
