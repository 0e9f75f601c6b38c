// Tested by tests/engine/engine_test.cc.
#include "engine/turn_work.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "engine/external_nlu.h"
#include "engine/session_lifetime.h"
#include "engine/understanding_context.h"
#include "intents/classifier.h"
#include "memory/sessions/conversations.h"
#include "parley/protocol.h"
#include "planner/response_renderer.h"

namespace parley::engine {
namespace {

constexpr std::int64_t kHandoffTokens = 2'000;  // some fifty messages

const char* kind_of(const Step& step) {
  static constexpr const char* kKinds[] = {"ask_user", "tool_call", "confirm", "say", "handoff"};
  return kKinds[step.index()];
}

// What a context that is short of room goes by (docs/context.md).
void note_importance(const Understanding& heard, const NluContext& now, Value::Object& metadata) {
  const auto any_valid = [](const std::vector<ParamValue>& values) {
    return std::any_of(values.begin(), values.end(), [](const ParamValue& value) { return value.valid; });
  };
  if (any_valid(heard.params) || any_valid(heard.answers)) metadata["filled"] = true;
  if (now.confirming && (heard.act == Act::kAffirm || heard.act == Act::kDeny)) metadata["confirmed"] = true;
}

}  // namespace

TurnWork::TurnWork(EngineServices& place, const Request& request)
    : place_(place),
      request_(request),
      catalog_(place.catalog.get()),
      bot_(&catalog_->definition()),
      events_(place.telemetry, request.session),
      now_(request.now ? *request.now : place.clock->now()),
      gate_(place.redactor) {}

Result<Turn> TurnWork::run(int conflicts, bool went_on) {
  conflicts_ = conflicts;
  if (auto loaded = load(went_on); !loaded) return Unexpected(loaded.error());
  load_us_ = events_.lap();
  auto earlier = answered_before();
  if (!earlier) return Unexpected(earlier.error());
  if (*earlier) return std::move(**earlier);
  if (auto owned = check_owner(); !owned) return Unexpected(owned.error());
  if (auto late = take_late_result(); !late) return Unexpected(late.error());
  if (auto goes_on = check_continuation(); !goes_on) return Unexpected(goes_on.error());
  if (auto admitted = admit(); !admitted) return Unexpected(admitted.error());

  turn_.session = request_.session;
  turn_.id = request_.id.empty() ? place_.ids->next() : request_.id;
  turn_.seq = state_.turns + 1;
  first_message_ = state_.messages + 1;
  const bool had_question = begin_anew_when_over();
  trim_oldest();                                       // which counts on this turn having no message yet
  if (had_question) say_first(bot_->replies.expired);  // which must not quote what is over
  add_request_usage();
  for (std::string& dropped : planner::adapt(*bot_, state_, place_.catalog->fingerprint())) {
    trace_.push_back(std::move(dropped));
  }
  if (is_full(state_, bot_->session, turn_.seq) && !passes_turn_limit()) return refused();
  tell_received();

  if (const auto* written = std::get_if<SessionWrite>(&request_.input)) {
    if (auto done = write(*written); !done) return Unexpected(done.error());
    if (auto committed = commit(/*complete=*/true); !committed) return Unexpected(committed.error());
    return std::move(turn_);
  }
  tell_late_result();
  auto event = read_input();
  if (!event) return Unexpected(event.error());
  if (auto planned = plan(std::move(*event)); !planned) return Unexpected(planned.error());
  if (auto committed = commit(/*complete=*/true); !committed) return Unexpected(committed.error());
  return std::move(turn_);
}

// ---- reading --------------------------------------------------------------------------------------------

NluContext TurnWork::nlu_context() const { return understanding_context(*bot_, state_, request_.context, now_); }

Result<planner::Event> TurnWork::read_input() {
  if (const auto* text = std::get_if<std::string>(&request_.input)) return planner::Event(understand(*text));
  if (const auto* own = std::get_if<OwnUnderstanding>(&request_.input)) {
    auto judged = judge(*own, *catalog_, nlu_context(), trace_);
    if (!judged) return Unexpected(judged.error());
    tell_judged(*judged);
    return planner::Event(std::move(*judged));
  }
  if (const auto* result = std::get_if<ToolResult>(&request_.input)) {
    if (!is_awaited(result->call_id)) return unknown_call();
    note_outcome(result->outcome, waited_us());
    return planner::Event(result->outcome);
  }
  return planner::Event(std::get<SessionEvent>(request_.input));
}

Understanding TurnWork::understand(const std::string& raw) {
  const std::string text = base::valid_utf8(raw);
  const NluContext now = nlu_context();
  std::vector<std::string> notes;
  Understanding understanding = catalog_->classifier().understand(text, now, &notes);
  std::move(notes.begin(), notes.end(), std::back_inserter(trace_));
  if (request_.explain) explanation_ = to_value(catalog_->explain(text, now));
  tell_understood(text, understanding, now);
  gate_.learn(understanding, text);
  MessageDetails details = gate_.details(request_.details, text, understanding, now);
  if (place_.memory.strategy == ContextStrategy::kHybrid) note_importance(understanding, now, details.metadata);
  remember(Role::kUser, gate_.message(text, understanding, now), std::move(details));
  return understanding;
}

// ---- planning ---------------------------------------------------------------------------------------------

Result<void> TurnWork::plan(planner::Event event) {
  planner::TurnContext moment{now_, turn_.seq, request_.context, place_.catalog->fingerprint(),
                              {},   {},        place_.user_key};
  moment.judge = [this, now = nlu_context()](const std::string& intent, const std::string& param, const Value& value) {
    return catalog_->judge(intent, param, value, now);
  };
  moment.judge_type = [this](const std::string& intent, const std::string& param, const Value& value) {
    NluContext at;
    at.now_ms = now_;
    at.context = request_.context;
    return catalog_->classifier().judge_type(intent, param, value, at);
  };
  while (true) {
    if (auto* outcome = std::get_if<ToolOutcome>(&event)) judge_offer(*outcome);
    EndedConversation before = conversation();
    planner::Transition transition = planner::step(*bot_, std::move(state_), event, moment);
    const bool resets = transition.state.began_turn != before.began_turn;
    if (resets) ended_ = std::move(before);
    const bool calls = !transition.steps.empty() && std::holds_alternative<ToolCall>(transition.steps.back());
    if (auto applied = apply(std::move(transition), resets); !applied) return applied;
    if (!calls) return {};
    const config::Tool& tool = *bot_->find_tool(state_.waiting->call->name);
    record(*state_.waiting->call, CallRecord::Status::kStarted, 0);
    if (place_.tools.who_runs(tool) == ToolRunner::Runs::kHost) return {};
    auto outcome = run_tool(tool);
    if (!outcome) return Unexpected(outcome.error());
    event = std::move(*outcome);
  }
}

Result<void> TurnWork::apply(planner::Transition transition, bool resets) {
  state_ = std::move(transition.state);
  if (resets) follow_reset();
  gate_.learn(state_);
  gate_.learn(transition.told);
  gate_.learn(transition.params);
  std::vector<std::string> kinds;
  for (Step& step : transition.steps) {
    kinds.emplace_back(kind_of(step));
    if (auto* handoff = std::get_if<Handoff>(&step)) {
      auto read = recap();
      if (!read) return Unexpected(read.error());
      // The messages first, then what the planner adds: the intents that wait.
      read->insert(read->end(), handoff->recap.begin(), handoff->recap.end());
      handoff->recap = std::move(*read);
    }
    if (const std::string* text = spoken(step)) remember(Role::kAssistant, gate_.hidden_text(*text));
    if (const auto* call = std::get_if<ToolCall>(&step)) {
      MessageDetails details;
      details.tool = call->name;
      details.call_id = call->call_id;
      remember(Role::kCall, Value(gate_.hidden_params(call->args)).to_json(), std::move(details));
    }
    turn_.steps.push_back(std::move(step));
  }
  turn_.status = transition.status;
  turn_.intent = std::move(transition.intent);
  turn_.params = std::move(transition.params);
  tell_planned(kinds, transition.trace);
  std::move(transition.trace.begin(), transition.trace.end(), std::back_inserter(trace_));
  return {};
}

// The planner has begun another conversation with this turn.
void TurnWork::follow_reset() {
  close_conversation();
  state_.began_message = first_message_;
  state_.continuation_id = place_.ids->next();
}

// What a person who takes over should have read of the current conversation, as it is stored.
Result<std::vector<std::string>> TurnWork::recap() {
  const auto first = memory::first_message(*place_.store, state_);
  if (!first) return Unexpected(first.error());
  // Numbered from the conversation's first message, so that only its own count as left out.
  const std::int64_t shift = *first - 1;
  const HistoryReader read = [&](std::int64_t number, int limit) -> Result<std::vector<Message>> {
    const auto wanted = static_cast<std::size_t>(limit);
    const std::int64_t first_new = state_.messages - static_cast<std::int64_t>(messages_.size()) + 1;
    const std::int64_t before = number > state_.messages - shift ? state_.messages + 1 : number + shift;
    std::vector<Message> page;
    if (stored_version_ > 0 && std::min(before, first_new) > *first) {
      auto stored = place_.store->messages(request_.session, wanted, std::min(before, first_new));
      if (!stored) return stored;
      page = std::move(*stored);
    }
    std::copy_if(messages_.begin(), messages_.end(), std::back_inserter(page),
                 [&](const Message& message) { return message.seq < before; });
    std::erase_if(page, [&](const Message& message) { return message.seq < *first; });
    if (page.size() > wanted) page.erase(page.begin(), page.end() - limit);
    for (Message& message : page) {
      message.seq -= shift;
      message.turn -= std::max<std::int64_t>(state_.began_turn, 1) - 1;
    }
    return page;
  };
  ContextOptions options;
  options.max_tokens = std::min(kHandoffTokens, place_.memory.max_tokens[static_cast<std::size_t>(Consumer::kAgent)]);
  const auto context = build_context(read, options);
  if (!context) return Unexpected(context.error());
  std::vector<std::string> lines;
  for (const Message& message : context->messages) {
    if (message.role == Role::kCall) continue;  // the result says which tool it was
    lines.push_back(std::string(to_string(message.role)) + ": " + message.text);
  }
  return lines;
}

}  // namespace parley::engine
