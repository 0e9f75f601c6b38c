// Queries about the dialog acts of a message (Understanding::acts). Pointers are into the acts.
//
//   const parley::Understanding heard = bot->understand("cancel my order O-12345");
//   if (const auto* request = parley::find_request(heard.acts)) {
//     std::cout << request->wanted.candidate.intent << '\n';
//     for (const parley::ParamValue& value : request->wanted.params) std::cout << value.param << '\n';
//   }
#pragma once

#include <variant>
#include <vector>

#include "parley/dialog_act.h"

namespace parley {

// The first act of a kind: find_act<acts::Choose>(heard.acts). Null: none.
template <class Kind>
const Kind* find_act(const std::vector<DialogAct>& acts) {
  for (const DialogAct& act : acts) {
    if (const Kind* found = std::get_if<Kind>(&act.what)) return found;
  }
  return nullptr;
}

template <class Kind>
bool has_act(const std::vector<DialogAct>& acts) {
  return find_act<Kind>(acts) != nullptr;
}

// Calls visit(what) for each act of a kind.
template <class Kind, class Visit>
void visit_acts(const std::vector<DialogAct>& acts, const Visit& visit) {
  for (const DialogAct& act : acts) {
    if (const Kind* found = std::get_if<Kind>(&act.what)) visit(*found);
  }
}

// The first request with a role. At most one begins now. Null: none.
const acts::Request* find_request(const std::vector<DialogAct>& acts,
                                  acts::Request::Role role = acts::Request::Role::kNow);

// The passage that answers the message. Null: none.
const Passage* find_passage(const std::vector<DialogAct>& acts);

// The value that an act gives the open intent, or takes back from it. Null: it does neither, or has several readings.
const ParamValue* answer_in(const DialogAct& act);

// Whether the message corrects by words: "no, I meant ...", "actually ...".
bool corrects_by_words(const std::vector<DialogAct>& acts);

// One word for a message. Of several commands, answers and courtesies, the one that counts most (docs/dialog.md, 1.15).
// kInform: it has none of them.
Act main_act(const std::vector<DialogAct>& acts);

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

}  // namespace parley
