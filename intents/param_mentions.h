// Naming finds the params of an intent that a message mentions by name, to change them ("change the date", "the amount
// is wrong") or to give a value ("the quantity should be 3").
//
// A param's name is its `name` or its id with spaces, in singular or plural. The last word alone is also a name if it
// does not name another param: "the date" for "delivery date".
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/message.h"
#include "intents/pattern.h"
#include "intents/phrases.h"

namespace parley::intents {

// NamedParam is a param that the message mentions by name. Mentions are listed from left to right.
struct NamedParam {
  std::size_t param = 0;     // index into Intent::params
  bool to_change = false;    // the surrounding words ask to change it
  bool is_assigned = false;  // "change the X to ...": the value follows
  // Offsets in the folded message: the end of the name, and where a value would begin.
  std::size_t end = 0;
  std::size_t value_begin = 0;
};

class Naming {
 public:
  // Adds the names to the prefilter.
  Naming(const config::Intent& intent, Prefilter& prefilter);

  // `changing`: the bot asked what to change. `strictly`: the
  // bot asks for a free text, so a param's name may be part of that text. The message then requests a change only if it
  // begins with the request ("change the date").
  std::vector<NamedParam> find(const Message& message, bool changing, bool strictly) const;

  // Returns true if the words are a name of the param.
  bool is_name_of(std::size_t param, std::string_view plain) const;

 private:
  Phrases names_;
  int number_ = 0;  // of the names, in the prefilter
};

}  // namespace parley::intents
