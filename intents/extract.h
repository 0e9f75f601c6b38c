// Extractor extracts the params of one intent from one message. The steps are in extraction/: gathering, dropping,
// settlement and results.
//
// For each param it first tries the param's own `param_mapping` patterns, then the recogniser of the param's type. One
// piece of text fills one param:
//   1. A param that is named together with its value ("the quantity should be 3") takes that value.
//   2. A correction goes to the param that was filled last, if the value fits.
//   3. The param that the bot asked for chooses next and is read leniently.
//   4. A mapping pattern decides which param its text belongs to; between two patterns, the param declared first wins.
//   5. Otherwise the longer piece wins ("$50" over the number in it), then a declared type over a built-in one, then
//      the param declared first.
// There is one exception to "one piece, one param". Of two lists of values, one may have a value that contains a value
// of the other: "no internet" and "internet". Both params then take their values.
//
// Ambiguity: a value is ambiguous if several params could take it and nothing decides between them. Different values
// for a param that takes one value are ambiguous too. Extraction reports an ambiguity if asking the user makes sense,
// and otherwise skips the values. If a message has several values for at least as many params ("Lyon Paris" for `from`
// and `to`), each value is ambiguous.
//
// Further rules:
// - Yes or no and free text are taken only when the bot asked for them, or where a mapping pattern or a name points to
//   them.
// - Text inside a requested free text belongs to it, unless a mapping pattern or a name says otherwise.
// - A negated value is not a value.
// - Extraction validates each value. A refused value comes with a sentence that explains the refusal.
// - Text that has the form of a value but cannot be one ("Feb 30") is refused in this way, too, if nothing else fills
//   its param.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/evidence.h"
#include "intents/extraction/slots.h"
#include "intents/folded_text.h"
#include "intents/message.h"
#include "intents/types.h"
#include "parley/understanding.h"

namespace parley::intents {

// Question is the part of an NluContext that affects the params of an intent.
struct Question {
  bool is_open = false;     // the intent is open; if false, the other fields are unset
  std::string_view asked;   // the param asked for; may be empty
  bool confirming = false;  // the values were just shown for confirmation: a bare "60" may be the new amount
  bool changing = false;    // the bot just asked "what should I change?"
  Now now = {};
  const std::vector<std::string>* filled = nullptr;  // the params that have a value
  std::string_view filled_last;
  const Value* values = nullptr;  // the values of `filled`; null if they are not known
};

// UntakenSpan is the span of a value that no param took.
struct UntakenSpan {
  Span span;
  std::vector<std::string> params;  // the params whose value it could be
};

struct Extraction {
  std::vector<ParamValue> values;                  // in the order in which the params are declared
  std::vector<std::vector<ParamValue>> ambiguous;  // each entry: alternatives for one value
  std::vector<ParamValue> others;                  // the further values of an enumeration (MessageReading::others)
  std::vector<std::string> named;                  // the params that the user wants to change
  bool corrects = false;
  bool has_several_values = false;   // of one param, which therefore takes none
  std::vector<UntakenSpan> untaken;  // at most a few; empty unless notes are requested
};

// Appends a note for each span with the params that could take its value.
void note_untaken(const std::vector<UntakenSpan>& values, const std::string& intent, std::vector<std::string>& notes);

class Extractor {
 public:
  // `intent` and `types` must outlive the extractor. Adds its patterns to the prefilter of the types. For mapping
  // patterns it reports E401, E403 and E404.
  Extractor(const config::Intent& intent, const Types& types, config::Diagnostics& findings);

  // When `notes` is given, extract() appends a note for each value that it saw but did not take.
  Extraction extract(const Message& message, const Question& question, std::vector<std::string>* notes = nullptr) const;

  // Reads the text as an answer to a question for the param. Returns nullopt unless the text has exactly one distinct
  // value that is spelled correctly. Also returns nullopt for a param whose type is a name, a free text or yes or no,
  // because other messages may contain such values by chance.
  std::optional<ParamValue> answer(const FoldedText& text, std::string_view param, const Now& now) const;

  // Only validates a value that a sentence template captured.
  ParamValue accept(const Captured& captured, const FoldedText& text, const Now& now) const;

  // Validates a value that does not come from a message.
  ParamValue judge(std::string_view param, const Value& value, const Now& now) const;

  // Validates a value against the param's type only.
  ParamValue judge_type(std::string_view param, const Value& value, const Now& now) const;

  // Defined in intents/bare_numbers.cc.
  // Reads the only number of the message, "send 30 to Laura", as an amount of money. Returns nullopt if another param
  // could take it, or if not exactly one required param of type `money` has no value in `said`.
  std::optional<ParamValue> bare_amount(const Message& message, const Extraction& said, const Now& now) const;
  // Gives the only number of a follow-up, "and 20 to Evan", to the param of type `money` or `number` among `filled`. If
  // there are several such params, names them in `said`, so that the bot asks for them again.
  void take_bare_number(const Message& message, const std::vector<std::string>& filled, const Now& now,
                        Extraction& said) const;

  // Removes values of free texts and names, because almost any text could be one.
  void drop_loose(std::vector<ParamValue>& values) const;
  // The same beside "I don't know". If the bot does not ask for a name, the message says which words are one.
  void drop_unnamed(std::vector<ParamValue>& values, std::string_view asked) const;

 private:
  using Slot = extraction::Slot;

  extraction::ParamSlots slots_;
};

}  // namespace parley::intents
