// Changes a free text or a number that a confirmation shows by what the user says about it: "no, number 21 not
// 12", "21 Elm Street, Springfield 90210, and yes", "Springfield 90210!! you dropped the city".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intents/folded_text.h"
#include "intents/words.h"

namespace parley::intents {

struct ShownText {
  std::string param;
  std::string text;
  bool is_number = false;  // changes only by "5, not 4"
};

// Returns the param that changes, with its new text. Returns nullopt if the message changes no text, or if it may be
// about more than one. `words` must be the words of `message`. The words are English.
std::optional<ShownText> amend_text(const FoldedText& message, const Words& words, const std::vector<ShownText>& shown);

}  // namespace parley::intents
