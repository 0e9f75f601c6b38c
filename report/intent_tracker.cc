// Tested by tests/report/intent_tracker_test.cc.
#include "report/intent_tracker.h"

#include <algorithm>

namespace parley::report {
namespace {

// Splits the subject of a rule such as "ask refund.order_id". A param has no dot in its name, an intent may have one.
struct Subject {
  std::string_view intent, param;
};
Subject subject_of(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return {text, {}};
  return {text.substr(0, dot), text.substr(dot + 1)};
}

bool is_of_param(std::string_view rule) {
  constexpr std::string_view kRules[] = {"ask",      "answered",  "not_understood", "invalid", "silent",
                                         "rejected", "exhausted", "corrected",      "chosen",  "choose"};
  return std::find(std::begin(kRules), std::end(kRules), rule) != std::end(kRules);
}

}  // namespace

// ---- one rule -------------------------------------------------------------------------------------------------

void IntentTracker::apply(std::string_view rule, Counters& tallies) {
  if (apply_of_conversation(rule, tallies)) return;
  const std::size_t space = rule.find(' ');
  if (space == std::string_view::npos || space + 1 == rule.size()) return;
  const std::string_view word = rule.substr(0, space);
  const std::string_view about = rule.substr(space + 1);
  const bool done_was_called = done_was_called_;
  if (apply_of_intent(word, about, tallies)) {
    if (word != "done") done_was_called_ = false;
    return;
  }
  done_was_called_ = done_was_called;
  const Subject subject = subject_of(about);
  if (is_of_param(word)) {
    done_was_called_ = false;
    // "choose refund" concerns several params of the intent.
    const bool of_several = word == "choose" && is_open(tallies.names.id_of(about));
    return apply_of_param(word, of_several ? about : subject.intent, subject.param, tallies);
  }
  // Any other rule that names the top intent shows that it continues.
  const NameId top_one = top();
  const std::string_view name = open_.empty() ? std::string_view() : std::string_view(tallies.names.to_string(top_one));
  const bool names_top =
      about.substr(0, name.size()) == name && (about.size() == name.size() || about[name.size()] == '.');
  if (!open_.empty() && names_top) doubt_ = Doubt::kNone;
}

bool IntentTracker::apply_of_conversation(std::string_view rule, Counters& tallies) {
  if (rule.substr(0, 8) == "handoff:") {
    close_all(IntentEnd::kHandedOff, tallies);
  } else if (rule == "command.cancel_all" || rule == "event.reset" || rule == "instead.cancel_all") {
    close_all(IntentEnd::kCancelled, tallies);
  } else if (rule == "event.end" || rule == "question_lapsed") {
    close_all(IntentEnd::kAbandoned, tallies);
  } else if (rule == "command.cancel" || rule == "instead.cancel") {
    give_up_doubt(tallies);
    if (!open_.empty()) doubt_ = Doubt::kCancelled;
  } else if (rule.substr(0, 17) == "too_deep: forgot ") {
    forget_first(tallies);
  } else {
    return false;
  }
  done_was_called_ = false;
  return true;
}

bool IntentTracker::apply_of_intent(std::string_view rule, std::string_view intent, Counters& tallies) {
  const auto id = [&] { return tallies.names.id_of(intent); };
  if (rule == "start") {
    // After "done a" of a called intent, "start b" replaces it. After "exhausted a.p", "start b" replaces a, too.
    const bool in_place = done_was_called_;
    if (doubt_ == Doubt::kExhausted) close_top(IntentEnd::kOtherwise, tallies);
    give_up_doubt(tallies);
    begin(id(), in_place, tallies);
  } else if (rule == "called") {
    doubt_ = Doubt::kNone;
    begin(id(), true, tallies);
  } else if (rule == "return_to") {
    give_up_doubt(tallies);
    bring_back(id(), tallies);
  } else if (rule == "done") {
    bring_up(id(), tallies);
    done_was_called_ = open_.back().called;
    close_top(IntentEnd::kCompleted, tallies);
  } else if (rule == "resume") {
    give_up_doubt(tallies);
    bring_up(id(), tallies);
  } else if (rule == "digress") {
    bring_up(id(), tallies);
    ++tallies.intents[open_.back().intent].digressed_from;
  } else if (rule == "confirm") {
    bring_up(id(), tallies);
    ask(tallies.names.id_of("confirm"), 0, tallies);
  } else if (rule == "confirmed" || rule == "denied") {
    bring_up(id(), tallies);
    const NameId confirm = tallies.names.id_of("confirm");
    answer(confirm, tallies);
    if (rule == "denied") {
      ++tallies.param(open_.back().intent, confirm).denied;
      doubt_ = Doubt::kDenied;
    }
  } else if (rule == "none_chosen") {
    bring_up(id(), tallies);
    answer(tallies.names.id_of("choice"), tallies);
  } else {
    return false;
  }
  return true;
}

void IntentTracker::apply_of_param(std::string_view rule, std::string_view intent, std::string_view param,
                                   Counters& tallies) {
  bring_up(tallies.names.id_of(intent), tallies);
  if (rule == "choose" || rule == "chosen") param = "choice";
  const NameId id = tallies.names.id_of(param);
  if (rule == "ask" || rule == "choose") return ask(id, 0, tallies);
  if (rule == "answered" || rule == "chosen") return answer(id, tallies);
  ParamTally& tally = tallies.param(open_.back().intent, id);
  if (rule == "corrected") {
    ++tally.corrected;
  } else if (rule == "exhausted") {
    ++tally.exhausted;
    std::erase_if(open_.back().asked, [&](const Asked& one) { return one.param == id; });
    doubt_ = Doubt::kExhausted;
  } else {
    ++tally.missed;
    ++(rule == "invalid"    ? tally.invalid
       : rule == "silent"   ? tally.silent
       : rule == "rejected" ? tally.rejected
                            : tally.not_understood);
    miss(id);
  }
}

// ---- the end of a turn ----------------------------------------------------------------------------------------

void IntentTracker::settle(TurnResult status, Counters& tallies) {
  const bool asks = status == TurnResult::kWaiting || status == TurnResult::kToolCall;
  if (doubt_ == Doubt::kDenied && asks) doubt_ = Doubt::kNone;  // the bot asks "what should I change?"
  give_up_doubt(tallies);
  done_was_called_ = false;
  if (status == TurnResult::kHandoff) close_all(IntentEnd::kHandedOff, tallies);
  if (status == TurnResult::kDone) close_all(IntentEnd::kCancelled, tallies);
  open_.shrink_to_fit();
}

void IntentTracker::close_all(IntentEnd end, Counters& tallies) {
  doubt_ = Doubt::kNone;
  if (end == IntentEnd::kAbandoned && !open_.empty() && !open_.back().asked.empty()) {
    ++tallies.param(open_.back().intent, open_.back().asked.back().param).abandoned;
  }
  while (!open_.empty()) close_top(end, tallies);
}

// ---- helpers

void IntentTracker::begin(NameId intent, bool called, Counters& tallies) {
  ++tallies.intents[intent].begun;
  Open& open = open_.emplace_back();
  open.intent = intent;
  open.called = called;
}

bool IntentTracker::is_open(NameId intent) const {
  return std::any_of(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
}

void IntentTracker::bring_up(NameId intent, Counters& tallies) {
  if (!is_open(intent)) {
    give_up_doubt(tallies);
    return begin(intent, false, tallies);
  }
  doubt_ = Doubt::kNone;
  while (open_.back().intent != intent) close_top(IntentEnd::kCancelled, tallies);
}

void IntentTracker::bring_back(NameId intent, Counters& tallies) {
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
  if (found == open_.end()) return begin(intent, false, tallies);
  std::rotate(found, found + 1, open_.end());
}

// Drops the bottom intent and the intents it has called.
void IntentTracker::forget_first(Counters& tallies) {
  const auto next =
      std::find_if(open_.begin() + (open_.empty() ? 0 : 1), open_.end(), [](const Open& one) { return !one.called; });
  for (auto one = open_.begin(); one != next; ++one) {
    ++tallies.intents[one->intent].ends[static_cast<std::size_t>(IntentEnd::kOtherwise)];
  }
  open_.erase(open_.begin(), next);
  if (open_.empty()) doubt_ = Doubt::kNone;
}

void IntentTracker::close_top(IntentEnd end, Counters& tallies) {
  ++tallies.intents[open_.back().intent].ends[static_cast<std::size_t>(end)];
  open_.pop_back();
  doubt_ = Doubt::kNone;
}

// Also cancels the callers of a called intent.
void IntentTracker::cancel_top(Counters& tallies) {
  for (bool called = true; called && !open_.empty();) {
    called = open_.back().called;
    close_top(IntentEnd::kCancelled, tallies);
  }
}

void IntentTracker::give_up_doubt(Counters& tallies) {
  if (doubt_ == Doubt::kNone) return;
  doubt_ = Doubt::kNone;
  cancel_top(tallies);
}

IntentTracker::Asked* IntentTracker::asked(NameId param) {
  auto& all = open_.back().asked;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Asked& one) { return one.param == param; });
  return found == all.end() ? nullptr : &*found;
}

