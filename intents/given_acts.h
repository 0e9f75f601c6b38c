// Makes the acts of a message that another reader than the bot's own has read: a caller's NLU or a language model.
//
// Tested by tests/intents/given_acts_test.cc.
#pragma once

#include <optional>

#include "parley/dialog_act.h"
#include "parley/understanding.h"

namespace parley::intents {

// Whether a value would change a param of the open intent, instead of answering its question.
bool is_filled(const std::string& param, const NluContext& nlu_context);

// The act that gives the open intent a value: Inform, or Retract, or Correct if the param has a value. `by_words`: the
// correction is meant.
DialogAct::What answer_act(ParamValue value, const NluContext& nlu_context, bool by_words);

// The act that the word means. Unset for kInform.
std::optional<DialogAct::What> act_for(Act word);

}  // namespace parley::intents
