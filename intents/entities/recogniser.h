// Recogniser finds the values of one type in a text. All entity types, built in and declared, implement it.
//
// Immutable; safe to share between threads. It reads folded text (folded_text.h): all offsets refer to that.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "intents/entities/now.h"
#include "intents/prefilter.h"
#include "intents/words.h"
#include "parley/value.h"

namespace parley::intents {

struct Reading {
  std::string_view text;
  Now now = {};          // reference for words such as "tomorrow"
  bool asked = false;    // the text answers a question for this type, so weaker evidence suffices
  bool in_past = false;  // an ambiguous day is the last one in the past, not the next one
  // The text answers a question for the type that contains this type, or for another part of it.
  bool whole_asked = false;
  // The reading fills a param of a bot. It accepts times relative to now, and spans exclude the words that lead to the
  // value.
  bool for_param = false;
  bool with_impossible = false;  // also report text that cannot be a value: Found::why
  bool as_spelled = false;       // no value with a typing error
  // The patterns that may match the text or a text around it. Null if that is not known.
  const Prefilter::Passed* passed = nullptr;
  const Words* words = nullptr;  // of `text`. Null if they are not known
};

// Reasons why a text in the form of a type is not a value of it.
inline constexpr std::string_view kNoSuchDay = "There is no such day.";
inline constexpr std::string_view kWrongCheckDigits = "The check digits are wrong.";
inline constexpr std::string_view kEndsBeforeItBegins = "The end is before the beginning.";

struct Found {
  Value value;  // canonical
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_misspelt = false;
  std::string_view why = {};  // not empty: why this is not a value ("Feb 30"). Only for Reading::with_impossible
};

// kMaxFound is the maximum number of values of one type in a message. It bounds the work for a message. A message with
// more values hardly means each of them.
inline constexpr std::size_t kMaxFound = 64;

class Recogniser {
 public:
  virtual ~Recogniser() = default;

  // Appends the values found, from left to right. They do not overlap.
  virtual void find(const Reading& reading, std::vector<Found>& out) const = 0;

  // Returns false if find() finds nothing in the message for which these patterns passed.
  virtual bool may_find(const Prefilter::Passed&) const { return true; }

  // Returns true if the value already is a value of this type. Used for values from the embedding program's own NLU.
  virtual bool takes(const Value&) const { return false; }

  // Returns the value of a text that a mapping pattern of the bot matched. Called when find() finds nothing in the
  // text.
  virtual std::optional<Value> from_hint(std::string_view) const { return std::nullopt; }

  // Returns true if the text has the form of a value, although find() may find no value in it: the type may need words
  // around the value, and may write the value in another form.
  virtual bool has_form(std::string_view) const { return false; }

  // Returns true for types whose values are too common in messages. Such a value counts only if the bot asked for it.
  virtual bool only_when_asked() const { return false; }
  // Returns true if only the surrounding text shows that something is a value of this type. In a template, the slot
  // shows it.
  virtual bool needs_context() const { return only_when_asked(); }
  // Returns the type that contains this type, such as "person_name" for a first name. Empty if it is not a part.
  virtual std::string_view whole() const { return {}; }

  // Returns true if any text is a value.
  virtual bool takes_whole_message() const { return false; }
};

// Removes impossible values unless the reading requests them.
void drop_impossible(const Reading& reading, std::vector<Found>& all);

// Removes values that overlap a longer one (at equal length, an earlier one in `all`), and sorts the rest by position.
void keep_longest(std::vector<Found>& all);

}  // namespace parley::intents
