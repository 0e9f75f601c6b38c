// Tested by tests/engine/turn_events_test.cc.
#include "engine/turn_telemetry.h"

#include <algorithm>
#include <new>
#include <utility>

#include "config/definition.h"
#include "parley/act_queries.h"

namespace parley::engine {
namespace {

const char* kind_of_input(const Request& request) {
  static constexpr const char* kKinds[] = {"text", "understanding", "tool_result", "event", "write"};
  return kKinds[request.input.index()];
}

using Names = std::vector<std::string_view>;

// The params of the intent that begins now.
Names params_in(const acts::Request* request, bool valid) {
  Names names;
  if (!request) return names;
  for (const ParamValue& value : request->wanted.params) {
    if (value.valid == valid) names.push_back(value.param);
  }
  return names;
}

// The params of the open intent.
Names answers_in(const std::vector<DialogAct>& acts, bool valid) {
  Names names;
  for (const DialogAct& act : acts) {
    const ParamValue* answer = answer_in(act);
    if (answer && answer->valid == valid) names.push_back(answer->param);
  }
  return names;
}

SafeText intent_of(const acts::Request* request) {
  return SafeText::name(request ? std::string_view(request->wanted.candidate.intent) : std::string_view());
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
bool is_unmatched(const std::vector<DialogAct>& acts) {
  return !find_request(acts) && main_act(acts) == Act::kInform && answers_in(acts, true).empty();
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
                                       const Understanding& heard, const NluContext& nlu_context) {
  if (!is_on_) return;
  using Text = config::Redaction::TelemetryText;
  const Text texts = scope.bot.redaction.telemetry_text;
  const Redactor& redactor = *scope.bot_services.redactor;
  Redactor::UserMessage message;
  message.shows_text = texts == Text::kAll || (texts == Text::kUnmatched && is_unmatched(heard.acts));
  std::vector<Redactor::KnownValue> values;
  if (redactor.is_withheld(nlu_context)) {
    message.withheld_param = nlu_context.waiting_for_param;
  } else {
    message.text = text;
    values = redactor.known_values(heard, state);
  }
  const acts::Request* request = find_request(heard.acts);
  events_.event("classified")
      .text("intent", intent_of(request))
      .text("act", SafeText::word(to_string(main_act(heard.acts))))
      .words("acts", kinds_of(heard.acts))
      .count("candidates", request ? static_cast<std::int64_t>(1 + request->weaker.size()) : 0)
      .names("params", params_in(request, true))
      .names("answers", answers_in(heard.acts, true))
      .names("invalid", nlu_context.intent.empty() ? params_in(request, false) : answers_in(heard.acts, false))
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

void TurnTelemetry::publish_external_nlu(const std::vector<DialogAct>& acts) {
  const acts::Request* request = find_request(acts);
  events_.event("classified")
      .text("intent", intent_of(request))
      .text("act", SafeText::word(to_string(main_act(acts))))
      .words("acts", kinds_of(acts))
      .names("params", params_in(request, true))
      .names("invalid", params_in(request, false));
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
