// Tested by tests/engine/engine_test.cc, turn_events_test.cc and ended_conversations_test.cc.
#include "engine/turn_planner.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "engine/handoff_recap.h"
#include "engine/model_reader.h"
#include "engine/rephraser.h"
#include "engine/session_limits.h"
#include "engine/tool_calls.h"
#include "engine/turn_topics.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"

namespace parley::engine {
namespace {

const char* kind_of(const Step& step) {
  static constexpr const char* kKinds[] = {"ask_user", "tool_call", "confirm", "say", "handoff"};
  return kKinds[step.index()];
}

// Adds the functions with which the planner validates values. They borrow the scope and the state.
void add_validators(planner::TurnContext& context, const TurnScope& scope, const SessionState& state) {
  context.validate = [&scope, &state](const std::string& intent, const std::string& param, const Value& value) {
    return scope.catalog.validate(intent, param, value, validation_context(state, scope.request.context, scope.now));
  };
  context.validate_type = type_validator(scope);
}

// Puts the messages of the conversation before the lines of the planner, which name the intents that wait.
Result<void> add_recap(const TurnDraft& draft, Handoff& handoff) {
  auto lines = recap(draft.scope, draft.pending);
  if (!lines) return Unexpected(lines.error());
  lines->insert(lines->end(), handoff.recap.begin(), handoff.recap.end());
  handoff.recap = std::move(*lines);
  return {};
}

void add_call_message(TurnDraft& draft, const ToolCall& call) {
  MessageDetails details;
  details.tool = call.name;
  details.call_id = call.call_id;
  add_message(draft.pending, draft.scope, Role::kCall, Value(draft.gate.hidden_params(call.args)).to_json(),
              std::move(details));
}

// Adds the messages of a step.
// `model`: what the store keeps of the language model's part in the text. Null: nothing.
Result<void> add_messages(TurnDraft& draft, Step& step, Value model) {
  if (auto* handoff = std::get_if<Handoff>(&step)) {
    if (auto added = add_recap(draft, *handoff); !added) return added;
  }
  if (const std::string* text = text_of(step)) {
    const std::vector<Attachment>& attachments = *attachments_of(step);
    const std::string& said = attachments.empty() ? *text : with_attachments(*text, attachments);
    MessageDetails details;
    if (!model.is_null()) details.metadata.emplace(kModelMetadata, std::move(model));
    add_message(draft.pending, draft.scope, Role::kAssistant, draft.gate.hidden_text(said), std::move(details));
  }
  if (const auto* call = std::get_if<ToolCall>(&step)) add_call_message(draft, *call);
  return {};
}

}  // namespace

const std::string* text_of(const Step& step) {
  if (const auto* ask = std::get_if<AskUser>(&step)) return &ask->prompt;
  if (const auto* confirm = std::get_if<Confirm>(&step)) return &confirm->prompt;
  if (const auto* say = std::get_if<Say>(&step)) return &say->text;
  return nullptr;
}

planner::TurnContext::Validator type_validator(const TurnScope& scope) {
  return [&scope](const std::string& intent, const std::string& param, const Value& value) {
    NluContext now;
    now.now = scope.now;
    now.context = scope.request.context;
    return intents::classifier_of(scope.catalog).judge_type(intent, param, value, now);
  };
}

planner::TurnContext turn_context(const TurnScope& scope, const PendingCommit& pending) {
  planner::TurnContext context;
  context.now = scope.now;
  context.turn = pending.turn.seq;
  context.context = scope.request.context;
  context.config_hash = scope.bot_services.catalog->fingerprint();
  context.resumes = scope.request.resume;
  context.over_turn_limit = turn_limit(pending.state, scope.bot.session, pending.turn.seq) == TurnLimit::kHandOver;
  return context;
}

Result<void> plan_turn(TurnDraft& draft, planner::Event event) {
  const TurnScope& scope = draft.scope;
  PendingCommit& pending = draft.pending;
  planner::TurnContext context = turn_context(scope, pending);
  context.fact_key = scope.bot_services.user_key;
  context.traces = scope.request.explain || draft.telemetry.is_on();
  add_validators(context, scope, pending.state);
  while (true) {
    if (auto* outcome = std::get_if<ToolOutcome>(&event)) validate_offer(scope, pending.state, *outcome);
    const ConversationStart before = start_of(pending.state);
    planner::Transition transition = planner::step(scope.bot, pending.state, event, context);
    const bool calls = !transition.steps.empty() && std::holds_alternative<ToolCall>(transition.steps.back());
    if (auto applied = apply_transition(draft, std::move(transition), before); !applied) return applied;
    if (!calls) return {};
    const config::Tool& tool = *scope.bot.find_tool(pending.state.waiting->call()->name);
    record_call(pending, scope, CallRecord::Status::kStarted, 0);
    if (ToolRunner::who_runs(scope.bot_services.tools, tool) == ToolRunner::Runs::kCaller) return {};
    auto outcome = run_tool(draft, tool);
    if (!outcome) return Unexpected(outcome.error());
    event = std::move(*outcome);
  }
}

Result<void> apply_transition(TurnDraft& draft, planner::Transition transition, const ConversationStart& before) {
  PendingCommit& pending = draft.pending;
  if (pending.state.began_turn != before.turn) {
    pending.ended = EndedConversation{pending.state.continuation_id, before.turn, before.at, {}};
    close_topics(draft.scope, pending);
    pending.state.began_message = pending.first_message;
    pending.state.continuation_id = draft.scope.services.ids->next();
  }
  draft.gate.learn(pending.state);
  draft.gate.learn(transition.disclosed);
  draft.gate.learn(transition.params);
  if (transition.keeps_values) draft.gate.note_kept_values();
  for (Frame& frame : pending.state.frames) {
    if (draft.gate.hides() && !frame.said.empty()) frame.said = draft.gate.hidden_text(frame.said);
  }
  std::map<std::size_t, Value> rephrased = rephrase(draft, transition);
  std::vector<const char*> kinds;
  for (std::size_t i = 0; i < transition.steps.size(); ++i) {
    Step& step = transition.steps[i];
    if (draft.telemetry.is_on()) kinds.push_back(kind_of(step));
    const auto model = rephrased.find(i);
    if (auto added = add_messages(draft, step, model == rephrased.end() ? Value() : std::move(model->second)); !added) {
      return added;
    }
  }
  std::vector<Step>& steps = pending.turn.steps;
  if (steps.empty()) {
    steps = std::move(transition.steps);
  } else {
    std::move(transition.steps.begin(), transition.steps.end(), std::back_inserter(steps));
  }
  pending.turn.status = transition.status;
  pending.turn.intent = std::move(transition.intent);
  pending.turn.params = std::move(transition.params);
  if (draft.telemetry.is_on()) draft.telemetry.publish_planned(draft.scope, pending, kinds, transition.trace);
  if (draft.scope.request.explain) draft.explanation.add(transition.trace);
  return {};
}

}  // namespace parley::engine
