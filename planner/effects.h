// Effects: what the acts of a message have done so far. The handlers of the acts write them, and the planner decides
// from them how it continues (planner/message_handler.h).
#pragma once

#include <optional>
#include <string>

#include "planner/transition_builder.h"

namespace parley::planner {

// Whether a reason takes the place of the param's own text for the failure (`reprompts`).
enum class Reason { kDefault, kReplacesReprompt };

// An answer that is not accepted.
struct Failure {
  AnswerFailure kind = AnswerFailure::kNotUnderstood;
  std::string reason;  // said before the question is asked again
  Reason replaces = Reason::kDefault;
};

struct Effects {
  bool progress = false;           // the open intent continues
  bool aside = false;              // the question is asked again at no cost
  std::string first;               // said before that
  std::optional<Failure> failure;  // an attempt of the question
  std::optional<Next> done;        // how the planner continues: nothing else is to be decided

  bool by_words = false;    // the message corrects something: "no, I meant ..."
  bool closes = false;      // the message says goodbye
  bool called_off = false;  // what was open has ended
  bool has_remark = false;  // the message says something that nothing took
  bool fits_offer = false;  // the message has a value for an offered intent
};

}  // namespace parley::planner
