// Finds the intents whose examples a message resembles (example_classifier.h).
#pragma once

#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// False for commands: a command is never matched by example similarity.
bool is_open_to_likeness(Act act_alone);
// Appends the intent whose examples are most similar to the message, if any qualifies.
void match_likeness(const Dialog& dialog, const Message& message, ExampleClassifier::Place place,
                    std::vector<Evidence>& out);
// Finds the intent of a message like "my laptop is dead, open a ticket, my email is a@b.c": the values and the story
// make the whole message resemble no example, but one of its clauses does. `whole`: the intents that the whole message
// resembles, all doubtful.
void prefer_clauses(const Dialog& dialog, const Message& message, std::vector<Evidence>& whole);
// Returns true if a similar example may start an intent while a question is open. Returns false for an answer, and
// for a message that is too short to be distinguished from an answer.
bool may_digress_by_likeness(const Dialog& dialog, const Message& message, const MessageReading& reading);
// While an intent is open, example similarity is too weak a reason to start one that calls a tool.
std::vector<Evidence> without_effects(const Dialog& dialog, std::vector<Evidence> found,
                                      std::vector<std::string>* notes);

}  // namespace parley::intents
