// Message holds one message in the forms that the stages of understanding read.
#pragma once

#include <string_view>

#include "intents/folded_text.h"
#include "intents/prefilter.h"
#include "intents/words.h"

namespace parley::intents {

struct Message {
  // `original` and `prefilter` must outlive the message.
  Message(std::string_view original, const Prefilter& prefilter)
      : text(original), words(text.text()), passed(prefilter.pass(text.text())) {}
  FoldedText text;
  Words words;
  Prefilter::Passed passed;  // which of the bot's patterns may match
};

}  // namespace parley::intents
