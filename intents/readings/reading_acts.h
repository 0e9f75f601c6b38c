// Makes dialog acts (parley/dialog_act.h) of what a message says.
#pragma once

#include <vector>

#include "intents/message_reading.h"

namespace parley::intents {

// The places of words in a message. Empty: unknown.
struct PlacesOfWords {
  Span act;      // the words of Reply::act
  Span message;  // the whole message. If it has no act, it is a Remark
};

// Returns the acts in the order of their words. Acts without words come first.
std::vector<DialogAct> acts_of(const MessageReading& reading, const NluContext& nlu_context,
                               const PlacesOfWords& places = {});

}  // namespace parley::intents
