// Checks a language model's answer against the bot and the message, and converts it to an Understanding.
//
// Invariants
//   1. Every value stands for words of the message, and its param's type has read it.
//   2. The act is never a yes or a no. While the bot waits for a confirmation, it is not a cancellation either.
//   3. An intent that changes something and does not ask for confirmation is doubtful, unless the bot itself has found
//      this intent in the message.
//   4. An option and a question stand for words of the message. If only one is offered, a model cannot pick it.
//   5. Only intents whose guards hold, and params of their intents.
// Tested by tests/reading/checked_reading_test.cc.
#pragma once

#include "parley/catalog.h"
#include "parley/understanding.h"
#include "reading/answer.h"
#include "reading/shown_message.h"

namespace parley::reading {

struct CheckedReading {
  Understanding heard;
  Answer taken;           // what was used of the answer, with the words of the original message
  bool is_empty = false;  // the answer says nothing that can be used
};

// `own` is what the bot itself found in the message. The result keeps the parts of it that a model cannot give.
CheckedReading check_reading(const Answer& answer, const ShownMessage& message, const Catalog& catalog,
                             const NluContext& nlu_context, const Understanding& own);

}  // namespace parley::reading
