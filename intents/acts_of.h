// Converts between an Understanding and a list of dialog acts (parley/dialog_act.h). Both say the same, except for what
// is no act: Understanding::mentioned, `said`, `asks_once` and `refers_back`, and an untaken value that a question or a
// request mentions.
//
// acts_of() and understanding_of() are inverse to each other, up to the order of values in a list
// (tests/intents/acts_of_test.cc).
#pragma once

#include <vector>

#include "parley/understanding.h"
#include "parley/dialog_act.h"

namespace parley::intents {

// The places of words in a message. Empty: unknown.
struct SaidWords {
  Span act;      // the words of Understanding::act
  Span message;  // the whole message. If it has no act, it is a Remark
};

// Returns the acts in the order of their words. Acts without words come first. `from`: who read the message.
std::vector<DialogAct> acts_of(const Understanding& understood, const NluContext& nlu_context,
                               const SaidWords& said = {}, ActSource::Kind from = ActSource::Kind::kLexicon);

// Adds a value that no param takes as a Remark, unless the words of an act contain it.
void add_untaken(std::vector<DialogAct>& acts, const UntakenValue& value,
                 ActSource::Kind from = ActSource::Kind::kType);

// Of several commands, answers and courtesies, the one that counts most is Understanding::act (docs/dialog.md, 1.15).
Understanding understanding_of(const std::vector<DialogAct>& acts);

// Replaces the fields that acts have, and keeps what is no act.
void replace_acts(Understanding& understood, const std::vector<DialogAct>& acts);

// The value that an act gives the open intent, or takes back from it. Null: it does neither, or has several readings.
const ParamValue* answer_in(const DialogAct& act);

// Calls visit(value) for each value of an act. A Request and a FollowUp have those of their params.
template <class OneAct, class Visit>
void visit_values(OneAct& act, const Visit& visit) {
  const auto visit_all = [&](auto& values) {
    for (auto& value : values) visit(value);
  };
  const auto visit_wanted = [&](auto& wanted) {
    visit_all(wanted.params);
    for (auto& readings : wanted.ambiguous) visit_all(readings);
    visit_all(wanted.others);
  };
  if (auto* inform = std::get_if<acts::Inform>(&act.what)) visit(inform->value), visit_all(inform->or_else);
  if (auto* correct = std::get_if<acts::Correct>(&act.what); correct && correct->value) visit(*correct->value);
  if (auto* retract = std::get_if<acts::Retract>(&act.what)) visit(retract->value);
  if (auto* request = std::get_if<acts::Request>(&act.what)) visit_wanted(request->wanted);
  if (auto* follow_up = std::get_if<acts::FollowUp>(&act.what)) visit_wanted(*follow_up);
}

}  // namespace parley::intents
