// What telemetry is told of a turn, in the order of the turn (docs/telemetry.md).
#include <algorithm>
#include <new>
#include <utility>

#include "config/definition.h"
#include "engine/turn_work.h"

namespace parley::engine {
namespace {

const char* kind_of_input(const Request& request) {
  static constexpr const char* kKinds[] = {"text", "understanding", "tool_result", "event", "write"};
  return kKinds[request.input.index()];
}

std::vector<std::string> names_of(const std::vector<ParamValue>& values, bool valid) {
  std::vector<std::string> names;
  for (const ParamValue& value : values) {
    if (value.valid == valid) names.push_back(value.param);
  }
  return names;
}

std::string_view best_of(const Understanding& heard) {
  return heard.candidates.empty() ? std::string_view() : heard.candidates.front().intent;
}

// Nothing in it means anything to the bot.
bool is_unmatched(const Understanding& heard) {
  const auto is_valid = [](const ParamValue& value) { return value.valid; };
  return heard.candidates.empty() && heard.act == Act::kInform &&
         std::none_of(heard.params.begin(), heard.params.end(), is_valid) &&
         std::none_of(heard.answers.begin(), heard.answers.end(), is_valid);
}

}  // namespace

void TurnWork::tell_received() {
  events_.at(now_, turn_.seq, state_);
  events_.event("received").text("input", SafeText::word(kind_of_input(request_)));
  if (!turn_.continued) {
    events_.event("session").text("what", "began").text("reason", SafeText::word(turn_.reason.c_str()));
  }
  if (first_kept_turn_ > 0) {
    events_.event("session").text("what", "trimmed").count("first_kept_turn", first_kept_turn_);
  }
}

void TurnWork::tell_understood(std::string_view text, const Understanding& heard, const NluContext& now) {
  if (!place_.telemetry.is_on()) return;
  using Text = config::Redaction::TelemetryText;
  const Text texts = bot_->redaction.telemetry_text;
  const bool with_text = texts == Text::kAll || (texts == Text::kUnmatched && is_unmatched(heard));
  const Redactor::Shown shown = place_.redactor.for_telemetry(text, heard, now, state_, with_text);
  auto event = events_.event("classified");
  event.text("intent", SafeText::name(best_of(heard)))
      .text("act", SafeText::word(to_string(heard.act)))
      .count("candidates", static_cast<std::int64_t>(heard.candidates.size()))
      .names("params", names_of(heard.params, true))
      .names("answers", names_of(heard.answers, true))
      .names("invalid", names_of(now.intent.empty() ? heard.params : heard.answers, false))
      .names("masked", shown.masked);
  if (with_text) event.text("text", SafeText::redacted(shown));
}

void TurnWork::tell_judged(const Understanding& judged) {
  events_.event("classified")
      .text("intent", SafeText::name(best_of(judged)))
      .text("act", SafeText::word(to_string(judged.act)))
      .names("params", names_of(judged.params, true))
      .names("invalid", names_of(judged.params, false));
}

void TurnWork::tell_planned(const std::vector<std::string>& steps, const std::vector<std::string>& trace) {
  events_.at(now_, turn_.seq, state_);
  auto event = events_.event("planned");
  event.words("steps", steps).words("trace", trace);
  const bool asks = !turn_.steps.empty() && std::holds_alternative<AskUser>(turn_.steps.back());
  if (asks) event.text("asked", SafeText::name(std::get<AskUser>(turn_.steps.back()).param));
}

// A host that runs its own tools takes from the call to its result.
void TurnWork::tell_outcome(const PendingInput& waiting, const ToolOutcome& outcome, std::int64_t took_us) {
  events_.event("tool")
      .text("tool", SafeText::name(waiting.call->name))
      .text("outcome", SafeText::word(to_string(outcome.kind)))
      .count("took_us", took_us);
}

// Not less than nothing when the clock was set back.
std::int64_t TurnWork::waited_us() const { return std::max<std::int64_t>(now_ - state_.waiting->asked_at, 0) * 1000; }

// The turn is stored by now: where there is no memory for its events, they are not told.
void TurnWork::tell_answered() try {
  events_.at(now_, turn_.seq, state_);
  events_.event("store")
      .count("load_us", std::exchange(load_us_, 0))
      .count("commit_us", std::exchange(commit_us_, 0))
      .count("commits", std::exchange(commits_, 0))
      .count("conflicts", conflicts_);
  {
    auto event = events_.event("respond");
    event.text("status", SafeText::word(to_string(turn_.status)))
        .text("intent", SafeText::name(turn_.intent ? std::string_view(*turn_.intent) : std::string_view()))
        .count("say", static_cast<std::int64_t>(turn_.say.size()))
        .count("us_total", events_.us_in_all());
    if (!turn_.reason.empty()) event.text("reason", SafeText::word(turn_.reason.c_str()));
  }
  events_.send();
} catch (const std::bad_alloc&) {
}

}  // namespace parley::engine
