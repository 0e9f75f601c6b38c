#include "planner/handoff.h"

#include "planner/intent_stack.h"
#include "planner/prompting.h"

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

}  // namespace

Next hand_off(TransitionBuilder& builder, std::string reason) {
  builder.note(Rule::kHandoff, {}, reason);
  Handoff handoff;
  handoff.reason = std::move(reason);
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
  close_all(builder, Rule::kIntentHandedOff);
  builder.status = TurnStatus::kHandoff;
  return Next::kStop;
}

Next hand_off_after_too_many_steps(TransitionBuilder& builder) {
  builder.note(Rule::kTooManySteps);
  builder.say(builder.bot.replies.tool_failed);
  return hand_off(builder, "too_many_steps");
}

}  // namespace parley::planner
