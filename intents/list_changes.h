// ListChanges detects how a message changes a param that takes several values: "without the apples", "only pears", "no
// toppings", "none".
#pragma once

#include <optional>
#include <string_view>

#include "intents/pattern.h"
#include "intents/words.h"
#include "parley/understanding.h"

namespace parley::intents {

class ListChanges {
 public:
  ListChanges();

  // Returns the operation on the value at [begin, end) of a folded message, based on the surrounding text.
  ListOp read(std::string_view text, std::size_t begin, std::size_t end) const;

  // Returns true if the message says to leave the value at `begin` in the list: "don't remove the lamp".
  bool keeps(std::string_view text, std::size_t begin) const;

  // Returns true if the operation on one value also applies to the next. A "not" does not apply after a comma: "not an
  // apple, a pear".
  bool continues(std::string_view between, bool by_not) const;

  // Returns true if the value at `begin` is contrasted with another: "not an apple", "instead of an apple".
  bool is_contrasted(std::string_view text, std::size_t begin) const;

  // Returns true if the message empties the list: "none", "remove them all".
  bool clears(const Words& words) const;

  // Returns the words that name the things to clear: "toppings" in "no toppings" and "clear the toppings". Returns an
  // empty view if the message clears nothing.
  std::string_view cleared(const Words& words) const;

 private:
  Pattern removes_;
  Pattern keeps_;
  Pattern takes_;
  Pattern off_;
  Pattern sets_;
  Pattern sets_code_;  // before a code
  Pattern sets_behind_;
  Pattern continues_;
  Pattern conjunction_;
  Pattern contrasts_;
  Pattern missing_;
  Pattern clears_;
  Pattern clears_what_;
};

// Returns the shared instance. Its patterns are compiled at the first call. Thread-safe.
const ListChanges& list_changes();

}  // namespace parley::intents
