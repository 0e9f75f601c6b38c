// ValuePlace is the place of a value in a text that a bot says.
// Tested by tests/planner/rephrasable_texts_test.cc.
#pragma once

#include <string>

#include "parley/understanding.h"

namespace parley::config {

struct ValuePlace {
  Span span;         // bytes of the text
  std::string name;  // the placeholder that the bot's author wrote: "order.id"
  friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
};

}  // namespace parley::config
