// Makes dialog acts (parley/dialog_act.h) of the reading of a message.
#pragma once

#include <vector>

#include "intents/message_reading.h"
#include "parley/dialog_act.h"
#include "parley/understanding.h"

namespace parley::intents {

// The places of words in a message. Empty: unknown.
struct SaidWords {
  Span act;      // the words of Reply::act
  Span message;  // the whole message. If it has no act, it is a Remark
};

// Returns the acts in the order of their words. Acts without words come first.
std::vector<DialogAct> acts_of(const MessageReading& reading, const NluContext& nlu_context,
                               const SaidWords& said = {});

// Adds a value that no param takes as a Remark, unless the words of an act contain it.
void add_untaken(std::vector<DialogAct>& acts, const UntakenValue& value,
                 ActSource::Kind from = ActSource::Kind::kType);

// Returns the acts, and what is no act.
Understanding to_understanding(MessageReading&& reading, const NluContext& nlu_context, const SaidWords& said = {});

}  // namespace parley::intents
