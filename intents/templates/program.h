// Program: one sentence template, ready to run (matcher.h): a list of instructions without loops, its rules written
// out.
#pragma once

#include <string>
#include <vector>

namespace parley::intents {

struct Instruction {
  enum class Op {
    kText,   // the text number `a` comes next
    kSpace,  // a word ends or begins here
    kSplit,  // go on at `a`; if that leads nowhere, at `b`
    kJump,   // go on at `a`
    kSlot,   // a value of list `a` comes next, for param `b`
    kEnd,    // nothing comes next
  };
  Op op = Op::kEnd;
  int a = 0;
  int b = 0;
};

using Program = std::vector<Instruction>;

// What a message must hold for a template to match: of each group at least one.
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
