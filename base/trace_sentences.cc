// Defines sentences_of() of parley/trace.h.
//
// Tested by tests/cli/explain_test.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "parley/trace.h"

namespace parley {
namespace {

struct Sentence {
  Rule rule;
  const char* text;  // {intent}, {subject} and {detail} are those of the event
};

constexpr Sentence kSentences[] = {
    {Rule::kIntentCalled, "A step calls the intent {intent}."},
    {Rule::kIntentReturned, "The interrupted intent {intent} continues, because the user asks for it again."},
    {Rule::kIntentResumed, "The interrupted intent {intent} continues."},
    {Rule::kIntentCancelled, "The intent {intent} is cancelled."},
    {Rule::kIntentReplaced, "Another intent takes the place of {intent}."},
    {Rule::kDigression, "The open intent {intent} is interrupted, and continues afterwards."},
    {Rule::kDigressionPostponed, "The open intent {intent} must not be interrupted."},
    {Rule::kIntentQueued, "The intent {intent} waits until the open one is done."},
    {Rule::kIntentBarred, "The intent {intent} does not begin, because its 'when' does not hold."},
    {Rule::kOpenIntentCalledOff, "The message calls off the open intent."},
    {Rule::kOfferTaken, "The user picks the intent {intent} of those that the bot offered."},
    {Rule::kOfferRefused, "The user means none of the intents that the bot offered."},
    {Rule::kTakenFromBefore, "The param {subject} of {intent} takes a value that an earlier message of the user has."},
    {Rule::kOutcomeAsked, "The message asks about what the intent {intent} did, so the bot repeats it."},
    {Rule::kSmallTalk, "Small talk starts no intent; the bot answers with one of its 'replies'."},
    {Rule::kFallback, "The bot therefore says its 'fallback'."},
    {Rule::kHandoff, "The conversation goes to a person, for the reason '{detail}'."},
    {Rule::kForPerson, "A person has the conversation, so the bot does not answer."},
    {Rule::kGreeted, "The bot begins with its 'on_start'."},
    {Rule::kOpened, "The bot begins with the 'opening' of {intent}."},
    {Rule::kQuestionAsked, "The intent {intent} needs the param {subject}, so the bot asks for it."},
    {Rule::kConfirmationAsked, "The bot asks for a confirmation before it runs the steps of {intent}."},
    {Rule::kLookedUp, "The user does not know {subject}, so the bot does what its 'if_unknown' says."},
    {Rule::kQuestionExhausted, "The bot has asked for {subject} as often as 'max_attempts' allows."},
    {Rule::kConfirmed, "The user confirms, so the steps of {intent} run."},
    {Rule::kDenied, "The user does not confirm."},
    {Rule::kNotUnderstood, "The message is no answer to the open question ({subject}) that the bot understands."},
    {Rule::kInvalid, "The answer to the open question ({subject}) is not valid."},
    {Rule::kRejected, "A tool rejects the value of the param {subject}."},
    {Rule::kAnswerGaveWay, "The message could answer the open question, but it names another intent."},
    {Rule::kActGaveWay, "The message also has the part '{subject}', which does not count, because {detail}."},
    {Rule::kPassageSaid, "The bot answers from the passage {subject} of its 'knowledge'."},
    {Rule::kNotedForLater, "The message answers the question of an interrupted intent."},
    {Rule::kNothingToCancel, "Nothing is open that could be cancelled."},
    {Rule::kCorrected, "The message sets or changes the param {subject}."},
    {Rule::kPrefilled, "The param {subject} gets the value of its 'prefill'."},
    {Rule::kDefaultUsed, "The param {subject} gets the value of its 'default'."},
    {Rule::kNoValue, "The placeholder {subject} has no value, which leaves a gap in the text."},
    {Rule::kToolCalled, "The intent {intent} calls the tool {subject}."},
    {Rule::kToolOk, "The tool {subject} succeeds."},
    {Rule::kToolFailed, "The tool {subject} fails."},
    {Rule::kToolTimeout, "The tool {subject} does not answer in time."},
    {Rule::kToolRejected, "The tool {subject} rejects the value."},
    {Rule::kThen, "The condition of step {subject} holds."},
    {Rule::kElse, "The condition of step {subject} does not hold."},
    {Rule::kIntentDone, "With that, the intent {intent} is done."},
};

// Puts the names of the event into a text.
std::string filled(std::string_view text, const TraceEvent& event) {
  std::string out;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
    const std::size_t close = text.find('}');
    const std::string_view name = text.substr(open + 1, close - open - 1);
    out += text.substr(0, open);
    out += name == "intent" ? event.intent : name == "subject" ? event.subject : event.detail;
    text.remove_prefix(close + 1);
  }
  return out.append(text);
}

}  // namespace

std::vector<std::string> sentences_of(const std::vector<TraceEvent>& trace) {
  std::vector<std::string> sentences;
  for (const TraceEvent& event : trace) {
    const auto* found = std::find_if(std::begin(kSentences), std::end(kSentences),
                                     [&](const Sentence& one) { return one.rule == event.rule; });
    if (found != std::end(kSentences)) sentences.push_back(filled(found->text, event));
  }
  return sentences;
}

}  // namespace parley
