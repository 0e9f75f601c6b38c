// Recogniser: finds the values of one type in a text. Entity types, built in and declared, are all of this shape.
//
// Immutable; safe to share between threads. Works on folded text (folded_text.h): places are offsets into that.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "intents/entities/now.h"
#include "parley/value.h"

namespace parley::intents {

struct Reading {
  std::string_view text;
  Now now = {};              // what "tomorrow" is relative to
  bool asked = false;        // the text answers a question for this type: less proof is needed
  bool in_past = false;      // a day that could be the last or the next of its name is the last
  bool whole_asked = false;  // it answers a question for what this type is a part of, or for another part of it
  bool for_param =
      false;  // a bot that has a param for it is talking: told from now, and without what leads to the value
  bool with_impossible = false;  // report also what cannot be a value: Found::why
};

// Why a text that has the form of a type is no value of it.
inline constexpr std::string_view kNoSuchDay = "There is no such day.";
inline constexpr std::string_view kEndsBeforeItBegins = "The end is before the beginning.";

struct Found {
  Value value;  // canonical
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_misspelt = false;
  std::string_view why = {};  // not empty: no value, and why ("Feb 30"). Only for Reading::with_impossible
};

// Beyond this many values of one type in one message nobody means each of them. Bounds the work for a message.
inline constexpr std::size_t kMaxFound = 64;

class Recogniser {
 public:
  virtual ~Recogniser() = default;

  // Appends what is found, from left to right, none overlapping another.
  virtual void find(const Reading& reading, std::vector<Found>& out) const = 0;

  // A value of this type that needs no reading: it comes ready-made from a caller's own NLU.
  virtual bool takes(const Value&) const { return false; }

  // What an author's own pattern pointed at, when find() sees nothing in it.
  virtual std::optional<Value> from_hint(std::string_view) const { return std::nullopt; }

  // Too common a thing to be taken from a message that was not asked for it.
  virtual bool only_when_asked() const { return false; }
  // Its values show what they are by what stands around them. In a template the slot says so.
  virtual bool is_told_by_context() const { return only_when_asked(); }
  // The type of which this is a part: "person_name" for a first name. Empty: none.
  virtual std::string_view whole() const { return {}; }

  // Whatever is said is a value.
  virtual bool takes_whole_message() const { return false; }
};

// Drops what cannot be a value, unless the reading asks for it.
void drop_impossible(const Reading& reading, std::vector<Found>& all);

// Drops what overlaps a longer one (at equal length the earlier in `all`) and puts the rest in order of place.
void keep_longest(std::vector<Found>& all);

}  // namespace parley::intents
