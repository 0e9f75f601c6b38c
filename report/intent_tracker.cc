// Tested by tests/report/intent_tracker_test.cc.
#include "report/intent_tracker.h"

#include <algorithm>
#include <optional>

namespace parley::report {
namespace {

std::optional<IntentEnd> end_of(Rule rule) {
  switch (rule) {
    case Rule::kIntentDone: return IntentEnd::kCompleted;
    case Rule::kIntentCancelled: return IntentEnd::kCancelled;
    case Rule::kIntentAbandoned: return IntentEnd::kAbandoned;
    case Rule::kIntentHandedOff: return IntentEnd::kHandedOff;
    case Rule::kIntentReplaced:
    case Rule::kIntentForgotten:
    case Rule::kIntentDropped: return IntentEnd::kOtherwise;
    default: return std::nullopt;
  }
}

// The question that an event is about: a param, "confirm" or "choice"; null for other events.
const char* question_of(const TraceEvent& event) {
  switch (event.rule) {
    case Rule::kConfirmationAsked:
    case Rule::kConfirmed:
    case Rule::kDenied: return "confirm";
    case Rule::kChoiceAsked:
    case Rule::kChosen:
    case Rule::kNoneChosen: return "choice";
    case Rule::kQuestionAsked:
    case Rule::kAnswered:
    case Rule::kNotUnderstood:
    case Rule::kInvalid:
    case Rule::kSilent:
    case Rule::kRejected:
    case Rule::kQuestionExhausted:
    case Rule::kCorrected: return event.subject.c_str();
    default: return nullptr;
  }
}

}  // namespace

// ---- events ---------------------------------------------------------------------------------------------------

void IntentTracker::apply(const TraceEvent& event, Counters& counters) {
  if (event.intent.empty()) return;
  const NameId intent = counters.names.id_of(event.intent);
  if (const auto ended = end_of(event.rule)) {
    if (ended == IntentEnd::kAbandoned && !event.subject.empty()) {
      ++counters.param(intent, counters.names.id_of(event.subject)).abandoned;
    }
    return end(intent, *ended, counters);
  }
  if (const char* question = question_of(event); question && *question) {
    unwind_to(intent, counters);
    return apply_to_question(event.rule, counters.names.id_of(question), counters);
  }
  switch (event.rule) {
    case Rule::kIntentStarted:
    case Rule::kIntentCalled: return begin(intent, counters);
    case Rule::kIntentGivenBack: return reopen(intent, counters);
    case Rule::kIntentReturned: return move_to_top(intent, counters);
    case Rule::kIntentRenamed: return rename(counters.names.id_of(event.detail), intent, counters);
    case Rule::kIntentResumed: return unwind_to(intent, counters);
    case Rule::kDigression:
      unwind_to(intent, counters);
      ++counters.intents[intent].digressed_from;
      return;
    default: return;
  }
}

void IntentTracker::apply_to_question(Rule rule, NameId question, Counters& counters) {
  ParamCounts& counts = counters.param(open_.back().intent, question);
  const auto count_miss = [&](std::int64_t& of_reason) {
    ++counts.missed;
    ++of_reason;
    miss(question);
  };
  switch (rule) {
    case Rule::kQuestionAsked:
    case Rule::kConfirmationAsked:
    case Rule::kChoiceAsked: return ask(question, 0, counters);
    case Rule::kAnswered:
    case Rule::kConfirmed:
    case Rule::kChosen:
    case Rule::kNoneChosen: return answer(question, counters);
    case Rule::kDenied: ++counts.denied; return answer(question, counters);
    case Rule::kCorrected: ++counts.corrected; return;
    case Rule::kQuestionExhausted:
      ++counts.exhausted;
      std::erase_if(open_.back().asked, [&](const Asked& one) { return one.param == question; });
      return;
    case Rule::kNotUnderstood: return count_miss(counts.not_understood);
    case Rule::kInvalid: return count_miss(counts.invalid);
    case Rule::kSilent: return count_miss(counts.silent);
    case Rule::kRejected: return count_miss(counts.rejected);
    default: return;
  }
}

// ---- ends -----------------------------------------------------------------------------------------------------

void IntentTracker::end_turn(TurnResult result, Counters& counters) {
  if (result == TurnResult::kHandoff) close_all(IntentEnd::kHandedOff, counters);
  // If an intent is still open, the event of its end is missing.
  if (result == TurnResult::kDone) close_all(IntentEnd::kOtherwise, counters);
  open_.shrink_to_fit();
}

void IntentTracker::close_all(IntentEnd end, Counters& counters) {
  if (end == IntentEnd::kAbandoned && !open_.empty() && !open_.back().asked.empty()) {
    ++counters.param(open_.back().intent, open_.back().asked.back().param).abandoned;
  }
  while (!open_.empty()) close_top(end, counters);
}

void IntentTracker::end(NameId intent, IntentEnd end, Counters& counters) {
  if (!is_open(intent)) begin(intent, counters);
  const auto place = std::find_if(open_.rbegin(), open_.rend(), [&](const Open& one) { return one.intent == intent; });
  ++counters.intents[intent].ends[static_cast<std::size_t>(end)];
  open_.erase(std::next(place).base());
}

void IntentTracker::close_top(IntentEnd end, Counters& counters) {
  ++counters.intents[open_.back().intent].ends[static_cast<std::size_t>(end)];
  open_.pop_back();
}

// ---- the open intents -----------------------------------------------------------------------------------------

void IntentTracker::begin(NameId intent, Counters& counters) {
  ++counters.intents[intent].begun;
  open_.emplace_back().intent = intent;
}

// Continues an intent that was handed off: it has neither ended nor begun again.
void IntentTracker::reopen(NameId intent, Counters& counters) {
  auto& handed_off = counters.intents[intent].ends[static_cast<std::size_t>(IntentEnd::kHandedOff)];
  if (handed_off == 0) return begin(intent, counters);  // the handoff was before the first event of the report
  --handed_off;
  open_.emplace_back().intent = intent;
}

bool IntentTracker::is_open(NameId intent) const {
  return std::any_of(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
}

void IntentTracker::unwind_to(NameId intent, Counters& counters) {
  if (!is_open(intent)) return begin(intent, counters);
  while (open_.back().intent != intent) close_top(IntentEnd::kOtherwise, counters);
}

void IntentTracker::move_to_top(NameId intent, Counters& counters) {
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
  if (found == open_.end()) return begin(intent, counters);
  std::rotate(found, found + 1, open_.end());
}

// Counts the start of an open intent under its new name.
void IntentTracker::rename(NameId former, NameId intent, Counters& counters) {
  for (Open& one : open_) {
    if (one.intent != former) continue;
    one.intent = intent;
    --counters.intents[former].begun;
    ++counters.intents[intent].begun;
  }
}

// ---- questions ------------------------------------------------------------------------------------------------

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
  if (!open) ++counts.asked;  // the bot asked before the first event of the report
  ++counts.answered[std::min<std::size_t>(open ? open->missed : 0, counts.answered.size() - 1)];
  if (open) open_.back().asked.erase(open_.back().asked.begin() + (open - open_.back().asked.data()));
}

void IntentTracker::miss(NameId param) {
  if (Asked* open = asked(param)) ++open->missed;
}

void IntentTracker::go_to(NameId intent, Counters& counters) { unwind_to(intent, counters); }

}  // namespace parley::report
