// Tested by tests/report/legacy_trace_test.cc.
#include "report/legacy_trace.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace parley::report {
namespace {

struct ParamText {
  std::string_view text;
  Rule rule;
};

// Texts of a param, a confirmation or a choice: "ask refund.order_id".
constexpr ParamText kOfParam[] = {{"ask", Rule::kQuestionAsked},
                                  {"answered", Rule::kAnswered},
                                  {"not_understood", Rule::kNotUnderstood},
                                  {"invalid", Rule::kInvalid},
                                  {"silent", Rule::kSilent},
                                  {"rejected", Rule::kRejected},
                                  {"exhausted", Rule::kQuestionExhausted},
                                  {"corrected", Rule::kCorrected},
                                  {"chosen", Rule::kChosen},
                                  {"choose", Rule::kChoiceAsked}};

constexpr std::string_view kHandoff = "handoff:", kForgot = "too_deep: forgot ", kFallback = "fallback ";

const ParamText* find_param_text(std::string_view text) {
  const auto found =
      std::find_if(std::begin(kOfParam), std::end(kOfParam), [&](const ParamText& word) { return word.text == text; });
  return found == std::end(kOfParam) ? nullptr : found;
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// Splits "refund.order_id". A param has no dot in its name, an intent may have one.
std::pair<std::string_view, std::string_view> split(std::string_view about) {
  const std::size_t dot = about.rfind('.');
  if (dot == std::string_view::npos) return {about, {}};
  return {about.substr(0, dot), about.substr(dot + 1)};
}

}  // namespace

std::vector<TraceEvent> LegacyTrace::decode(const std::vector<std::string>& texts, TurnResult result) {
  for (const std::string& text : texts) decode(text);
  end_turn(result);
  return std::exchange(events_, {});
}

// ---- one text -------------------------------------------------------------------------------------------------

void LegacyTrace::decode(std::string_view text) {
  if (decode_of_conversation(text)) {
    done_was_called_ = false;
    return;
  }
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos || space + 1 == text.size()) return;
  const std::string_view word = text.substr(0, space);
  const std::string_view about = text.substr(space + 1);
  if (decode_of_intent(word, about)) {
    if (word != "done") done_was_called_ = false;
    return;
  }
  if (find_param_text(word)) {
    done_was_called_ = false;
    // "choose refund" concerns several params of the intent.
    const bool of_several = word == "choose" && is_open(about);
    const auto [intent, param] = of_several ? std::pair(about, std::string_view()) : split(about);
    return decode_of_param(word, intent, param);
  }
  // Any other text that names the top intent shows that it continues.
  if (open_.empty()) return;
  const std::string_view name = open_.back().intent;
  const bool names_top = starts_with(about, name) && (about.size() == name.size() || about[name.size()] == '.');
  if (names_top) doubt_ = Doubt::kNone;
}

bool LegacyTrace::decode_of_conversation(std::string_view text) {
  if (starts_with(text, kHandoff)) {
    const std::string_view reason = text.substr(std::min(text.size(), kHandoff.size() + 1));
    add(Rule::kHandoff, open_.empty() ? std::string_view() : std::string_view(open_.back().intent), {}, reason);
    end_all(Rule::kIntentHandedOff);
  } else if (starts_with(text, kFallback)) {
    add(Rule::kFallback, {}, {}, text.substr(kFallback.size()));
  } else if (text == "command.cancel_all" || text == "event.reset" || text == "instead.cancel_all") {
    end_all(Rule::kIntentCancelled);
  } else if (text == "event.end" || text == "question_lapsed") {
    end_all(Rule::kIntentAbandoned);
  } else if (text == "command.cancel" || text == "instead.cancel") {
    resolve_doubt();
    if (!open_.empty()) doubt_ = Doubt::kCancelled;
  } else if (starts_with(text, kForgot)) {
    drop_first();
  } else {
    return false;
  }
  return true;
}

bool LegacyTrace::decode_of_intent(std::string_view word, std::string_view intent) {
  if (word == "start") {
    // If "start b" follows "done a" of a called intent, b is called in the place of a. If "start b" follows "exhausted
    // a.p", b replaces a.
    if (doubt_ == Doubt::kExhausted) end_top(Rule::kIntentReplaced);
    resolve_doubt();
    begin(done_was_called_ ? Rule::kIntentCalled : Rule::kIntentStarted, intent);
  } else if (word == "called") {
    doubt_ = Doubt::kNone;
    begin(Rule::kIntentCalled, intent);
  } else if (word == "return_to") {
    resolve_doubt();
    move_to_top(intent);
  } else if (word == "done") {
    unwind_to(intent);
    done_was_called_ = open_.back().called;
    end_top(Rule::kIntentDone);
  } else if (word == "resume") {
    resolve_doubt();
    unwind_to(intent);
    add(Rule::kIntentResumed, intent);
  } else if (word == "digress") {
    unwind_to(intent);
    add(Rule::kDigression, intent);
  } else if (word == "confirm") {
    unwind_to(intent);
    add(Rule::kConfirmationAsked, intent);
    follow_question(Rule::kConfirmationAsked, "confirm");
  } else if (word == "confirmed") {
    unwind_to(intent);
    add(Rule::kConfirmed, intent);
    follow_question(Rule::kConfirmed, "confirm");
  } else if (word == "denied") {
    unwind_to(intent);
    add(Rule::kDenied, intent);
    follow_question(Rule::kDenied, "confirm");
    doubt_ = Doubt::kDenied;
  } else if (word == "none_chosen") {
    unwind_to(intent);
    add(Rule::kNoneChosen, intent);
    follow_question(Rule::kNoneChosen, "choice");
  } else {
    return false;
  }
  return true;
}

