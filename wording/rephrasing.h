// Asks a language model to say a text of the bot in other words, and checks what it writes (docs/models.md).
//
// Invariant: a text passes check_rephrased() only if it has the same values, numbers, dates, links and options as the
// bot's own text, is a question exactly if that is one, and is not negative unless that is.
// Tested by tests/wording/rephrasing_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/model.h"
#include "parley/result.h"
#include "parley/value.h"
#include "wording/exact_parts.h"
#include "wording/masked_text.h"

namespace parley::wording {

struct OwnText {
  MaskedText text;
  std::vector<std::string> options;  // the quick replies of the question; may be empty
};

// `language` is a BCP 47 tag. `style` says how the bot speaks, in the words of its author. Empty: nothing.
std::vector<ModelMessage> rephrase_prompt(const OwnText& own, const std::string& language, const std::string& style);
Value rephrase_schema();

// Returns the text of an answer, {"text": "..."}. Empty: the model keeps the bot's own text. kInvalidRequest: another
// answer.
Result<std::string> parse_rephrased(std::string_view answer);

// Returns the text with its values. kInvalidRequest: the text does not say the same. The error says why.
Result<std::string> check_rephrased(const OwnText& own, const std::string& rephrased, const ExactParts& exact);

}  // namespace parley::wording
