// Converts between an Understanding and a list of dialog acts (parley/dialog_act.h). Both say the same, except for what
// is no act: Understanding::mentioned, `said`, `asks_once` and `refers_back`, and an untaken value that a question or a
// request mentions.
//
// acts_of() and understanding_of() are inverse to each other, up to the order of values in a list
// (tests/intents/acts_of_test.cc).
#pragma once

#include <vector>

#include "parley/dialog_act.h"
#include "parley/understanding.h"

namespace parley::intents {

// The places of words in a message. Empty: unknown.
struct SaidWords {
  Span act;      // the words of Understanding::act
  Span message;  // the whole message. If it has no act, it is a Remark
};

// Returns the acts in the order of their words. Acts without words come first. `from`: who read the message.
std::vector<DialogAct> acts_of(const Understanding& understood, const NluContext& nlu_context,
                               const SaidWords& said = {}, ActSource::Kind from = ActSource::Kind::kLexicon);

Understanding understanding_of(const std::vector<DialogAct>& acts);

}  // namespace parley::intents