void IntentTracker::ask(NameId param, std::int64_t missed, Counters& tallies) {
  auto& all = open_.back().asked;
  ParamTally& tally = tallies.param(open_.back().intent, param);
  if (Asked* before = asked(param)) {
    const Asked now = *before;
    all.erase(all.begin() + (before - all.data()));
    all.push_back(now);
  } else {
    ++tally.asked;
    all.push_back({param, 0});
  }
  const auto in_all = static_cast<std::uint32_t>(std::clamp<std::int64_t>(missed, 0, 1'000'000));
  if (in_all <= all.back().missed) return;
  tally.missed += in_all - all.back().missed;
  all.back().missed = in_all;
}

void IntentTracker::answer(NameId param, Counters& tallies) {
  Asked* open = asked(param);
  ParamTally& tally = tallies.param(open_.back().intent, param);
  if (!open) ++tally.asked;  // asked before the first event
  ++tally.answered[std::min<std::size_t>(open ? open->missed : 0, tally.answered.size() - 1)];
  if (open) open_.back().asked.erase(open_.back().asked.begin() + (open - open_.back().asked.data()));
}

void IntentTracker::miss(NameId param) {
  if (Asked* open = asked(param)) ++open->missed;
}

void IntentTracker::go_to(NameId intent, Counters& tallies) {
  if (!is_open(intent)) return begin(intent, false, tallies);
  while (open_.back().intent != intent) close_top(IntentEnd::kOtherwise, tallies);
}

}  // namespace parley::report
