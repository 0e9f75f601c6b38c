// Finds questions of the user. While an intent is open, such a question gives no value, does not agree, and starts
// nothing that has effects. It is answered from `answers`.
#pragma once

#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/inquiry_forms.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Finds the inquiries of a message while an intent is open, removes from `found` and `result` what they do not say,
// and adds their answers to `result`. Without an open intent, does nothing.
std::vector<InquiryForm> read_inquiries(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                                        MessageReading& result);
// Returns false if the evidence lies in an inquiry, and the intent asks for confirmation before it acts.
bool is_wish(const Dialog& dialog, const Evidence& evidence, const std::vector<InquiryForm>& inquiries,
             const Message& message);
// Finds the answers of an intent while nothing is open. Returns true if the message only asks something about the
// intent, although it may also match it (`found`).
bool asks_about(const Dialog& dialog, int intent, const std::vector<Evidence>& found, const Message& message,
                MessageReading& result);
bool only_asks_about(const Dialog& dialog, const std::vector<Evidence>& found, const Message& message,
                     MessageReading& result);
// Adds an inquiry without an answer if the message says nothing else.
void note_unanswered(const std::vector<InquiryForm>& inquiries, const Message& message, MessageReading& result);
// Returns true if the clause is a question that the open intent answers: it begins no other intent.
bool is_answered_by_open(const Dialog& dialog, const Message& clause);
// Returns the entries of `answers` that may answer a question while an intent is open, in the order in which they are
// tried. The spans are empty.
std::vector<Inquiry> answerable(const Dialog& dialog);

}  // namespace parley::intents
