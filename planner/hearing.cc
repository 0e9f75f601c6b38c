// What a message means now: the order of docs/design.md, one function a line.
// Tested by tests/planner/planner_test.cc.
#include <algorithm>
#include <utility>

#include "planner/dialog.h"

namespace parley::planner {
namespace {

bool calls_off(Act act) { return act == Act::kCancel || act == Act::kCancelAll || act == Act::kReset; }

}  // namespace

void Dialog::hear(const Understanding& message) {
  if (moment_.over_turn_limit) return hand_off("max_turns");
  out_.state.steps = 0;
  out_.state.failed_calls.clear();
  lapse_question();
  const bool is_beside = !message.further.empty() && message.candidates.empty();
  if (is_beside && calls_off(message.act)) return hear_instead(message);
  if (obey_command(message)) return;
  if (is_beside && is_idle()) return hear_instead(message);
  if (!message.further.empty()) return hear_several(message);
  is_idle() ? hear_afresh(message) : hear_open(message);
}

// Several intents, in the order in which they were said; that there are more is said when the first has something to
// ask. Without a candidate the message says something to the open question first.
void Dialog::hear_several(Understanding message) {
  std::vector<FurtherIntent> later = std::move(message.further);
  message.further.clear();
  auto& candidates = message.candidates;
  if (!candidates.empty() && later.front().candidate.span.begin < candidates.front().span.begin) {
    FurtherIntent& first = later.front();
    std::swap(candidates.front(), first.candidate);
    std::swap(message.params, first.params);
    std::swap(message.ambiguous, first.ambiguous);
    std::stable_sort(later.begin(), later.end(), [](const FurtherIntent& a, const FurtherIntent& b) {
      return a.candidate.span.begin < b.candidate.span.begin;
    });
  }
  hear_now(message, later);
}

void Dialog::hear_now(const Understanding& message, const std::vector<FurtherIntent>& later) {
  const auto& waiting = out_.state.waiting;
  if (waiting && waiting->kind == PendingInput::Kind::kTool) return hear_while_tool_runs();
  std::vector<std::string> promised;
  const auto promise = [&](const FurtherIntent& wish) {
    if (queue_later(wish)) promised.push_back(wish.candidate.intent);
  };
  // An answer goes before an intent that the message names as well. What begins at once leaves the queue again.
  const bool names_another = !is_idle() && names_other_intent(message);
  if (names_another) promise({message.candidates.front(), message.params, message.ambiguous});
  for (const FurtherIntent& wish : later) promise(wish);
  is_idle() ? hear_afresh(message) : hear_open(message);
  if (out_.status == TurnStatus::kHandoff || is_idle()) return;
  const auto& queue = out_.state.queue;
  const bool waits = std::any_of(queue.begin(), queue.end(), [&](const QueuedIntent& queued) {
    return std::find(promised.begin(), promised.end(), queued.intent) != promised.end();
  });
  if (waits && waiting && waiting->kind != PendingInput::Kind::kTool) {
    out_.steps.insert(out_.steps.begin(), Say{words(bot_.replies.queued)});
  }
}

// "Forget it, what is my balance?": what is open is called off, and the other begins.
void Dialog::hear_instead(const Understanding& message) {
  if (!is_idle()) {
    note(Rule::kOpenIntentCalledOff, {}, to_string(message.act));
    call_off(message.act);
  }
  Understanding wish;
  wish.candidates.push_back(message.further.front().candidate);
  wish.params = message.further.front().params;
  wish.ambiguous = message.further.front().ambiguous;
  for (std::size_t i = 1; i < message.further.size(); ++i) queue_later(message.further[i]);
  is_idle() ? hear_afresh(wish) : digress(wish);
}

void Dialog::call_off(Act act) {
  if (act == Act::kReset) return take_event(SessionEvent::kReset);
  if (act == Act::kCancelAll) {
    clear(Rule::kIntentCancelled);
    return say(bot_.replies.cancelled_all);
  }
  out_.state.waiting.reset();
  if (!top().changing.empty()) return top().changing.clear();
  say(bot_.replies.cancelled);
  bool is_called = true;
  while (is_called && !is_idle()) {
    is_called = top().called;
    pop(Rule::kIntentCancelled);
  }
}

void Dialog::hear_open(const Understanding& message) {
  const auto& waiting = out_.state.waiting;
  if (!waiting) return hear_adrift(message);
  if (waiting->kind == PendingInput::Kind::kTool) return hear_while_tool_runs();
  if (talk_about_question(message)) return;
  switch (waiting->kind) {
    case PendingInput::Kind::kParam: return hear_answer(message);
    case PendingInput::Kind::kConfirm: return hear_confirmation(message);
    case PendingInput::Kind::kChange: return hear_change(message);
    case PendingInput::Kind::kChoice: return hear_choice(message);
    case PendingInput::Kind::kTool: return;
  }
}

// A question that has stood for longer than it may is no longer waited for (seed F45).
void Dialog::lapse_question() {
  const auto& waiting = out_.state.waiting;
  if (!waiting || waiting->expires_at == 0 || moment_.now < waiting->expires_at) return;
  note(Rule::kQuestionLapsed);
  if (!out_.state.queue.empty()) say(bot_.replies.expired);  // what was promised is not done any more
  clear(Rule::kIntentAbandoned);
}

// ---- commands -----------------------------------------------------------------------------------------------

bool Dialog::obey_command(const Understanding& message) {
  const bool names_intent = !message.candidates.empty();
  switch (message.act) {
    case Act::kCancel:
    case Act::kCancelAll:
      if (is_idle() && names_intent) return false;
      if (is_idle()) {
        note(Rule::kNothingToCancel);
        say(bot_.replies.nothing_to_cancel);
      } else if (message.act == Act::kCancel) {
        cancel();
      } else {
        note(Rule::kCancelAllCommand);
        clear(Rule::kIntentCancelled);
        say(bot_.replies.cancelled_all);
      }
      return true;
    case Act::kReset:
      if (is_idle() && names_intent) return false;
      take_event(SessionEvent::kReset);
      return true;
    case Act::kHuman:
      if (names_intent) return false;  // the bot has an intent of its own for this
      note(Rule::kHumanCommand);
      hand_off("requested");
      return true;
    default: return false;
  }
}

// What was open before this message: a change that was asked for, or else the intent itself.
void Dialog::cancel() {
  note(Rule::kCancelCommand);
  if (!top().changing.empty()) {
    top().changing.clear();
  } else {
    say(bot_.replies.cancelled);
    close(End::kCancelled);
  }
  advance();
}

// A closed param's own value goes before a word about the question: "none" may be one of its values.
bool Dialog::is_answered(const Understanding& message) const {
  const config::Param* param = asked_param();
  return param && std::any_of(message.answers.begin(), message.answers.end(), [&](const ParamValue& value) {
           return value.param == param->id.value && value.valid && !value.whole_message;
         });
}

bool Dialog::talk_about_question(const Understanding& message) {
  if (is_answered(message) || names_other_intent(message)) return false;
  const config::Param* param = asked_param();
  switch (message.act) {
    case Act::kRepeat:
      note(Rule::kRepeatCommand);
      put_again();
      return true;
    case Act::kWhy:
      note(Rule::kWhyCommand);
      put_again(words(param && param->why ? *param->why : bot_.replies.why));
      return true;
    case Act::kSkip:
    case Act::kDontKnow: break;
    default: return false;
  }
  if (!param) return false;
  const bool skips = message.act == Act::kSkip;
  note(skips ? Rule::kSkipCommand : Rule::kDontKnowCommand);
  if (param->required && !param->skippable) {
    const config::TextVariants& answer = skips         ? bot_.replies.cannot_skip
                                         : param->help ? *param->help
                                                       : bot_.replies.dont_know;
    judge(AnswerFailure::kNotUnderstood, words(answer));
    return true;
  }
  say(bot_.replies.skipped);
  forgive(param->id.value);
  top().changing.clear();
  const Value value = param->fallback ? given(*param, *param->fallback) : Value();
  if (!value.is_null()) {
    fill(*param, value);
  } else if (is_open(*param)) {
    top().skipped.push_back(param->id.value);
  }
  advance();
  return true;
}

// ---- intents ------------------------------------------------------------------------------------------------

void Dialog::hear_afresh(const Understanding& message) {
  if (message.candidates.empty()) return not_understood();
  out_.state.unmatched = 0;
  const Candidate& best = message.candidates.front();
  if (find_queued(best.intent) != out_.state.queue.end()) {  // it has waited, and begins with what was said now, too
    queue_later({best, message.params, message.ambiguous});
    push(*bot_.find_intent(best.intent));
    return advance();
  }
  push(*bot_.find_intent(best.intent));
  take(message.params, Take::kAny);
  note_unclear(message.ambiguous);
  say_rejections(message.params);
  advance();
}

void Dialog::digress(const Understanding& message) {
  const config::Intent& other = *bot_.find_intent(message.candidates.front().intent);
  if (intent().interruptible && other.interrupts) {
    note(Rule::kDigression);
    return hear_afresh(message);
  }
  note(Rule::kDigressionPostponed);
  queue_later({message.candidates.front(), message.params, message.ambiguous});
  put_again(words(bot_.replies.not_now));
}

void Dialog::hear_while_tool_runs() {
  note(Rule::kToolIsRunning);
  const config::StepDefinition* step = Position(out_.state.waiting->step).in(intent());
  say(step && step->progress ? *step->progress : bot_.replies.busy);
  out_.status = TurnStatus::kToolCall;
}

void Dialog::not_understood() {
  const config::Fallback& fallback = bot_.fallback;
  ++out_.state.unmatched;
  note(Rule::kFallback, {}, std::to_string(out_.state.unmatched));
  const bool enough = out_.state.unmatched >= fallback.after;
  if (enough && fallback.then == config::Fallback::Then::kHandoff) {
    out_.state.unmatched = 0;
    return hand_off("fallback");
  }
  say(fallback.say);
  if (enough && fallback.then == config::Fallback::Then::kIntent) {
    out_.state.unmatched = 0;
    start(*bot_.find_intent(fallback.intent.value), {});
  }
}

}  // namespace parley::planner
