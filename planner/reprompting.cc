#include "planner/reprompting.h"

#include <optional>
#include <utility>

#include "planner/ambiguity.h"
#include "planner/handoff.h"
#include "planner/intent_stack.h"
#include "planner/limits.h"
#include "planner/param_filling.h"
#include "planner/param_sources.h"
#include "planner/position.h"
#include "planner/prompting.h"

namespace parley::planner {
namespace {

// The rule, the counter, the limit and the texts of one kind of failure.
struct FailureKind {
  Rule rule;
  int Attempts::*count;
  int config::AttemptLimits::*limit;
  std::vector<config::TextVariants> config::Reprompts::*texts;
};
const FailureKind& kind_of(AnswerFailure failure) {
  using config::AttemptLimits;
  using config::Reprompts;
  static constexpr FailureKind kNotUnderstood{Rule::kNotUnderstood, &Attempts::not_understood,
                                              &AttemptLimits::not_understood, &Reprompts::not_understood};
  static constexpr FailureKind kInvalid{Rule::kInvalid, &Attempts::invalid, &AttemptLimits::invalid,
                                        &Reprompts::invalid};
  static constexpr FailureKind kSilent{Rule::kSilent, &Attempts::silent, &AttemptLimits::silent, &Reprompts::silent};
  static constexpr FailureKind kRejected{Rule::kRejected, &Attempts::rejected, &AttemptLimits::rejected,
                                         &Reprompts::rejected};
  switch (failure) {
    case AnswerFailure::kInvalid: return kInvalid;
    case AnswerFailure::kSilent: return kSilent;
    case AnswerFailure::kRejected: return kRejected;
    case AnswerFailure::kNotUnderstood: break;
  }
  return kNotUnderstood;
}

bool is_about_value(AnswerFailure failure) {
  return failure == AnswerFailure::kInvalid || failure == AnswerFailure::kRejected;
}

bool continues_without_value(const config::Param& param) {
  return param.on_exhausted == config::Exhausted::kDefault || param.on_exhausted == config::Exhausted::kSkip;
}

// Returns the text that the bot says before it asks again, after the nth failure of this kind. A reason about the
// user's value takes precedence over the texts of the param.
std::string reason_for(TransitionBuilder& builder, const config::Param& param, AnswerFailure failure, int n,
                       std::string reason, Reason kind) {
  const auto& texts = param.reprompts.*kind_of(failure).texts;
  const bool is_specific = (is_about_value(failure) || kind == Reason::kReplacesReprompt) && !reason.empty();
  if (!is_specific && !texts.empty()) return builder.render(nth_text(texts, n));
  if (failure == AnswerFailure::kInvalid && reason.empty()) return builder.render(builder.bot.replies.invalid);
  return reason;
}

// Begins the intent of `on_exhausted` instead of the open one. If it must not begin, a person takes over.
Next replace_intent(TransitionBuilder& builder, const config::Intent& intent) {
  const auto next = Admitted::to_push(builder, intent);
  if (!next) return hand_off(builder, "exhausted");
  pop_intent(builder, Rule::kIntentReplaced);
  push_intent(builder, *next);
  return Next::kAdvance;
}

// Gives up the question for a param, and does what its `on_exhausted` says.
Next give_up(TransitionBuilder& builder, const config::Param& param) {
  const std::string& name = param.id.value;
  Frame& frame = builder.top();
  builder.note(Rule::kQuestionExhausted, name);
  builder.state.waiting.reset();
  if (frame.changing == name) {  // the param keeps its value
    frame.changing.clear();
    return Next::kAdvance;
  }
  if (++builder.state.exhausted >= kMaxExhausted) return hand_off(builder, "exhausted");
  switch (param.on_exhausted) {
    case config::Exhausted::kHandoff: return hand_off(builder, "exhausted");
    case config::Exhausted::kDefault: {
      const Value value = value_for(builder, param, *param.fallback);
      if (value.is_null() && param.fallback->text) return hand_off(builder, "exhausted");
      fill_param(builder, param, value);
      break;
    }
    case config::Exhausted::kSkip: frame.skipped.push_back(name); break;
    case config::Exhausted::kCancel:
      builder.say(builder.bot.replies.cancelled);
      cancel_intent(builder);
      break;
    case config::Exhausted::kIntent:
      return replace_intent(builder, *builder.bot.find_intent(param.exhausted_intent.value));
  }
  return Next::kAdvance;
}

Next reject_param(TransitionBuilder& builder, const config::Param& param, AnswerFailure failure, int count,
                  std::string reason, Reason kind) {
  builder.note(kind_of(failure).rule, param.id.value);
  const config::AttemptLimits& limits = param.max_attempts;
  const int limit = limits.*kind_of(failure).limit;
  const bool is_last = attempts_of_question(builder).in_all() >= limits.in_all || (limit > 0 && count >= limit);
  // The bot says why it rejects a value, even if the intent continues without a value.
  const bool continues = continues_without_value(param) || builder.top().changing == param.id.value;
  if (!is_last || (continues && is_about_value(failure))) {
    builder.say(reason_for(builder, param, failure, count, std::move(reason), kind));
  }
  return is_last ? give_up(builder, param) : ask_param(builder, param);
}

Next reject_choice(TransitionBuilder& builder, AnswerFailure failure, std::string reason) {
  builder.note(kind_of(failure).rule, "choice");
  if (attempts_of_question(builder).in_all() < kMaxChoiceAttempts) {
    builder.say(std::move(reason));
    return ask_choice(builder);
  }
  Frame& frame = builder.top();
  frame.attempts.choice.reset();
  const std::vector<Choice> dropped = frame.unclear.front();
  std::erase_if(frame.unclear, [&](const auto& others) { return have_same_params(dropped, others); });
  builder.state.waiting.reset();
  return Next::kAdvance;
}

// Rejects an answer to "shall I?" or "what should I change?".
Next reject_confirmation(TransitionBuilder& builder, AnswerFailure failure, std::string reason) {
  const bool is_change = builder.state.waits_for<AskedChange>() != nullptr;
  builder.note(kind_of(failure).rule, "confirm");
  if (attempts_of_question(builder).in_all() >= builder.intent().confirm->max_attempts) {
    builder.note(Rule::kQuestionExhausted, "confirm");
    return hand_off(builder, "exhausted");
  }
  builder.say(std::move(reason));
  return is_change ? ask_what_to_change(builder) : ask_confirmation(builder);
}

Next ask_again(TransitionBuilder& builder, PendingInput::Kind kind) {
  switch (kind) {
    case PendingInput::Kind::kParam: return ask_param(builder, *asked_param(builder));
    case PendingInput::Kind::kConfirm: return ask_confirmation(builder);
    case PendingInput::Kind::kChange: return ask_what_to_change(builder);
    case PendingInput::Kind::kChoice: return ask_choice(builder);
    case PendingInput::Kind::kTool: break;
  }
  return say_tool_is_running(builder);
}

}  // namespace

Next reject_answer(TransitionBuilder& builder, AnswerFailure failure, std::string reason, Reason kind) {
  const int count = ++(attempts_of_question(builder).*kind_of(failure).count);
  if (const config::Param* param = asked_param(builder)) {
    return reject_param(builder, *param, failure, count, std::move(reason), kind);
  }
  if (builder.state.waits_for<AskedChoice>()) return reject_choice(builder, failure, std::move(reason));
  return reject_confirmation(builder, failure, std::move(reason));
}

Next repeat_question(TransitionBuilder& builder, std::string first) {
  if (!builder.state.waiting) {  // the bot has changed, and the question is gone
    builder.say(std::move(first));
    return Next::kAdvance;
  }
  const PendingInput::Kind kind = builder.state.waiting->kind();
  const int asides = builder.state.waiting->asides + 1;
  if (asides > kMaxAsides) return reject_answer(builder, AnswerFailure::kNotUnderstood, std::move(first));
  builder.say(std::move(first));
  const Next next = ask_again(builder, kind);
  auto& waiting = builder.state.waiting;
  const bool is_same = waiting && waiting->kind() == kind && kind != PendingInput::Kind::kTool;
  if (next == Next::kStop && is_same) waiting->asides = asides;
  return next;
}

Next handle_unmatched(TransitionBuilder& builder, const config::TextVariants& text) {
  const config::Fallback& fallback = builder.bot.fallback;
  int& unmatched = builder.state.unmatched;
  ++unmatched;
  builder.note(Rule::kFallback, {}, std::to_string(unmatched));
  using Then = config::Fallback::Then;
  const Then then = unmatched >= fallback.after ? fallback.then : Then::kNothing;
  std::optional<Admitted> next;
  if (then == Then::kIntent) next = Admitted::to_push(builder, *builder.bot.find_intent(fallback.intent.value));
  if (then != Then::kNothing) unmatched = 0;
  if (then == Then::kHandoff || (then == Then::kIntent && !next)) return hand_off(builder, "fallback");
  builder.say(text);
  if (!next) return Next::kStop;
  push_intent(builder, *next);
  return Next::kAdvance;
}

Next say_tool_is_running(TransitionBuilder& builder) {
  builder.note(Rule::kToolIsRunning);
  const config::ToolStep* step = waiting_step(builder.bot, builder.state);
  builder.say(step && step->progress ? *step->progress : builder.bot.replies.busy);
  builder.status = TurnStatus::kToolCall;
  return Next::kStop;
}

}  // namespace parley::planner
