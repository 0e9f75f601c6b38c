// Tested by tests/base/trace_test.cc.
#include "parley/trace.h"

#include <iterator>
#include <utility>

namespace parley {
namespace {

// In a text, '@' stands for the intent with its subject ("refund.order_id"), '$' for the subject alone, and '%' for the
// detail.
struct RuleTexts {
  Rule rule;
  const char* name;
  const char* text;
};
constexpr RuleTexts kTexts[] = {
    {Rule::kIntentStarted, "intent_started", "start @"},
    {Rule::kIntentCalled, "intent_called", "called @"},
    {Rule::kIntentReturned, "intent_returned", "return_to @"},
    {Rule::kIntentResumed, "intent_resumed", "resume @"},
    {Rule::kIntentDone, "intent_done", "done @"},
    {Rule::kIntentCancelled, "intent_cancelled", "cancelled @"},
    {Rule::kIntentAbandoned, "intent_abandoned", "abandoned @"},
    {Rule::kIntentHandedOff, "intent_handed_off", "handed_off @"},
    {Rule::kIntentGivenBack, "intent_given_back", "given_back @"},
    {Rule::kIntentReplaced, "intent_replaced", "replaced @"},
    {Rule::kIntentForgotten, "intent_forgotten", "too_deep: forgot @"},
    {Rule::kDigression, "digression", "digress @"},
    {Rule::kDigressionPostponed, "digression_postponed", "not_now @"},
    {Rule::kIntentQueued, "intent_queued", "queue @"},
    {Rule::kQueuedIntentGone, "queued_intent_gone", "queued intent is gone: @"},
    {Rule::kIntentBarred, "intent_barred", "barred @"},
    {Rule::kOpenIntentCalledOff, "open_intent_called_off", "instead.%"},
    {Rule::kIntentOffered, "intent_offered", "did_you_mean @"},
    {Rule::kOfferTaken, "offer_taken", "meant @"},
    {Rule::kOfferRefused, "offer_refused", "meant_none"},
    {Rule::kFollowUp, "follow_up", "follow_up @"},
    {Rule::kTakenFromBefore, "taken_from_before", "from_before @"},
    {Rule::kOutcomeAsked, "outcome_asked", "outcome_asked @"},
    {Rule::kSmallTalk, "small_talk", "small_talk.%"},
    {Rule::kFallback, "fallback", "fallback %"},
    {Rule::kHandoff, "handoff", "handoff: %"},
    {Rule::kForPerson, "for_person", "for_person"},
    {Rule::kGivenBack, "given_back", "given_back: %"},
    {Rule::kGreeted, "greeted", "greeted"},
    {Rule::kOpened, "opened", "opened @"},
    {Rule::kQuestionAsked, "question_asked", "ask @"},
    {Rule::kConfirmationAsked, "confirmation_asked", "confirm @"},
    {Rule::kChoiceAsked, "choice_asked", "choose @"},
    {Rule::kQuestionExhausted, "question_exhausted", "exhausted @"},
    {Rule::kQuestionLapsed, "question_lapsed", "question_lapsed"},
    {Rule::kQuestionLost, "question_lost", "adrift @"},
    {Rule::kCallerAsked, "caller_asked", "host_asked @"},
    {Rule::kCallerDroppedQuestion, "caller_dropped_question", "host_dropped_question"},
    {Rule::kAnswered, "answered", "answered @"},
    {Rule::kConfirmed, "confirmed", "confirmed @"},
    {Rule::kDenied, "denied", "denied @"},
    {Rule::kLookedUp, "looked_up", "look_up @"},
    {Rule::kChosen, "chosen", "chosen @"},
    {Rule::kNoneChosen, "none_chosen", "none_chosen @"},
    {Rule::kNotUnderstood, "answer_not_understood", "not_understood @"},
    {Rule::kInvalid, "answer_invalid", "invalid @"},
    {Rule::kSilent, "answer_silent", "silent @"},
    {Rule::kRejected, "answer_rejected", "rejected @"},
    {Rule::kAnswerGaveWay, "answer_gave_way", "gives_way @"},
    {Rule::kActGaveWay, "act_gave_way", "no_right @: %"},
    {Rule::kOtherParamsFilled, "other_params_filled", "other_params @"},
    {Rule::kInquiryAnswered, "inquiry_answered", "inquiry @"},
    {Rule::kInquiryUnanswered, "inquiry_unanswered", "no_answer @"},
    {Rule::kPassageSaid, "passage_said", "passage $"},
    {Rule::kNotedForLater, "noted_for_later", "noted_for_later"},
    {Rule::kCancelCommand, "cancel_command", "command.cancel"},
    {Rule::kNothingToCancel, "nothing_to_cancel", "command.cancel: nothing is open"},
    {Rule::kCancelAllCommand, "cancel_all_command", "command.cancel_all"},
    {Rule::kHumanCommand, "human_command", "command.human"},
    {Rule::kRepeatCommand, "repeat_command", "command.repeat"},
    {Rule::kWhyCommand, "why_command", "command.why"},
    {Rule::kSkipCommand, "skip_command", "command.skip"},
    {Rule::kDontKnowCommand, "dont_know_command", "command.dont_know"},
    {Rule::kSessionEvent, "session_event", "event.%"},
    {Rule::kCorrected, "corrected", "corrected @"},
    {Rule::kChangeRequested, "change_requested", "change @"},
    {Rule::kListCleared, "list_cleared", "cleared @"},
    {Rule::kAmbiguous, "ambiguous", "unclear @"},
    {Rule::kValueNotTaken, "value_not_taken", "not_taken @: %"},
    {Rule::kPrefilled, "prefilled", "prefilled @"},
    {Rule::kDefaultUsed, "default_used", "default @"},
    {Rule::kNoLongerApplies, "no_longer_applies", "no_longer_applies @"},
    {Rule::kChangedInSession, "changed_in_session", "changed_in_session @"},
    {Rule::kNoValue, "no_value", "no_value: $"},
    {Rule::kToolCalled, "tool_called", "call @"},
    {Rule::kToolOk, "tool_ok", "tool_ok @"},
    {Rule::kToolFailed, "tool_failed", "tool_failed @"},
    {Rule::kToolTimeout, "tool_timeout", "tool_timeout @"},
    {Rule::kToolUnknown, "tool_unknown", "tool_unknown @"},
    {Rule::kToolRejected, "tool_rejected", "tool_rejected @"},
    {Rule::kToolFailedBefore, "tool_failed_before", "failed_before @"},
    {Rule::kToolIsRunning, "tool_is_running", "tool_is_running @"},
    {Rule::kOffered, "offered", "offered @"},
    {Rule::kResultTaken, "result_taken", "result_taken @"},
    {Rule::kResultRefused, "result_refused", "result_refused @"},
    {Rule::kFactChanged, "fact_changed", "fact_changed @"},
    {Rule::kConfirmationVoided, "confirmation_voided", "not_as_confirmed @"},
    {Rule::kThen, "then", "then @"},
    {Rule::kElse, "else", "else @"},
    {Rule::kStepKept, "step_kept", "kept @"},
    {Rule::kStepMoved, "step_moved", "step_was_moved @"},
    {Rule::kStepGone, "step_gone", "step_is_gone @"},
    {Rule::kTooManySteps, "too_many_steps", "too_many_steps @"},
    {Rule::kIntentRenamed, "intent_renamed", "config_changed: renamed intent @"},
    {Rule::kIntentDropped, "intent_dropped", "config_changed: dropped intent @"},
    {Rule::kParamRenamed, "param_renamed", "config_changed: renamed param @"},
    {Rule::kParamDropped, "param_dropped", "config_changed: dropped param @"},
    {Rule::kValueDropped, "value_dropped", "config_changed: dropped value of @"},
    {Rule::kSessionParamDropped, "session_param_dropped", "config_changed: dropped session param $"},
    {Rule::kQuestionDropped, "question_dropped", "config_changed: dropped the open question"},
};
static_assert(std::size(kTexts) == kRules);

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kRules; ++i) {
    if (kTexts[i].rule != static_cast<Rule>(i)) return false;
  }
  return true;
}
static_assert(is_in_order());

