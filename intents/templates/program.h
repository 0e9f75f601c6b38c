// Program is one compiled sentence template (matcher.h): a list of instructions without loops, with its rules expanded.
// Tested by tests/intents/templates_random_test.cc.
#pragma once

#include <string>
#include <vector>

namespace parley::intents {

struct Instruction {
  enum class Op {
    kText,   // text number `a` is next
    kSpace,  // a word ends or begins here
    kSplit,  // continue at `a`; if that fails, at `b`
    kJump,   // continue at `a`
    kSlot,   // a value of list `a`, for param `b`, is next
    kEnd,    // end of the message
  };
  Op op = Op::kEnd;
  int a = 0;
  int b = 0;
};

using Program = std::vector<Instruction>;

// Need is a text or a value that a message may have to contain. A template matches only if the message contains at
// least one need of each group.
struct Need {
  enum class Kind { kText, kList };
  Kind kind = Kind::kText;
  int id = 0;
  friend bool operator==(const Need&, const Need&) = default;
  friend auto operator<=>(const Need&, const Need&) = default;
};
using NeedGroup = std::vector<Need>;   // sorted; any of these
using Needs = std::vector<NeedGroup>;  // all of these

}  // namespace parley::intents
