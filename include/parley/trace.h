// TraceEvent: one decision of the planner. The decisions of a step, in their order, are its trace.
//
// A trace contains only names and reasons from the bot file, and parley's own words. It never contains a value, a text
// of the user or a result of a tool. Telemetry, reports and coverage read these events.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "parley/value.h"

namespace parley {

// The comment of each rule shows the text of its event for the intent "refund", with the subject and the detail if it
// has them.
enum class Rule {
  // Intents begin, are interrupted, continue and end. Each intent that began ends with exactly one event, except
  // for the intents of a conversation that expired: no event ends them.
  kIntentStarted,        // start refund
  kIntentCalled,         // called refund: by a step of the intent below, which continues when this one ends
  kIntentReturned,       // return_to refund: it was interrupted and is on top again, because the user asked for it
  kIntentResumed,        // resume refund: the intent above it has ended
  kIntentDone,           // done refund: all its steps are done
  kIntentCancelled,      // cancelled refund
  kIntentAbandoned,      // abandoned refund.order_id: its question lapsed, or the session ended. Subject: the question
  kIntentHandedOff,      // handed_off refund: a person takes over
  kIntentGivenBack,      // given_back refund: the person gives the conversation back, and the intent continues. Takes
                         // back its kIntentHandedOff
  kIntentReplaced,       // replaced refund: another intent took its place when a question was given up
  kIntentForgotten,      // too_deep: forgot refund: too many intents were open
  kDigression,           // digress refund: another intent interrupts it
  kDigressionPostponed,  // not_now refund: another intent wanted to interrupt it and was queued
  kIntentQueued,         // queue refund
  kQueuedIntentGone,     // queued intent is gone: refund: a changed bot no longer has it
  kIntentBarred,         // barred refund: it does not begin, because its `when` does not hold
  kOpenIntentCalledOff,  // instead.cancel: the message calls the open intent off and names another. Detail: the act
  kIntentOffered,        // did_you_mean refund: the message may mean it
  kOfferTaken,           // meant refund: the user picked it
  kOfferRefused,         // meant_none: the user means none of the offered intents
  kFollowUp,             // follow_up refund: the intent that was done last begins again, with what changed
  kTakenFromBefore,      // from_before refund.order_id: an earlier message of the user has the value
  kOutcomeAsked,         // outcome_asked refund: a question or a complaint about the intent that was done last
  kSmallTalk,            // small_talk.thank: nothing is open, or a courtesy instead of an answer. Detail: the act
  kFallback,             // fallback 1: no intent matched. Detail: how many times in a row
  kHandoff,              // handoff: requested. Detail: the reason
  kForPerson,            // for_person: a message of the user, or a result, while a person has the conversation
  kGivenBack,            // given_back: resume. Detail: "resume" or "afresh"
  kGreeted,              // greeted: the bot said its `on_start`
  kOpened,               // opened refund: the bot said the `opening` of the intent
  // Questions. The subject of an event about a question is a param, "confirm" or "choice".
  kQuestionAsked,          // ask refund.order_id
  kConfirmationAsked,      // confirm refund
  kChoiceAsked,            // choose refund.order_id: which of its values is meant; choose refund: for which param
  kQuestionExhausted,      // exhausted refund.order_id: given up after its last attempt
  kQuestionLapsed,         // question_lapsed: the user came back too late
  kQuestionLost,           // adrift refund: a changed bot no longer has the question, the intent continues
  kCallerAsked,            // host_asked refund.order_id: the embedding program opened the question
  kCallerDroppedQuestion,  // host_dropped_question
  // Answers.
  kAnswered,       // answered refund.order_id
  kConfirmed,      // confirmed refund
  kDenied,         // denied refund
  kLookedUp,       // look_up refund.order_id: the user does not know it, so `if_unknown` runs
  kChosen,         // chosen refund.order_id
  kNoneChosen,     // none_chosen refund
  kNotUnderstood,  // not_understood refund.order_id
  kInvalid,        // invalid refund.order_id
  kSilent,         // silent refund.order_id
  kRejected,       // rejected refund.order_id: by a tool
  kAnswerGaveWay,  // gives_way refund.order_id: the message names another intent, which takes precedence
  kActGaveWay,     // no_right refund.yes: the message changes a value. Subject: the part of the message that does not
                   // count. Detail: why
  kOtherParamsFilled,  // other_params refund: the message is about other params than the question
  kInquiryAnswered,    // inquiry refund.order_id: an entry of `answers` answers the user's question. Subject: its param
  kInquiryUnanswered,  // no_answer refund: the bot has no answer to the user's question
  kPassageSaid,        // passage help/returns.md#how: a passage of the bot's `knowledge` answers. Subject: its source
  kNotedForLater,      // noted_for_later: the message answers the question of an interrupted intent
  // Commands, words about the question, and events of the session.
  kCancelCommand,     // command.cancel
  kNothingToCancel,   // command.cancel: nothing is open
  kCancelAllCommand,  // command.cancel_all
  kHumanCommand,      // command.human
  kRepeatCommand,     // command.repeat
  kWhyCommand,        // command.why
  kSkipCommand,       // command.skip
  kDontKnowCommand,   // command.dont_know
  kSessionEvent,      // event.reset. Detail: the event
  // Params.
  kCorrected,         // corrected refund.order_id
  kChangeRequested,   // change refund.order_id: the user named it without a new value
  kListCleared,       // cleared refund.items
  kAmbiguous,         // unclear refund.order_id
  kValueNotTaken,     // not_taken refund.order_id: invalid. Detail: why
  kPrefilled,         // prefilled refund.order_id
  kDefaultUsed,       // default refund.order_id
  kNoLongerApplies,   // no_longer_applies refund.order_id: its `when` no longer holds
  kChangedInSession,  // changed_in_session refund.order_id: by another intent
  kNoValue,           // no_value: context.user.tier: a placeholder without a value. Subject: the placeholder
  // Steps and tools. The subject is a tool, a param or the place of a step.
  kToolCalled,          // call refund.orders.find
  kToolOk,              // tool_ok refund.orders.find
  kToolFailed,          // tool_failed refund.orders.find
  kToolTimeout,         // tool_timeout refund.orders.find
  kToolUnknown,         // tool_unknown refund.orders.find
  kToolRejected,        // tool_rejected refund.orders.find
  kToolFailedBefore,    // failed_before refund.orders.find: not called again for the same message
  kToolIsRunning,       // tool_is_running refund: a message arrived meanwhile
  kOffered,             // offered refund: the tool offers other values
  kResultTaken,         // result_taken refund.order_id
  kResultRefused,       // result_refused refund.order_id
  kFactChanged,         // fact_changed refund.order_id: its check runs again with another fact of the request
  kConfirmationVoided,  // not_as_confirmed refund.order_id: a confirmed value changed without the user
  kThen,                // then refund.2
  kElse,                // else refund.2
  kStepKept,            // kept refund.2: done before with the same values
  kStepMoved,           // step_was_moved refund.orders.find: the bot changed while the tool ran
  kStepGone,            // step_is_gone refund.orders.find
  kTooManySteps,        // too_many_steps refund
  // The bot changed since the last turn.
  kIntentRenamed,        // config_changed: renamed intent refund. Detail: the former id
  kIntentDropped,        // config_changed: dropped intent refund
  kParamRenamed,         // config_changed: renamed param refund.order_id
  kParamDropped,         // config_changed: dropped param refund.order_id
  kValueDropped,         // config_changed: dropped value of refund.order_id
  kSessionParamDropped,  // config_changed: dropped session param order_id
  kQuestionDropped,      // config_changed: dropped the open question
};
inline constexpr std::size_t kRules = static_cast<std::size_t>(Rule::kQuestionDropped) + 1;

// The name in JSON: "question_asked". It never changes.
const char* to_string(Rule rule);

struct TraceEvent {
  Rule rule = Rule::kFallback;
  std::string intent;   // the intent of the event; otherwise the open intent, or empty
  std::string subject;  // a param, a tool, a step; or empty
  std::string detail;   // a reason or a number; or empty

  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
  friend bool operator<(const TraceEvent& a, const TraceEvent& b) {
    return std::tie(a.rule, a.intent, a.subject, a.detail) < std::tie(b.rule, b.intent, b.subject, b.detail);
  }
};

// Returns the text of an event, as in `explain` and in `trace` of telemetry: "ask refund.order_id".
std::string to_string(const TraceEvent& event);

// Returns a sentence for the author of the bot for each event that explains the reply, in their order: "The intent
// refund needs the param order_id, so the bot asks for it." The other events have no sentence.
std::vector<std::string> sentences_of(const std::vector<TraceEvent>& trace);

// Returns {"rule": "question_asked", "intent": "refund", "subject": "order_id"}, without empty members.
Value to_value(const TraceEvent& event);
// Reads the form of to_value(). Unset if the value has another form, or names a rule that this version does not have.
std::optional<TraceEvent> trace_event_from(const Value& value);

}  // namespace parley
