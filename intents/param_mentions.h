// Naming: which params of an intent a message calls by name, to have them changed ("change the date", "the amount is
// wrong") or with a value ("the quantity should be 3").
//
// A param is called by its `name`, or its id with spaces; a plural for a singular; and the last word of it where that
// is no other param's: "the date" for "delivery date".
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/pattern.h"
#include "intents/phrases.h"
#include "intents/words.h"

namespace parley::intents {

// A param that is called by name, from left to right.
struct NamedParam {
  std::size_t param = 0;   // index into Intent::params
  bool to_change = false;  // by what is said around it
  bool is_told = false;    // "change the X to ...": whatever follows is the value
  // Where in the folded message it ends, and a value of it would begin.
  std::size_t end = 0;
  std::size_t value_begin = 0;
};

class Naming {
 public:
  explicit Naming(const config::Intent& intent);

  // `words` are those of `text`, a folded message. `changing`: what to change was asked. `strictly`: it may be a text
  // of the user's own, and calls for a change only when it begins as one does.
  std::vector<NamedParam> find(const Words& words, std::string_view text, bool changing, bool strictly) const;

  // Whether that is what a param is called.
  bool is_name_of(std::size_t param, std::string_view plain) const;

 private:
  Phrases names_;
};

}  // namespace parley::intents