const RuleTexts& texts_of(Rule rule) { return kTexts[static_cast<std::size_t>(rule)]; }

// The strings of an event as members of its JSON object.
constexpr std::pair<const char*, std::string TraceEvent::*> kMembers[] = {
    {"intent", &TraceEvent::intent}, {"subject", &TraceEvent::subject}, {"detail", &TraceEvent::detail}};

}  // namespace

const char* to_string(Rule rule) { return texts_of(rule).name; }

std::string to_string(const TraceEvent& event) {
  std::string text;
  for (const char* at = texts_of(event.rule).text; *at != '\0'; ++at) {
    switch (*at) {
      case '@':
        text += event.intent;
        if (!event.subject.empty()) text.append(".").append(event.subject);
        break;
      case '$': text += event.subject; break;
      case '%': text += event.detail; break;
      default: text += *at;
    }
  }
  return text;
}

Value to_value(const TraceEvent& event) {
  Value::Object object{{"rule", to_string(event.rule)}};
  for (const auto& [name, member] : kMembers) {
    if (!(event.*member).empty()) object[name] = event.*member;
  }
  return Value(std::move(object));
}

std::optional<TraceEvent> trace_event_from(const Value& value) {
  const Value* named = value.find("rule");
  const std::string* name = named ? named->if_string() : nullptr;
  if (!name) return std::nullopt;
  for (const RuleTexts& texts : kTexts) {
    if (*name != texts.name) continue;
    TraceEvent event{texts.rule, {}, {}, {}};
    for (const auto& [key, member] : kMembers) {
      const Value* found = value.find(key);
      const std::string* text = found ? found->if_string() : nullptr;
      if (found && !text) return std::nullopt;
      if (text) event.*member = *text;
    }
    return event;
  }
  return std::nullopt;
}

}  // namespace parley
