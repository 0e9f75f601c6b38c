// Part: what an act is to the open question. The meaning of an act depends on the question: a value may answer it,
// change another param, or belong to an interrupted intent.
// Tested by tests/planner/resolution_test.cc.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "parley/understanding.h"
#include "planner/open_question.h"
#include "planner/transition_builder.h"

namespace parley::planner {

enum class Part {
  kYes,
  kNo,
  // Values of the open intent.
  kAnswer,      // a valid value for the asked param, of a type other than free text
  kGuess,       // a free text for the asked param, or a value that it does not accept
  kFill,        // a value for another param, which has none
  kSame,        // changes nothing: the param has the value, or accepts no free text now
  kChange,      // another value for a param that has one
  kCorrection,  // the same with "no, I meant"; or a param to change; or two values of which the user means one
  kInvalid,     // a value that another param does not accept
  kElsewhere,   // a value for an interrupted or an offered intent
  // Options.
  kPick,
  kMaybePick,  // one of several options
  kNoneOfThem,
  // Intents.
  kUrgent,       // one that leads straight to a person (docs/dialog.md, rule 11.7)
  kRequest,      // another intent than the open one
  kSameRequest,  // the open intent
  kNextRequest,  // an intent that the message names beside something else
  kMoreRuns,     // further runs of the open intent
  kDoubt,        // an intent that the message may mean
  kTaker,        // an intent that takes a value of the message
  kFollowUp,
  // Questions of the user.
  kQuestion,
  kUnanswered,  // a question that the bot cannot answer
  kDeciding,    // whether the user says yes depends on the answer
  kPassage,     // a passage for a message that asks nothing
  // Commands.
  kCancel,
  kDropAll,  // cancel everything, start over
  kPerson,
  kAboutQuestion,  // repeat, why
  kPass,           // skip, I don't know
  // What means nothing to an intent.
  kCourtesy,
  kClosing,
  kRemark,
};
inline constexpr int kParts = static_cast<int>(Part::kRemark) + 1;
const char* to_string(Part part);  // "yes", "no", "answer", "guess", ...

// A set of enumerators.
template <class Enum>
class Set {
 public:
  constexpr Set() = default;
  constexpr Set(std::initializer_list<Enum> all) {
    for (const Enum one : all) bits_ |= bit(one);
  }
  constexpr bool is_empty() const { return bits_ == 0; }
  constexpr bool has(Enum one) const { return (bits_ & bit(one)) != 0; }
  constexpr Set operator|(Set other) const { return Set(bits_ | other.bits_); }
  constexpr Set operator-(Set other) const { return Set(bits_ & ~other.bits_); }

 private:
  constexpr explicit Set(std::uint64_t bits) : bits_(bits) {}
  static constexpr std::uint64_t bit(Enum one) { return std::uint64_t{1} << static_cast<unsigned>(one); }
  std::uint64_t bits_ = 0;
};

// `act` is one of the acts of the message.
Part part_of(const TransitionBuilder& builder, Question question, const Understanding& message, const DialogAct& act);

}  // namespace parley::planner
