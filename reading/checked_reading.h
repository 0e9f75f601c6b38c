// Checks a language model's answer against the bot and the message, and converts it to dialog acts.
//
// Invariants
//   1. Every value stands for words of the message, and its param's type has read it.
//   2. An option and a question stand for words of the message.
//   3. Only intents whose guards hold, and params of their intents.
//   4. Every act of the answer has passed `permit`, which knows what a model may say (planner/source_rights.h). The
//      source of such an act is the model. If the bot itself has found the same intent, the source is what found it.
// Tested by tests/reading/checked_reading_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "parley/catalog.h"
#include "parley/dialog_act.h"
#include "parley/understanding.h"
#include "reading/answer.h"
#include "reading/shown_message.h"

namespace parley::reading {

struct CheckedReading {
  Understanding heard;    // the acts in the order of their words
  Answer taken;           // what was used of the answer, with the words of the original message
  bool is_empty = false;  // the answer says nothing that can be used
};

// Returns the act as its source may say it. Unset: it may not.
using Permit = std::function<std::optional<DialogAct>(DialogAct)>;

// `own` is what the bot itself found in the message. The result keeps the acts of it that a model cannot give, with
// their sources.
CheckedReading check_reading(const Answer& answer, const ShownMessage& message, const Catalog& catalog,
                             const NluContext& nlu_context, const Understanding& own, const Permit& permit);

}  // namespace parley::reading
