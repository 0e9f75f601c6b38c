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

void IntentTracker::apply(std::string_view rule, Counters& counters) {
  if (apply_of_conversation(rule, counters)) return;
  const std::size_t space = rule.find(' ');
  if (space == std::string_view::npos || space + 1 == rule.size()) return;
  const std::string_view word = rule.substr(0, space);
  const std::string_view about = rule.substr(space + 1);
  const bool done_was_called = done_was_called_;
  if (apply_of_intent(word, about, counters)) {
    if (word != "done") done_was_called_ = false;
    return;
  }
  done_was_called_ = done_was_called;
  const Subject subject = subject_of(about);
  if (is_of_param(word)) {
    done_was_called_ = false;
    // "choose refund" concerns several params of the intent.
    const bool of_several = word == "choose" && is_open(counters.names.id_of(about));
    return apply_of_param(word, of_several ? about : subject.intent, subject.param, counters);
  }
  // Any other rule that names the top intent shows that it continues.
  const NameId top_one = top();
  const std::string_view name =
      open_.empty() ? std::string_view() : std::string_view(counters.names.to_string(top_one));
  const bool names_top =
      about.substr(0, name.size()) == name && (about.size() == name.size() || about[name.size()] == '.');
  if (!open_.empty() && names_top) doubt_ = Doubt::kNone;
}

bool IntentTracker::apply_of_conversation(std::string_view rule, Counters& counters) {
  if (rule.substr(0, 8) == "handoff:") {
    close_all(IntentEnd::kHandedOff, counters);
  } else if (rule == "command.cancel_all" || rule == "event.reset" || rule == "instead.cancel_all") {
    close_all(IntentEnd::kCancelled, counters);
  } else if (rule == "event.end" || rule == "question_lapsed") {
    close_all(IntentEnd::kAbandoned, counters);
  } else if (rule == "command.cancel" || rule == "instead.cancel") {
    resolve_doubt(counters);
    if (!open_.empty()) doubt_ = Doubt::kCancelled;
  } else if (rule.substr(0, 17) == "too_deep: forgot ") {
    drop_first(counters);
  } else {
    return false;
  }
  done_was_called_ = false;
  return true;
}

bool IntentTracker::apply_of_intent(std::string_view rule, std::string_view intent, Counters& counters) {
  const auto id = [&] { return counters.names.id_of(intent); };
  if (rule == "start") {
    // After "done a" of a called intent, "start b" replaces it. After "exhausted a.p", "start b" replaces a, too.
    const bool in_place = done_was_called_;
    if (doubt_ == Doubt::kExhausted) close_top(IntentEnd::kOtherwise, counters);
    resolve_doubt(counters);
    begin(id(), in_place, counters);
  } else if (rule == "called") {
    doubt_ = Doubt::kNone;
    begin(id(), true, counters);
  } else if (rule == "return_to") {
    resolve_doubt(counters);
    move_to_top(id(), counters);
  } else if (rule == "done") {
    unwind_to(id(), counters);
    done_was_called_ = open_.back().called;
    close_top(IntentEnd::kCompleted, counters);
  } else if (rule == "resume") {
    resolve_doubt(counters);
    unwind_to(id(), counters);
  } else if (rule == "digress") {
    unwind_to(id(), counters);
    ++counters.intents[open_.back().intent].digressed_from;
  } else if (rule == "confirm") {
    unwind_to(id(), counters);
    ask(counters.names.id_of("confirm"), 0, counters);
  } else if (rule == "confirmed" || rule == "denied") {
    unwind_to(id(), counters);
    const NameId confirm = counters.names.id_of("confirm");
    answer(confirm, counters);
    if (rule == "denied") {
      ++counters.param(open_.back().intent, confirm).denied;
      doubt_ = Doubt::kDenied;
    }
  } else if (rule == "none_chosen") {
    unwind_to(id(), counters);
    answer(counters.names.id_of("choice"), counters);
  } else {
    return false;
  }
  return true;
}

void IntentTracker::apply_of_param(std::string_view rule, std::string_view intent, std::string_view param,
                                   Counters& counters) {
  unwind_to(counters.names.id_of(intent), counters);
  if (rule == "choose" || rule == "chosen") param = "choice";
  const NameId id = counters.names.id_of(param);
  if (rule == "ask" || rule == "choose") return ask(id, 0, counters);
  if (rule == "answered" || rule == "chosen") return answer(id, counters);
  ParamCounts& counts = counters.param(open_.back().intent, id);
  if (rule == "corrected") {
    ++counts.corrected;
  } else if (rule == "exhausted") {
    ++counts.exhausted;
    std::erase_if(open_.back().asked, [&](const Asked& one) { return one.param == id; });
    doubt_ = Doubt::kExhausted;
  } else {
    ++counts.missed;
    ++(rule == "invalid"    ? counts.invalid
       : rule == "silent"   ? counts.silent
       : rule == "rejected" ? counts.rejected
                            : counts.not_understood);
    miss(id);
  }
}

