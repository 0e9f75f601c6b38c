// Reads an answer to a question with options whose words may be refused: "not the gift card, the Visa card", "anything
// but Wednesday", "no, I don't fly with a stop".
#pragma once

#include <string>
#include <vector>

#include "intents/message.h"
#include "intents/option_words.h"

namespace parley::intents {

struct ChosenOptions {
  OptionAnswer answer;
  bool excludes = false;  // the message excludes some options, and names none: "anything but Wednesday"
};

ChosenOptions read_chosen_options(const Message& message, const std::vector<std::string>& labels);

}  // namespace parley::intents
