#include "planner/message_policy.h"

#include <algorithm>

#include "planner/answer_handler.h"
#include "planner/commands.h"
#include "planner/flow_executor.h"
#include "planner/follow_up.h"
#include "planner/handoff.h"
#include "planner/inquiries.h"
#include "planner/intent_offer.h"
#include "planner/intent_queue.h"
#include "planner/intent_stack.h"
#include "planner/named_intents.h"
#include "planner/openings.h"
#include "planner/options.h"
#include "planner/person_intents.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"
#include "planner/session_events.h"
#include "planner/small_talk.h"
#include "planner/values_in_mind.h"

namespace parley::planner {
namespace {

using Builder = TransitionBuilder;
using Message = Understanding;

bool has_act(const Message& message, Act act) { return message.act == act; }

// Whether all intents of the message are further intents. The message then begins with something else, such as a
// command.
bool has_only_further_intents(const Message& message) { return !message.further.empty() && message.candidates.empty(); }

bool is_replacement(const Builder& builder, const Message& message) {
  const bool calls_off =
      has_act(message, Act::kCancel) || has_act(message, Act::kCancelAll) || has_act(message, Act::kReset);
  return has_only_further_intents(message) && (calls_off || (builder.is_idle() && !has_act(message, Act::kHuman)));
}

// A message that names an intent does not cancel anything if no intent is open.
bool ends_something(const Builder& builder, const Message& message) {
  return !builder.is_idle() || message.candidates.empty();
}
bool is_cancel(const Builder& builder, const Message& message) {
  return has_act(message, Act::kCancel) && ends_something(builder, message);
}
bool is_cancel_all(const Builder& builder, const Message& message) {
  return has_act(message, Act::kCancelAll) && ends_something(builder, message);
}
bool is_reset(const Builder& builder, const Message& message) {
  return has_act(message, Act::kReset) && ends_something(builder, message);
}

// If the bot has an intent for "a person", that intent takes precedence over the command.
bool is_for_human(const Builder&, const Message& message) {
  return has_act(message, Act::kHuman) && message.candidates.empty();
}

bool nothing_is_open(const Builder& builder, const Message&) { return builder.is_idle(); }
bool question_is_lost(const Builder& builder, const Message&) { return !builder.state.waiting; }

template <PendingInput::Kind kKind>
bool waits_for(const Builder& builder, const Message&) {
  return builder.is_waiting_for(kKind);
}

// "None of them" for a list without values.
bool clears_nothing(const Builder& builder, const ParamValue& value) {
  return value.op == ListOp::kClear && builder.top().params.count(value.param) == 0;
}

// Whether the message has a valid answer that is not a free text. "none" may be such a value, so it is not read as a
// command.
bool has_answer(const Builder& builder, const Message& message) {
  const config::Param* asked = asked_param(builder);
  return asked && std::any_of(message.answers.begin(), message.answers.end(), [&](const ParamValue& value) {
           return value.param == asked->id.value && value.valid && !value.whole_message &&
                  !clears_nothing(builder, value);
         });
}

bool may_be_about_question(const Builder& builder, const Message& message) {
  return !has_answer(builder, message) && !names_other_intent(builder, message);
}
bool is_repeat(const Builder& builder, const Message& message) {
  return has_act(message, Act::kRepeat) && may_be_about_question(builder, message);
}
bool is_why(const Builder& builder, const Message& message) {
  return has_act(message, Act::kWhy) && may_be_about_question(builder, message);
}
bool is_skip(const Builder& builder, const Message& message) {
  const config::Param* asked = asked_param(builder);
  const bool is_none =
      asked && std::any_of(message.answers.begin(), message.answers.end(), [&](const ParamValue& value) {
        return value.param == asked->id.value && clears_nothing(builder, value);
      });
  const bool skips = is_none || has_act(message, Act::kSkip) || has_act(message, Act::kDontKnow);
  return skips && asked_param(builder) && may_be_about_question(builder, message);
}

// "Same for 23456 and 34567": the message only adds runs of the open intent, or also agrees.
bool adds_runs(const Builder& builder, const Message& message) {
  return !builder.is_idle() && builder.state.waiting && !builder.is_waiting_for(PendingInput::Kind::kTool) &&
         !message.others.empty() && !names_other_intent(builder, message) &&
         (has_act(message, Act::kInform) || has_act(message, Act::kAffirm));
}
bool only_adds_runs(const Builder& builder, const Message& message) {
  return adds_runs(builder, message) && has_act(message, Act::kInform) && message.answers.empty() &&
         message.ambiguous_answers.empty() && message.named.empty();
}
Next handle_further_runs(Builder& builder, const Message&) { return repeat_question(builder); }

Next handle_tool_running(Builder& builder, const Message&) { return say_tool_is_running(builder); }

Next apply_first_rule(Builder& builder, const Message& message) {
  for (const MessageRule& rule : message_rules()) {
    if (!rule.applies(builder, message)) continue;
    if (message.inquiries.empty() || rule.handle == handle_inquiry) return rule.handle(builder, message);
    // An answer may name values of the same message, but comes before the next question.
    const std::size_t before = builder.size();
    if (message.answers.empty()) answer_inquiries(builder, message, before);
    const Next next = rule.handle(builder, message);
    if (!message.answers.empty()) answer_inquiries(builder, message, next == Next::kAdvance ? builder.size() : before);
    return next;
  }
  return Next::kStop;
}

// Whether the further intents of the message are queued. Commands and replacements do not queue them.
bool queues_further_intents(const Builder& builder, const Message& message) {
  const bool is_command = is_cancel(builder, message) || is_cancel_all(builder, message) ||
                          is_reset(builder, message) || is_for_human(builder, message);
  return !message.further.empty() && !is_replacement(builder, message) && !is_command &&
         !builder.is_waiting_for(PendingInput::Kind::kTool);
}

void advance(Builder& builder, Next next) {
  if (next == Next::kAdvance) run_until_blocked(builder);
}

// Says the bot's `on_start` before the answer to the first message. If the message says nothing that the bot
// understands, the intent that `on_start` starts is the answer. Returns whether it is.
bool greet_before_answer(Builder& builder, const Message& message) {
  if (!builder.state.greets) return false;
  if (!builder.bot.on_start.before_answer) {
    builder.state.greets = false;
    return false;
  }
  const auto first = greet(builder);
  if (message.names_intent() || message.passage) return false;
  if (!first) return has_act(message, Act::kGreet);
  const bool says_nothing = has_act(message, Act::kInform) || has_act(message, Act::kGreet);
  if (!says_nothing || !builder.is_idle()) return false;
  push_intent(builder, *first);
  run_until_blocked(builder);
  return true;
}

// Whether the words of a message belong to the open intent. The answer to a question for a sensitive value is withheld.
bool may_keep_words(const Builder& builder, const Message& message) {
  if (builder.is_idle() || names_other_intent(builder, message)) return false;
  const config::Param* asked = asked_param(builder);
  return !asked || !asked->sensitive;
}

// Decides what the bot does with a message while the conversation is with the bot.
void decide(Builder& builder, const Message& message) {
  if (adds_runs(builder, message)) {
    queue_others(builder, builder.top().intent, builder.top().params, message.others);
  }
  if (greet_before_answer(builder, message)) return;
  if (const auto next = hand_over_by_intent(builder, message)) return advance(builder, *next);
  if (!queues_further_intents(builder, message)) return advance(builder, apply_first_rule(builder, message));
  Understanding first = message;
  queue_further_intents(builder, first);
  advance(builder, apply_first_rule(builder, first));
}

}  // namespace

const std::vector<MessageRule>& message_rules() {
  using Kind = PendingInput::Kind;
  static const std::vector<MessageRule> kRules = {
      // Commands. They also work while a tool runs.
      {"another intent instead", is_replacement, handle_replacement},
      {"cancel", is_cancel, handle_cancel},
      {"cancel everything", is_cancel_all, handle_cancel_all},
      {"start over", is_reset, handle_reset},
      {"a person", is_for_human, handle_human},
      {"a tool runs", waits_for<Kind::kTool>, handle_tool_running},
      // Nothing to answer.
      {"which intent is meant", answers_offer, handle_offer_answer},
      {"a follow-up", is_follow_up, handle_follow_up},
      {"small talk", is_small_talk, handle_small_talk},
      {"a question of the user", is_only_inquiry, handle_inquiry},
      {"nothing is open", nothing_is_open, handle_new_intent},
      {"the question is lost", question_is_lost, handle_lost_question},
      // Words about the question.
      {"repeat", is_repeat, handle_repeat},
      {"why", is_why, handle_why},
      {"skip", is_skip, handle_skip},
      {"a courtesy", is_courtesy_while_waiting, handle_courtesy},
      {"further runs of the open intent", only_adds_runs, handle_further_runs},
      // Answers. Each handler also decides about other params and other intents in the message.
      {"answer for a param", waits_for<Kind::kParam>, handle_param_answer},
      {"answer to a confirmation", waits_for<Kind::kConfirm>, handle_confirmation_answer},
      {"what to change", waits_for<Kind::kChange>, handle_change_answer},
      {"a choice", waits_for<Kind::kChoice>, handle_choice_answer},
  };
  return kRules;
}

void handle_message(TransitionBuilder& builder, const Understanding& message) {
  if (builder.state.handed_off) {
    leave_message_to_person(builder);
    return;
  }
  if (builder.context.over_turn_limit) {
    hand_off(builder, "max_turns");
    return;
  }
  begin_input(builder);
  builder.asks_once = builder.is_idle() && message.asks_once && !(message.params.empty() && message.elsewhere.empty());
  age_values_in_mind(builder);
  if (may_keep_words(builder, message)) remember_words(builder, message);
  decide(builder, message);
  keep_untaken_values(builder, message);
}

}  // namespace parley::planner
