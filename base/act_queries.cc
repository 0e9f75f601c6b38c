// Tested by tests/intents/act_queries_test.cc.
#include "parley/act_queries.h"

#include <algorithm>

namespace parley {
namespace {

Act word_for(const acts::Command& command) {
  switch (command.kind) {
    case acts::Command::Kind::kCancel: return Act::kCancel;
    case acts::Command::Kind::kCancelAll: return Act::kCancelAll;
    case acts::Command::Kind::kStartOver: return Act::kReset;
    case acts::Command::Kind::kRepeat: return Act::kRepeat;
    case acts::Command::Kind::kWhy: return Act::kWhy;
    case acts::Command::Kind::kSkip: return Act::kSkip;
    case acts::Command::Kind::kDontKnow: return Act::kDontKnow;
    case acts::Command::Kind::kPerson: return Act::kHuman;
  }
  return Act::kInform;
}

Act word_for(const acts::Courtesy& courtesy) {
  switch (courtesy.kind) {
    case acts::Courtesy::Kind::kThanks: return Act::kThank;
    case acts::Courtesy::Kind::kReaction: return Act::kReact;
    case acts::Courtesy::Kind::kGreeting:
    case acts::Courtesy::Kind::kPresence: break;
  }
  return Act::kGreet;
}

// A command counts more than a no, this more than a yes, this more than a courtesy, and this more than a goodbye.
struct Weighed {
  Act word = Act::kInform;
  int weight = 0;

  // Of two equals the first counts.
  void take(Act other, int other_weight) {
    if (other_weight > weight) *this = {other, other_weight};
  }
  void operator()(const acts::Command& command) { take(word_for(command), 5); }
  void operator()(const acts::Deny&) { take(Act::kDeny, 4); }
  void operator()(const acts::Affirm&) { take(Act::kAffirm, 3); }
  void operator()(const acts::Courtesy& courtesy) { take(word_for(courtesy), 2); }
  void operator()(const acts::Closing&) { take(Act::kGoodbye, 1); }
  template <class Other>
  void operator()(const Other&) {}
};

}  // namespace

const acts::Request* find_request(const std::vector<DialogAct>& acts, acts::Request::Role role) {
  for (const DialogAct& act : acts) {
    const auto* request = std::get_if<acts::Request>(&act.what);
    if (request && request->role == role) return request;
  }
  return nullptr;
}

const Passage* find_passage(const std::vector<DialogAct>& acts) {
  for (const DialogAct& act : acts) {
    const auto* ask = std::get_if<acts::Ask>(&act.what);
    if (const auto* passage = ask ? std::get_if<Passage>(&ask->answer) : nullptr) return passage;
  }
  return nullptr;
}

const ParamValue* answer_in(const DialogAct& act) {
  if (const auto* correct = std::get_if<acts::Correct>(&act.what)) return correct->value ? &*correct->value : nullptr;
  if (const auto* retract = std::get_if<acts::Retract>(&act.what)) return &retract->value;
  const auto* inform = std::get_if<acts::Inform>(&act.what);
  return inform && inform->or_else.empty() && inform->value.intent.empty() ? &inform->value : nullptr;
}

bool corrects_by_words(const std::vector<DialogAct>& acts) {
  return std::any_of(acts.begin(), acts.end(), [](const DialogAct& act) {
    const auto* correct = std::get_if<acts::Correct>(&act.what);
    return correct && correct->by_words;
  });
}

Act main_act(const std::vector<DialogAct>& acts) {
  Weighed weighed;
  for (const DialogAct& act : acts) std::visit(weighed, act.what);
  return weighed.word;
}

}  // namespace parley