void LegacyTrace::decode_of_param(std::string_view word, std::string_view intent, std::string_view param) {
  unwind_to(intent);
  const Rule rule = find_param_text(word)->rule;
  add(rule, intent, param);
  switch (rule) {
    case Rule::kQuestionAsked:
    case Rule::kAnswered: return follow_question(rule, param);
    case Rule::kChoiceAsked:
    case Rule::kChosen: return follow_question(rule, "choice");
    case Rule::kQuestionExhausted:
      follow_question(rule, param);
      doubt_ = Doubt::kExhausted;
      return;
    default: return;
  }
}

void LegacyTrace::end_turn(TurnResult result) {
  const bool asks = result == TurnResult::kWaiting || result == TurnResult::kToolCall;
  if (doubt_ == Doubt::kDenied && asks) doubt_ = Doubt::kNone;  // the bot asks "what should I change?"
  resolve_doubt();
  done_was_called_ = false;
  if (result == TurnResult::kHandoff) end_all(Rule::kIntentHandedOff);
  if (result == TurnResult::kDone) end_all(Rule::kIntentCancelled);
}

// ---- the open intents -----------------------------------------------------------------------------------------

void LegacyTrace::add(Rule rule, std::string_view intent, std::string_view subject, std::string_view detail) {
  events_.push_back({rule, std::string(intent), std::string(subject), std::string(detail)});
}

void LegacyTrace::follow_question(Rule rule, std::string_view param) {
  std::vector<std::string>& asked = open_.back().asked;
  std::erase(asked, param);
  const bool asks = rule == Rule::kQuestionAsked || rule == Rule::kConfirmationAsked || rule == Rule::kChoiceAsked;
  if (asks) asked.emplace_back(param);
}

void LegacyTrace::begin(Rule rule, std::string_view intent) {
  open_.push_back({std::string(intent), rule == Rule::kIntentCalled, {}});
  add(rule, intent);
}

bool LegacyTrace::is_open(std::string_view intent) const {
  return std::any_of(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
}

void LegacyTrace::unwind_to(std::string_view intent) {
  if (!is_open(intent)) {
    resolve_doubt();
    open_.push_back({std::string(intent), false, {}});  // the caller's event shows that it is open
    return;
  }
  doubt_ = Doubt::kNone;
  while (open_.back().intent != intent) end_top(Rule::kIntentCancelled);
}

void LegacyTrace::move_to_top(std::string_view intent) {
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& one) { return one.intent == intent; });
  if (found == open_.end()) {
    open_.push_back({std::string(intent), false, {}});
  } else {
    std::rotate(found, found + 1, open_.end());
  }
  add(Rule::kIntentReturned, intent);
}

// Drops the bottom intent and the intents it has called.
void LegacyTrace::drop_first() {
  const auto next =
      std::find_if(open_.begin() + (open_.empty() ? 0 : 1), open_.end(), [](const Open& one) { return !one.called; });
  for (auto one = open_.begin(); one != next; ++one) add(Rule::kIntentForgotten, one->intent);
  open_.erase(open_.begin(), next);
  if (open_.empty()) doubt_ = Doubt::kNone;
}

void LegacyTrace::end_top(Rule end) {
  add(end, open_.back().intent);
  open_.pop_back();
  doubt_ = Doubt::kNone;
}

void LegacyTrace::end_all(Rule end) {
  doubt_ = Doubt::kNone;
  if (end == Rule::kIntentAbandoned && !open_.empty() && !open_.back().asked.empty()) {
    add(end, open_.back().intent, open_.back().asked.back());
    open_.pop_back();
  }
  while (!open_.empty()) end_top(end);
}

// If the intent was called by another, also cancels its callers.
void LegacyTrace::resolve_doubt() {
  if (doubt_ == Doubt::kNone) return;
  for (bool called = true; called && !open_.empty();) {
    called = open_.back().called;
    end_top(Rule::kIntentCancelled);
  }
  doubt_ = Doubt::kNone;
}

}  // namespace parley::report
