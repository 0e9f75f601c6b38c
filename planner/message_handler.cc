#include "planner/message_handler.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "planner/commands.h"
#include "planner/flow_executor.h"
#include "planner/follow_up.h"
#include "planner/handoff.h"
#include "planner/inquiries.h"
#include "planner/intent_offer.h"
#include "planner/intent_stack.h"
#include "planner/openings.h"
#include "planner/option_answers.h"
#include "planner/options.h"
#include "planner/person_intents.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"
#include "planner/requests.h"
#include "planner/resolution.h"
#include "planner/session_events.h"
#include "planner/small_talk.h"
#include "planner/value_acts.h"
#include "planner/values_in_mind.h"
#include "planner/yes_no.h"

namespace parley::planner {
namespace {

// Applies the acts that are no value, no question and no intent.
class ActHandler {
 public:
  ActHandler(TransitionBuilder& builder, Question question, Effects& effects)
      : builder_(builder), question_(question), effects_(effects) {}

  void apply(const ResolvedAct& one) {
    if (one.part == Part::kPass) return pass(builder_, is_skip(*one.act), effects_);
    std::visit(*this, one.act->what);
  }

  void operator()(const acts::Affirm&) { apply_yes(builder_, question_, effects_); }
  void operator()(const acts::Deny&) { apply_no(builder_, question_, effects_); }
  void operator()(const acts::Choose& choose) { apply_choose(builder_, question_, choose, effects_); }
  void operator()(const acts::Command& command) { apply_command(builder_, command.kind, effects_); }
  void operator()(const acts::Courtesy& courtesy) { apply_courtesy(builder_, courtesy.kind, effects_); }
  void operator()(const acts::Closing&) {
    if (!effects_.called_off) apply_closing(builder_, effects_);
  }
  void operator()(const acts::FollowUp& follow_up) { apply_follow_up(builder_, follow_up, effects_); }
  void operator()(const acts::Request& request) {
    const bool repeats = request.role == acts::Request::Role::kAgain || is_open(request.wanted.candidate.intent);
    effects_.aside = effects_.aside || (repeats && !builder_.is_idle());
  }
  template <class Other>
  void operator()(const Other&) {}  // value_acts.h, inquiries.h and requests.h apply these

 private:
  bool is_open(const std::string& intent) const { return !builder_.is_idle() && builder_.top().intent == intent; }

  // "None of them" skips a list.
  static bool is_skip(const DialogAct& act) {
    const auto* command = std::get_if<acts::Command>(&act.what);
    return !command || command->kind == acts::Command::Kind::kSkip;
  }