// ---- the end of a turn ----------------------------------------------------------------------------------------

void IntentTracker::end_turn(TurnResult status, Counters& counters) {
  const bool asks = status == TurnResult::kWaiting || status == TurnResult::kToolCall;
  if (doubt_ == Doubt::kDenied && asks) doubt_ = Doubt::kNone;  // the bot asks "what should I change?"
  resolve_doubt(counters);
  done_was_called_ = false;
  if (status == TurnResult::kHandoff) close_all(IntentEnd::kHandedOff, counters);
  if (status == TurnResult::kDone) close_all(IntentEnd::kCancelled, counters);
  open_.shrink_to_fit();
}

void IntentTracker::close_all(IntentEnd end, Counters& counters) {
  doubt_ = Doubt::kNone;
  if (end == IntentEnd::kAbandoned && !open_.empty() && !open_.back().asked.empty()) {
    ++counters.param(open_.back().intent, open_.back().asked.back().param).abandoned;
  }
  while (!open_.empty()) close_top(end, counters);
}

// ---- helpers

void IntentTracker::begin(NameId intent, bool called, Counters& counters) {
  ++counters.intents[intent].begun;
  Open& open = open_.emplace_back();
  open.intent = intent;
  open.called = called;
}

bool IntentTracker::is_open(NameId intent) const {
  return std::any_of(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
}

void IntentTracker::unwind_to(NameId intent, Counters& counters) {
  if (!is_open(intent)) {
    resolve_doubt(counters);
    return begin(intent, false, counters);
  }
  doubt_ = Doubt::kNone;
  while (open_.back().intent != intent) close_top(IntentEnd::kCancelled, counters);
}

void IntentTracker::move_to_top(NameId intent, Counters& counters) {
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
  if (found == open_.end()) return begin(intent, false, counters);
  std::rotate(found, found + 1, open_.end());
}

// Drops the bottom intent and the intents it has called.
void IntentTracker::drop_first(Counters& counters) {
  const auto next =
      std::find_if(open_.begin() + (open_.empty() ? 0 : 1), open_.end(), [](const Open& one) { return !one.called; });
  for (auto one = open_.begin(); one != next; ++one) {
    ++counters.intents[one->intent].ends[static_cast<std::size_t>(IntentEnd::kOtherwise)];
  }
  open_.erase(open_.begin(), next);
  if (open_.empty()) doubt_ = Doubt::kNone;
}

void IntentTracker::close_top(IntentEnd end, Counters& counters) {
  ++counters.intents[open_.back().intent].ends[static_cast<std::size_t>(end)];
  open_.pop_back();
  doubt_ = Doubt::kNone;
}

// Also cancels the callers of a called intent.
void IntentTracker::cancel_top(Counters& counters) {
  for (bool called = true; called && !open_.empty();) {
    called = open_.back().called;
    close_top(IntentEnd::kCancelled, counters);
  }
}

void IntentTracker::resolve_doubt(Counters& counters) {
  if (doubt_ == Doubt::kNone) return;
  doubt_ = Doubt::kNone;
  cancel_top(counters);
}

IntentTracker::Asked* IntentTracker::asked(NameId param) {
  auto& all = open_.back().asked;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Asked& one) { return one.param == param; });
  return found == all.end() ? nullptr : &*found;
}

void IntentTracker::ask(NameId param, std::int64_t missed, Counters& counters) {
  auto& all = open_.back().asked;
  ParamCounts& counts = counters.param(open_.back().intent, param);
  if (Asked* before = asked(param)) {
    const Asked now = *before;
    all.erase(all.begin() + (before - all.data()));
    all.push_back(now);
  } else {
    ++counts.asked;
    all.push_back({param, 0});
  }
  const auto in_all = static_cast<std::uint32_t>(std::clamp<std::int64_t>(missed, 0, 1'000'000));
  if (in_all <= all.back().missed) return;
  counts.missed += in_all - all.back().missed;
  all.back().missed = in_all;
}

void IntentTracker::answer(NameId param, Counters& counters) {
  Asked* open = asked(param);
  ParamCounts& counts = counters.param(open_.back().intent, param);
  if (!open) ++counts.asked;  // asked before the first event
  ++counts.answered[std::min<std::size_t>(open ? open->missed : 0, counts.answered.size() - 1)];
  if (open) open_.back().asked.erase(open_.back().asked.begin() + (open - open_.back().asked.data()));
}

void IntentTracker::miss(NameId param) {
  if (Asked* open = asked(param)) ++open->missed;
}

void IntentTracker::go_to(NameId intent, Counters& counters) {
  if (!is_open(intent)) return begin(intent, false, counters);
  while (open_.back().intent != intent) close_top(IntentEnd::kOtherwise, counters);
}

}  // namespace parley::report
