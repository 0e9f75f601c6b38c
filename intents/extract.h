// Extraction: the params of one intent out of one message.
//
// For each param its own `param_mapping` patterns are tried first, then what its type recognises. One piece of text
// fills one param:
//   1. The param that was asked for chooses first, and is read leniently.
//   2. A mapping pattern tells whose its text is; between two of them the param declared first.
//   3. Else the longer piece wins ("$50" over the number in it), then a type of the bot's own over a built-in one, then
//      the param declared first. Two params of one type tell nothing apart: only the asked one is filled. Two
//      different values for one param that was not asked for: neither is taken.
// Yes or no and free text are taken only when asked for, or where a mapping pattern points.
// What was found is validated; a refused value comes with the sentence that says why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/findings.h"
#include "intents/evidence.h"
#include "intents/folded_text.h"
#include "intents/pattern.h"
#include "intents/types.h"
#include "parley/understanding.h"

namespace parley::intents {

// What of a situation bears on the params of an intent.
struct Question {
  std::string_view asked;   // the param asked for; empty: none
  bool confirming = false;  // the values were just shown: a bare "60" may be the new sum
  Now now = {};
  const std::vector<std::string>* filled = nullptr;  // the params that have a value, when confirming
};

class Extractor {
 public:
  // `intent` and `types` must outlive this. Findings for mapping patterns: E401, E403, E404.
  Extractor(const config::Intent& intent, const Types& types, config::Findings& findings);

  // In the order in which the params are declared. `notes`, when given, gets what was seen and not taken.
  std::vector<ParamValue> extract(const FoldedText& text, const Question& question,
                                  std::vector<std::string>* notes = nullptr) const;

  // A value that a sentence template brought: validated, no more.
  ParamValue accept(const Captured& captured, const FoldedText& text) const;

  // A value that did not come out of a message.
  ParamValue judge(std::string_view param, const Value& value, const Now& now) const;

 private:
  struct Slot {
    const config::Param* param = nullptr;
    const Recogniser* type = nullptr;  // null: an unknown type, in a bot that has errors
    std::vector<Pattern> hints;
    std::string_view whole;  // the type that its type is, or is a part of
    bool is_declared_type = false;
    bool shares_type = false;  // with another param of the intent
  };

  // A piece of text that may be a param's value.
  struct Claim {
    std::size_t slot = 0;
    Found found;
    bool is_hint = false;
    bool is_lenient = false;
  };

  std::vector<Claim> claims_of(std::size_t slot, std::string_view text, const Question& question) const;
  bool is_akin_asked(const Slot& slot, const Question& question) const;
  static void find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& out);
  bool yields(const Claim& claim, const Claim& other) const;
  bool is_whole_message(const Claim& claim) const;
  ParamValue to_value(const Claim& claim, const FoldedText& text) const;

  std::vector<Slot> slots_;
};

}  // namespace parley::intents