  TransitionBuilder& builder_;
  const Question question_;
  Effects& effects_;
};

bool has_right(const Resolution& resolution, Set<Part> parts) {
  return std::any_of(resolution.acts.begin(), resolution.acts.end(),
                     [&](const ResolvedAct& one) { return one.right == Right::kActs && parts.has(one.part); });
}

// The param of an act that gives another value for it; null for any other act.
const std::string* changed_param(const ResolvedAct& one) {
  const auto* correct = one.part == Part::kChange ? std::get_if<acts::Correct>(&one.act->what) : nullptr;
  return correct ? &correct->param : nullptr;
}

// The trace says which acts do not count, and why.
void note_taken(TransitionBuilder& builder, const Resolution& resolution) {
  constexpr Set<Part> kNoted{Part::kYes,     Part::kNo,          Part::kPick,   Part::kNoneOfThem,
                             Part::kRequest, Part::kNextRequest, Part::kPerson, Part::kCancel};
  for (const ResolvedAct& one : resolution.acts) {
    if (one.right != Right::kNone || !one.by) continue;
    if (const std::string* param = changed_param(one)) {
      builder.note(Rule::kValueNotTaken, *param, one.by->reason);
    } else if (one.part == Part::kGuess && one.by->takers.has(Part::kRequest)) {
      builder.note(Rule::kAnswerGaveWay, builder.state.waiting ? builder.state.waiting->param() : "");
    } else if (kNoted.has(one.part)) {
      builder.note(Rule::kActGaveWay, to_string(one.part), one.by->reason);
    }
  }
}

// Whether the words of a message belong to the open intent. The answer to a question for a sensitive value is withheld.
bool may_keep_words(const TransitionBuilder& builder, const Resolution& resolution) {
  if (builder.is_idle() || has_right(resolution, {Part::kRequest})) return false;
  const config::Param* asked = asked_param(builder);
  return !asked || !asked->sensitive;
}

// Says the bot's `on_start` before the answer to the first message. If the message says nothing that the bot
// understands, the intent that `on_start` starts is the answer.
std::optional<Next> greet_before_answer(TransitionBuilder& builder, const Resolution& resolution) {
  if (!builder.state.greets) return std::nullopt;
  if (!builder.bot.on_start.before_answer) {
    builder.state.greets = false;
    return std::nullopt;
  }
  const auto first = greet(builder);
  const bool is_greeting = std::any_of(resolution.acts.begin(), resolution.acts.end(), [](const ResolvedAct& one) {
    const auto* courtesy = std::get_if<acts::Courtesy>(&one.act->what);
    return courtesy && courtesy->kind == acts::Courtesy::Kind::kGreeting;
  });
  const bool says_nothing = std::all_of(resolution.acts.begin(), resolution.acts.end(), [](const ResolvedAct& one) {
    const auto* courtesy = std::get_if<acts::Courtesy>(&one.act->what);
    const bool is_greeting = courtesy && courtesy->kind == acts::Courtesy::Kind::kGreeting;
    return is_greeting || one.part == Part::kRemark || one.part == Part::kTaker || one.part == Part::kUnanswered;
  });
  if (!says_nothing || !builder.is_idle()) return std::nullopt;
  if (!first) return is_greeting ? std::optional(Next::kStop) : std::nullopt;
  push_intent(builder, *first);
  return Next::kAdvance;
}

// A message that leads straight to a person.
std::optional<Next> hand_over(TransitionBuilder& builder, const Resolution& resolution) {
  for (const ResolvedAct& one : resolution.acts) {
    if (one.part != Part::kUrgent || one.right != Right::kActs) continue;
    Effects effects;
    if (!builder.is_idle()) apply_values(builder, resolution.question, value_acts_of(resolution), effects);
    queue_waiting(builder, resolution);
    return hand_over_by_intent(builder, std::get<acts::Request>(one.act->what).wanted);
  }
  return std::nullopt;
}

Effects apply_acts(TransitionBuilder& builder, const Understanding& message, const Resolution& resolution) {
  Effects effects;
  effects.closes = has_right(resolution, {Part::kClosing});
  effects.has_remark = has_right(resolution, {Part::kRemark}) && resolution.question == Question::kConfirm;
  queue_waiting(builder, resolution);
  const std::size_t before = builder.size();
  apply_values(builder, resolution.question, value_acts_of(resolution), effects);
  answer_questions(builder, resolution, effects.done ? before : builder.size(), effects);
  ActHandler handler(builder, resolution.question, effects);
  for (const ResolvedAct& one : resolution.acts) {
    if (one.right == Right::kActs && !effects.done) handler.apply(one);
  }
  if (effects.fits_offer && !effects.done && !effects.progress) take_only_offer(builder, effects);
  if (!effects.done && !effects.failure) begin_requests(builder, message, resolution, effects);
  return effects;
}

const config::TextVariants& text_if_not_understood(const TransitionBuilder& builder, Question question,
                                                   const Effects& effects) {
  const config::Replies& replies = builder.bot.replies;
  if (question != Question::kConfirm) return replies.not_understood;
  return effects.has_remark ? replies.not_done_yet : replies.confirm_again;
}

Next settle_idle(TransitionBuilder& builder, const Effects& effects) {
  if (effects.called_off && effects.closes) return end_conversation(builder);
  if (effects.progress || effects.called_off) return Next::kAdvance;
  if (!effects.aside) return handle_unmatched(builder, builder.bot.fallback.say);
  builder.state.unmatched = 0;
  return Next::kStop;
}

Next settle(TransitionBuilder& builder, Question question, Effects effects) {
  if (effects.done) return *effects.done;
  if (builder.is_idle()) return settle_idle(builder, effects);
  if (effects.called_off) resume_interrupted(builder);
  if (question == Question::kTool && !effects.progress) return say_tool_is_running(builder);
  if (question == Question::kLost) builder.note(Rule::kQuestionLost);
  if (effects.progress || question == Question::kLost) return Next::kAdvance;
  if (effects.failure) {
    return reject_answer(builder, effects.failure->kind, std::move(effects.failure->reason), effects.failure->replaces);
  }
  if (effects.aside) return repeat_question(builder, std::move(effects.first));
  return reject_answer(builder, AnswerFailure::kNotUnderstood,
                       builder.render(text_if_not_understood(builder, question, effects)));
}

// Decides what the bot does with a message while the conversation is with the bot.
Next decide(TransitionBuilder& builder, const Understanding& message) {
  const Resolution resolution = resolve(builder, message);
  if (may_keep_words(builder, resolution)) remember_words(builder, message.said);
  if (const auto next = greet_before_answer(builder, resolution)) return *next;
  if (const auto next = hand_over(builder, resolution)) return *next;
  note_taken(builder, resolution);
  return settle(builder, resolution.question, apply_acts(builder, message, resolution));
}

// Whether the message has a value for an intent that it asks for.
bool has_values_for_intent(const Understanding& message) {
  return std::any_of(message.acts.begin(), message.acts.end(), [](const DialogAct& act) {
    const auto* request = std::get_if<acts::Request>(&act.what);
    const auto* inform = std::get_if<acts::Inform>(&act.what);
    const bool is_now = request && request->role == acts::Request::Role::kNow;
    return (is_now && !request->wanted.params.empty()) || (inform && !inform->value.intent.empty());
  });
}

}  // namespace

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
  builder.asks_once = builder.is_idle() && message.asks_once && has_values_for_intent(message);
  age_values_in_mind(builder);
  if (decide(builder, message) == Next::kAdvance) run_until_blocked(builder);
  keep_untaken_values(builder, message.untaken);
}

}  // namespace parley::planner
