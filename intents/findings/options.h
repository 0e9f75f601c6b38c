// Finds answers that pick one of the offered choices.
#pragma once

#include <optional>

#include "intents/dialog.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

struct Choice {
  std::optional<acts::Choose> picked;  // unset: the message only excludes options, and several are left
  bool says_nothing_else = true;       // only a position or words of the choices
  bool is_answer = false;              // words that elsewhere are an act are no act here: "I don't know, the blue one"
};

// Finds the offered choices that the message picks by their position or their words.
std::optional<Choice> find_choice(const Dialog& dialog, const Message& message, const Reply& reply);

// Whether the words of a value pick the choice. They then are no value of a param: "the second one" is not a quantity.
bool is_part_of(const Choice& choice, const ParamValue& value, const NluContext& context);

// While the bot shows the values for confirmation, "no, the first one" picks an option of the last question that listed
// its options. Returns the value of its param.
std::optional<ParamValue> find_earlier_option(const Dialog& dialog, const Message& message);

}  // namespace parley::intents
