#include "engine/turn_work.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "engine/judging.h"
#include "engine/session_life.h"
#include "engine/situation.h"
#include "engine/value_limits.h"
#include "intents/classifier.h"
#include "memory/context/shorten.h"
#include "memory/sessions/conversations.h"
#include "parley/protocol.h"
#include "planner/speech.h"

namespace parley::engine {
namespace {

constexpr std::int64_t kHandoffTokens = 2'000;  // some fifty messages

const char* kind_of(const Step& step) {
  static constexpr const char* kKinds[] = {"ask_user", "tool_call", "confirm", "say", "handoff"};
  return kKinds[step.index()];
}

// What the user is told by a step.
const std::string* spoken(const Step& step) {
  if (const auto* ask = std::get_if<AskUser>(&step)) return &ask->prompt;
  if (const auto* confirm = std::get_if<Confirm>(&step)) return &confirm->prompt;
  if (const auto* say = std::get_if<Say>(&step)) return &say->text;
  return nullptr;
}

std::vector<std::string> said_by(const std::vector<Step>& steps) {
  std::vector<std::string> say;
  for (const Step& step : steps) {
    if (const std::string* text = spoken(step)) say.push_back(*text);
  }
  return say;
}

// What a context that is short of room goes by (docs/context.md).
void note_importance(const Understanding& heard, const Situation& now, Value::Object& metadata) {
  const auto any_valid = [](const std::vector<ParamValue>& values) {
    return std::any_of(values.begin(), values.end(), [](const ParamValue& value) { return value.valid; });
  };
  if (any_valid(heard.params) || any_valid(heard.answers)) metadata["filled"] = true;
  if (now.confirming && (heard.act == Act::kAffirm || heard.act == Act::kDeny)) metadata["confirmed"] = true;
}

}  // namespace

// A timeout is no failure: the call may have been done.
CallRecord::Status status_after(ToolOutcome::Kind kind) {
  switch (kind) {
    case ToolOutcome::Kind::kOk:
    case ToolOutcome::Kind::kRejected: return CallRecord::Status::kDone;
    case ToolOutcome::Kind::kFailed: return CallRecord::Status::kFailed;
    case ToolOutcome::Kind::kTimeout:
    case ToolOutcome::Kind::kUnknown: return CallRecord::Status::kUnknown;
  }
  return CallRecord::Status::kUnknown;
}

Unexpected unknown_call() {
  return Unexpected(ErrorCode::kUnknownCall,
                    "no call with this call_id is waiting for a result in this session; each call takes one result");
}

TurnWork::TurnWork(Workplace& place, const Request& request)
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
  if (is_full(state_, bot_->session, turn_.seq)) return refused();
  trim_oldest();                                       // which counts on this turn having no message yet
  if (had_question) say_first(bot_->replies.expired);  // which must not quote what is over
  add_request_usage();
  for (std::string& dropped : planner::adapt(*bot_, state_, place_.catalog->fingerprint())) {
    trace_.push_back(std::move(dropped));
  }
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

Situation TurnWork::situation() const { return situation_of(*bot_, state_, request_.context, now_); }

Result<planner::Event> TurnWork::read_input() {
  if (const auto* text = std::get_if<std::string>(&request_.input)) return planner::Event(understand(*text));
  if (const auto* own = std::get_if<OwnUnderstanding>(&request_.input)) {
    auto judged = judge(*own, *catalog_, situation(), trace_);
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
  const Situation now = situation();
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

// ---- planning and doing -----------------------------------------------------------------------------------

Result<void> TurnWork::plan(planner::Event event) {
  planner::Moment moment{now_, turn_.seq, request_.context, place_.catalog->fingerprint(), {}, {}};
  moment.judge = [this, now = situation()](const std::string& intent, const std::string& param, const Value& value) {
    return catalog_->judge(intent, param, value, now);
  };
  moment.judge_type = [this](const std::string& intent, const std::string& param, const Value& value) {
    Situation at;
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

// What a tool offers is judged like what a user says. With a value that would not be taken from one it is no offer.
void TurnWork::judge_offer(ToolOutcome& outcome) const {
  const config::StepDefinition* step = planner::waiting_step(*bot_, state_);
  if (!outcome.offer() || !step) return;
  const Situation now = situation();
  Value::Object offer;
  for (const auto& [argument, value] : *outcome.offer()) {
    if (is_too_long(value, place_.limits)) return void(outcome.data = Value());
    const std::string param = planner::param_behind(*step, argument);
    ParamValue judged = catalog_->judge(now.intent, param, value, now);
    if (!judged.valid) return void(outcome.data = Value());
    offer[param] = std::move(judged.value);
  }
  outcome.data = Value(std::move(offer));
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
    lines.push_back(std::string(name_of(message.role)) + ": " + message.text);
  }
  return lines;
}

// Recorded as started before it runs, so that a crash in the middle is known for what it is. A mock has no effect
// in the world and needs no record.
Result<ToolOutcome> TurnWork::run_tool(const config::Tool& tool) {
  const ToolCall call = *state_.waiting->call;
  static const config::StepDefinition kAsUsual;
  const config::StepDefinition* waiting = planner::waiting_step(*bot_, state_);
  const config::StepDefinition& step = waiting ? *waiting : kAsUsual;
  if (place_.tools.who_runs(tool) == ToolRunner::Runs::kFunction) {
    state_.waiting->started = true;
    state_.waiting->runner = place_.runner.name();
    state_.waiting->running_until = place_.clock->now() + ToolRunner::longest(step);
    if (auto committed = commit(/*complete=*/false); !committed) return Unexpected(committed.error());
    has_effects_ = true;
  }
  events_.lap();
  ToolOutcome outcome = place_.tools.run(tool, step, call);
  note_outcome(outcome, events_.lap());
  return outcome;
}

// What becomes of a call, unless it is a mock's.
void TurnWork::record(const ToolCall& call, CallRecord::Status status, TimeMs ended_at) {
  const config::Tool* tool = bot_->find_tool(call.name);
  if (tool && place_.tools.who_runs(*tool) == ToolRunner::Runs::kMock) return;
  const auto same = [&](const CallRecord& record) { return record.call_id == call.call_id; };
  calls_.erase(std::remove_if(calls_.begin(), calls_.end(), same), calls_.end());
  calls_.push_back(
      {call.call_id, call.name, turn_.seq, status, call.idempotency_key, state_.waiting->asked_at, ended_at});
}

// Of the call that was waited for. History keeps that a tool was called and how it went, not what it said (seed F36).
void TurnWork::note_outcome(const ToolOutcome& outcome, std::int64_t took_us) {
  Waiting& waiting = *state_.waiting;
  waiting.started = false;
  waiting.runner.clear();
  waiting.running_until = 0;
  record(*waiting.call, status_after(outcome.kind), now_);
  add_usage(outcome.usage);
  tell_outcome(waiting, outcome, took_us);
  remember_outcome(waiting.call->name, waiting.call->call_id, outcome);
}

void TurnWork::remember_outcome(const std::string& tool, const std::string& call_id, const ToolOutcome& outcome) {
  MessageDetails details;
  details.tool = tool;
  details.call_id = call_id;
  if (const std::int64_t most = place_.memory.results; most > 0 && !outcome.data.is_null()) {
    const Value shown = place_.redactor.value_for_display(outcome.data, state_);
    const std::string result = gate_.hidden_value(shown).to_json();
    details.metadata[memory::kResult] = memory::shorten_keeping_json(result, static_cast<std::size_t>(most));
  }
  remember(Role::kTool, tool + ": " + name_of(outcome.kind), std::move(details));
  usage_of_[state_.messages] = outcome.usage;
}

EndedConversation TurnWork::conversation() const {
  return {state_.continuation_id, state_.began_turn, state_.began_at, {}};
}

void TurnWork::remember(Role role, std::string text, MessageDetails details) {
  Message message;
  message.seq = ++state_.messages;
  message.turn = turn_.seq;
  message.role = role;
  message.text = std::move(text);
  message.at = now_;
  message.details = std::move(details);
  // In a session that another bot began, what this one says is told apart.
  if (role == Role::kAssistant && state_.bot != bot_->id) message.details.tool = bot_->id;
  state_.bytes += static_cast<std::int64_t>(message.text.size());
  messages_.push_back(std::move(message));
}

// What was learned to be private since a message was noted down is taken out of it, too.
void TurnWork::pass_the_gate() {
  for (Message& message : messages_) {
    const std::size_t before = message.text.size();
    message = gate_.hidden(std::move(message));
    state_.bytes += static_cast<std::int64_t>(message.text.size()) - static_cast<std::int64_t>(before);
  }
  keep_usage();
  gate_.release(state_);
}

Result<void> TurnWork::commit(bool complete) {
  turn_.say = said_by(turn_.steps);
  const bool asks = state_.waiting && state_.waiting->kind == Waiting::Kind::kParam;
  turn_.waiting_for_param = asks ? std::optional<std::string>(state_.waiting->param) : std::nullopt;
  turn_.continuation_id = state_.continuation_id;

  state_.turns = turn_.seq;
  state_.last_message_id = turn_.id;
  state_.updated_at = now_;
  state_.expires_at = expiry(state_, *bot_);
  state_.kept_until = kept_until(state_, bot_->session);
  state_.version = stored_version_ + 1;
  pass_the_gate();
  const StoredTurn stored{gate_.hidden(turn_), complete};
  const bool is_first = stored_version_ == 0;
  if (complete && request_.explain) {
    Value::Array trace(trace_.begin(), trace_.end());
    Value::Object explain{{"trace", Value(std::move(trace))}};
    if (!explanation_.is_null()) explain["understanding"] = explanation_;
    turn_.explain = Value(std::move(explain));
  }
  events_.lap();
  auto committed = place_.store->commit({state_, stored_version_, stored, messages_, calls_,
                                         is_first ? &notes_ : nullptr, first_kept_turn_, ended_ ? &*ended_ : nullptr});
  if (!committed) return committed;
  commit_us_ += events_.lap();
  ++commits_;
  stored_version_ = state_.version;
  messages_.clear();
  calls_.clear();
  ended_.reset();
  if (complete) tell_answered();
  return committed;
}

}  // namespace parley::engine
