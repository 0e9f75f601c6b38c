// Extraction: the params of one intent out of one message.
//
// For each param its own `param_mapping` patterns are tried first, then what its type recognises. One piece of text
// fills one param:
//   1. A param that is called by name with its value ("the quantity should be 3") has it.
//   2. A correction goes to the param that was filled last, if the value fits.
//   3. The param that was asked for chooses next, and is read leniently.
//   4. A mapping pattern tells whose its text is; between two of them the param declared first.
//   5. Else the longer piece wins ("$50" over the number in it), then a type of the bot's own over a built-in one, then
//      the param declared first.
// What several params could take while nothing tells which, and different values for a param that takes one, are
// ambiguous when the user can sensibly be asked which is meant; else they are passed over. Several values for as many
// params or more ("Lyon Paris" for `from` and `to`) are ambiguous one by one. Yes or no and free text are
// taken only when asked for, or where a mapping pattern or the param's name points. What is in a free text that was
// asked for belongs to it, unless a mapping pattern or a name tells otherwise. What is negated is no value.
// What was found is validated; a refused value comes with the sentence that says why. What has the form of a value and
// cannot be one ("Feb 30") is refused likewise, where nothing else fills its param.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/evidence.h"
#include "intents/folded_text.h"
#include "intents/param_mentions.h"
#include "intents/pattern.h"
#include "intents/types.h"
#include "intents/words.h"
#include "parley/understanding.h"

namespace parley::intents {

// What of a situation bears on the params of an intent.
struct Question {
  bool is_open = false;     // the intent is: what follows is known
  std::string_view asked;   // the param asked for; empty: none
  bool confirming = false;  // the values were just shown: a bare "60" may be the new sum
  bool changing = false;    // "what should I change?"
  Now now = {};
  const std::vector<std::string>* filled = nullptr;  // the params that have a value
  std::string_view filled_last;
};

// A place of a value that no param took.
struct LeftValue {
  Span span;
  std::vector<std::string> params;  // it could be a value of these
};

struct Extraction {
  std::vector<ParamValue> values;                  // in the order in which the params are declared
  std::vector<std::vector<ParamValue>> ambiguous;  // of each, one is meant
  std::vector<std::string> named;                  // to be changed
  bool corrects = false;
  std::vector<LeftValue> left;  // at most a few; empty unless notes are wanted
};

// Notes each place with the params that could take its value.
void note_untaken(const std::vector<LeftValue>& left, const std::string& intent, std::vector<std::string>& notes);

class Extractor {
 public:
  // `intent` and `types` must outlive this. Findings for mapping patterns: E401, E403, E404.
  Extractor(const config::Intent& intent, const Types& types, config::Diagnostics& findings);

  // `words` are those of `text`. `notes`, when given, gets what was seen and not taken.
  Extraction extract(const FoldedText& text, const Words& words, const Question& question,
                     std::vector<std::string>* notes = nullptr) const;

  // What answers a question for the param, if it can be told from anything else that is said.
  std::optional<ParamValue> answer(const FoldedText& text, std::string_view param, const Now& now) const;

  // A value that a sentence template brought: validated, no more.
  ParamValue accept(const Captured& captured, const FoldedText& text) const;

  // A value that did not come out of a message.
  ParamValue judge(std::string_view param, const Value& value, const Now& now) const;

  // The same by its type alone.
  ParamValue judge_type(std::string_view param, const Value& value, const Now& now) const;

  // Leaves out values of free texts and names, which nearly anything could be.
  void drop_loose(std::vector<ParamValue>& values) const;

 private:
  struct Slot {
    const config::Param* param = nullptr;
    const Recogniser* type = nullptr;  // null: an unknown type, in a bot that has errors
    std::vector<Pattern> hints;
    std::string_view type_name;  // what it is read as
    std::string_view whole;      // the type that its type is, or is a part of
    bool is_declared_type = false;
    // Of the params of its type, this one included:
    bool shares_type = false;
    std::size_t siblings_asked = 0;  // how many are asked for
    bool siblings_have_conditions = false;

    bool is_asked_for() const { return param->required || param->skippable || !param->ask.empty(); }
    bool is_name() const { return whole == "person_name"; }
    bool is_loose() const { return is_name() || (type && type->takes_whole_message()); }
  };

  // A piece of text that may be a param's value.
  struct Claim {
    std::size_t slot = 0;
    Found found;
    enum class By {
      kName,        // its param was named with it
      kCorrection,  // of the param filled last
      kHint,        // a mapping pattern
      kType,
      kLeniency,  // as if its param was asked for
      kShared     // one of several params of its type
    } by = By::kType;
  };

  friend class ExtractReader;

  std::size_t index_of(std::string_view param) const;  // as many as there are: none
  static void find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& out);
  ParamValue to_value(std::size_t slot, const Found& found, const FoldedText& text) const;
  ParamValue refused(std::size_t slot, const Found& found, const FoldedText& text) const;

  std::vector<Slot> slots_;
  Naming naming_;
  bool has_lists_ = false;
  bool is_english_ = true;
};

}  // namespace parley::intents
