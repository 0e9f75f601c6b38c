// Finds questions of the user. While an intent is open, such a question gives no value, does not agree, and starts
// nothing that has effects. It is answered from `answers`.
#pragma once

#include <optional>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/inquiry_forms.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Whether a question contains the value. "Is Tuesday free?" gives no day.
bool is_asked(const Message& message, const std::vector<InquiryForm>& inquiries, const ParamValue& value);

// Whether the message is a question, and nothing else.
bool only_asks(const Message& message, const std::vector<InquiryForm>& inquiries);

// Whether the yes or no of the message is no answer yet: "no wait, does it cost anything?", "ok, does it cost
// anything?".
bool keeps_question_open(const Dialog& dialog, const Message& message, const std::vector<InquiryForm>& inquiries,
                         Act act);

// Returns the values of the asked param in a clause before the first question: "Lena Vogt, but is it free?".
std::vector<ParamValue> values_before_question(const Dialog& dialog, const Message& message,
                                               const std::vector<InquiryForm>& inquiries);

// Returns false if the evidence lies in an inquiry, and the intent asks for confirmation before it acts.
bool is_wish(const Dialog& dialog, const Evidence& evidence, const std::vector<InquiryForm>& inquiries,
             const Message& message);

// Whether the evidence lies in one of the inquiries.
bool is_within(const Message& message, const Evidence& evidence, const std::vector<Inquiry>& inquiries);

// Whether a question is the request for the open intent: "what did I spend yesterday?" asks for it again, and gives the
// period.
bool repeats_request(const Dialog& dialog, const Message& message, const std::vector<InquiryForm>& inquiries,
                     const std::vector<Evidence>& found);

// Finds the questions that `answers` answers while an intent is open. `found`: the intents that the message asks for.
std::vector<Inquiry> find_answered(const Dialog& dialog, const Message& message,
                                   const std::vector<InquiryForm>& inquiries, const std::vector<Evidence>& found,
                                   const MessageReading& reading);

// Returns the question of a message that says nothing else, if the bot has no answer.
std::optional<Inquiry> find_unanswered(const Message& message, const std::vector<InquiryForm>& inquiries,
                                       const MessageReading& reading);

// The questions about one intent while nothing is open.
struct AskedAbout {
  std::vector<Inquiry> inquiries;
  bool only_asks = false;  // the message asks for no intent, although it may match one
};
// `found`: the intents that the message names.
AskedAbout find_asked_about(const Dialog& dialog, int intent, const std::vector<Evidence>& found,
                            const Message& message);

// Returns true if the clause is a question that the open intent answers: it begins no other intent.
bool is_answered_by_open(const Dialog& dialog, const Message& clause);

// Returns the entries of `answers` that may answer a question while an intent is open, in the order in which they are
// tried. The spans are empty.
std::vector<Inquiry> answerable(const Dialog& dialog);

}  // namespace parley::intents
