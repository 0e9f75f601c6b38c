// List changes: what a message does with the values of a param that takes several. "without the apples", "only
// pears", "no toppings", "none".
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

  // What is done with the value at [begin, end) of a folded message, by what stands around it.
  ListOp read(std::string_view text, std::size_t begin, std::size_t end) const;

  // Does what is said of one value go on to hold for the next? A "not" reaches over no comma: "not an apple, a pear".
  bool goes_on(std::string_view between, bool by_not) const;

  // Is the value at `begin` set against another: "not an apple", "instead of an apple"?
  bool is_contrasted(std::string_view text, std::size_t begin) const;

  // Whether the message empties the list: "none", "remove them all".
  bool clears(const Words& words) const;

  // What a message wants nothing of: the "toppings" of "no toppings" and "clear the toppings". Empty: it says no such.
  std::string_view cleared(const Words& words) const;

 private:
  Pattern removes_;
  Pattern takes_;
  Pattern off_;
  Pattern sets_;
  Pattern goes_on_;
  Pattern conjunction_;
  Pattern contrasts_;
  Pattern missing_;
  Pattern clears_;
  Pattern clears_what_;
};

// The one instance: its patterns are compiled at the first call. Thread-safe.
const ListChanges& list_changes();

}  // namespace parley::intents
