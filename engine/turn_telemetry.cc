// Tested by tests/engine/turn_events_test.cc.
#include "engine/turn_telemetry.h"

#include <algorithm>
#include <new>
#include <utility>

#include "config/definition.h"

namespace parley::engine {
namespace {

const char* kind_of_input(const Request& request) {
  static constexpr const char* kKinds[] = {"text", "understanding", "tool_result", "event", "write"};
  return kKinds[request.input.index()];
}

std::vector<std::string_view> names_of(const std::vector<ParamValue>& values, bool valid) {
  std::vector<std::string_view> names;
  for (const ParamValue& value : values) {
    if (value.valid == valid) names.push_back(value.param);
  }
  return names;
}

std::string_view best_of(const Understanding& heard) {
  return heard.candidates.empty() ? std::string_view() : heard.candidates.front().intent;
}

// The kinds of the dialog acts, each once, in the order of the message.
std::vector<const char*> kinds_of(const std::vector<DialogAct>& acts) {
  std::vector<const char*> kinds;
  for (const DialogAct& act : acts) {
    const char* kind = to_string(act);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

// Whether the bot found no intent, no act and no valid value in the message.
bool is_unmatched(const Understanding& heard) {
  const auto is_valid = [](const ParamValue& value) { return value.valid; };
  return heard.candidates.empty() && heard.act == Act::kInform &&
         std::none_of(heard.params.begin(), heard.params.end(), is_valid) &&
         std::none_of(heard.answers.begin(), heard.answers.end(), is_valid);
}

}  // namespace

TurnTelemetry::TurnTelemetry(const EngineServices& services, const Admission& admission, const TurnAttempts& attempts)
    : events_(services.telemetry, admission.bot->report_context, admission.session, services.telemetry.moment()),
      is_on_(services.telemetry.is_on()),
      conflicts_(attempts.conflicts) {}

void TurnTelemetry::describe(const TurnScope& scope, const PendingCommit& pending) {
  events_.at(scope.now, pending.turn.seq, pending.state);
  events_.trace_parent(scope.request.trace_parent);
}

void TurnTelemetry::committed() {
  commit_us_ += lap();
  ++commits_;
}

void TurnTelemetry::publish_received(const TurnScope& scope, const PendingCommit& pending) {
  describe(scope, pending);
  events_.event("received").text("input", SafeText::word(kind_of_input(scope.request)));
  if (!pending.turn.continued) {
    events_.event("session").text("what", "began").text("reason", SafeText::word(pending.turn.reason.c_str()));
  }
  if (pending.first_kept_turn > 0) {
    events_.event("session").text("what", "trimmed").count("first_kept_turn", pending.first_kept_turn);
  }
}

void TurnTelemetry::publish_understood(const TurnScope& scope, const SessionState& state, std::string_view text,
                                       const Understanding& heard, const std::vector<DialogAct>& acts,
                                       const NluContext& nlu_context) {
  if (!is_on_) return;
  using Text = config::Redaction::TelemetryText;
  const Text texts = scope.bot.redaction.telemetry_text;
  const Redactor& redactor = *scope.bot_services.redactor;
  Redactor::UserMessage message;
  message.shows_text = texts == Text::kAll || (texts == Text::kUnmatched && is_unmatched(heard));
  std::vector<Redactor::KnownValue> values;
  if (redactor.is_withheld(nlu_context)) {
    message.withheld_param = nlu_context.waiting_for_param;
  } else {
    message.text = text;
    values = redactor.known_values(heard, state);
  }
  events_.event("classified")
      .text("intent", SafeText::name(best_of(heard)))
      .text("act", SafeText::word(to_string(heard.act)))
      .words("acts", kinds_of(acts))
      .count("candidates", static_cast<std::int64_t>(heard.candidates.size()))
      .names("params", names_of(heard.params, true))
      .names("answers", names_of(heard.answers, true))
      .names("invalid", names_of(nlu_context.intent.empty() ? heard.params : heard.answers, false))
      .message(message, std::move(values));
}

void TurnTelemetry::publish_model(const char* task, const ModelReply& reply, bool helped) {
  events_.event("model")
      .text("task", SafeText::word(task))
      .text("outcome", SafeText::word(to_string(reply.outcome)))
      .count("helped", helped ? 1 : 0)
      .count("calls", reply.calls)
      .count("input_tokens", reply.usage.input_tokens)
      .count("output_tokens", reply.usage.output_tokens);
}

void TurnTelemetry::publish_external_nlu(const Understanding& validated, const std::vector<DialogAct>& acts) {
  events_.event("classified")
      .text("intent", SafeText::name(best_of(validated)))
      .text("act", SafeText::word(to_string(validated.act)))
      .words("acts", kinds_of(acts))
      .names("params", names_of(validated.params, true))
      .names("invalid", names_of(validated.params, false));
}

void TurnTelemetry::publish_planned(const TurnScope& scope, const PendingCommit& pending,
                                    const std::vector<const char*>& steps, const std::vector<TraceEvent>& trace) {
  describe(scope, pending);
  for (const TraceEvent& decision : trace) {
    if (decision.rule == Rule::kHandoff) {
      events_.event("session").text("what", "handed_off").text("reason", SafeText::word(decision.detail.c_str()));
    } else if (decision.rule == Rule::kGivenBack) {
      events_.event("session").text("what", "given_back").text("reason", SafeText::word(decision.detail.c_str()));
    }
  }
  auto event = events_.event("planned");
  event.words("steps", steps).trace(std::exchange(migration_, {}), trace);
  const std::vector<Step>& all = pending.turn.steps;
  const auto* ask = all.empty() ? nullptr : std::get_if<AskUser>(&all.back());
  if (ask) event.text("asked", SafeText::name(ask->param));
}

void TurnTelemetry::publish_outcome(const std::string& tool, const ToolOutcome& outcome, std::int64_t took_us) {
  events_.event("tool")
      .text("tool", SafeText::name(tool))
      .text("outcome", SafeText::word(to_string(outcome.kind)))
      .count("took_us", took_us);
}

void TurnTelemetry::publish_late_result(const TurnScope& scope, const PendingCommit& pending, const CallRecord& call,
                                        const ToolOutcome& outcome) {
  describe(scope, pending);
  events_.event("tool")
      .text("tool", SafeText::name(call.tool))
      .text("outcome", SafeText::word(to_string(outcome.kind)))
      .count("took_us", std::max<std::int64_t>(scope.now - call.started_at, 0) * 1000)
      .count("late", 1);
}

void TurnTelemetry::publish_answered(const TurnScope& scope, const PendingCommit& pending) try {
  const Turn& turn = pending.turn;
  describe(scope, pending);
  events_.event("store")
      .count("load_us", std::exchange(load_us_, 0))
      .count("commit_us", std::exchange(commit_us_, 0))
      .count("commits", std::exchange(commits_, 0))
      .count("conflicts", conflicts_);
  {
    auto event = events_.event("respond");
    event.text("status", SafeText::word(to_string(turn.status)))
        .text("intent", SafeText::name(turn.intent ? std::string_view(*turn.intent) : std::string_view()))
        .count("say", static_cast<std::int64_t>(turn.say.size()))
        .count("us_total", events_.us_in_all());
    if (!turn.reason.empty()) event.text("reason", SafeText::word(turn.reason.c_str()));
  }
  send();
} catch (const std::bad_alloc&) {
}

}  // namespace parley::engine
