#include "engine/turn_work.h"

#include <algorithm>

#include "base/text.h"
#include "engine/judging.h"
#include "intents/classifier.h"
#include "parley/protocol.h"
#include "planner/speech.h"

namespace parley::engine {
namespace {

const char* kind_of(const Step& step) {
  static constexpr const char* kKinds[] = {"ask_user", "tool_call", "confirm", "say", "handoff"};
  return kKinds[step.index()];
}

const char* kind_of_input(const Request& request) {
  static constexpr const char* kKinds[] = {"text", "understanding", "tool_result", "event"};
  return kKinds[request.input.index()];
}

// What the user is told by a step.
const std::string* spoken(const Step& step) {
  if (const auto* ask = std::get_if<AskUser>(&step)) return &ask->prompt;
  if (const auto* confirm = std::get_if<Confirm>(&step)) return &confirm->prompt;
  if (const auto* say = std::get_if<Say>(&step)) return &say->text;
  return nullptr;
}

std::vector<std::string> names_of(const std::vector<ParamValue>& values, bool valid) {
  std::vector<std::string> names;
  for (const ParamValue& value : values) {
    if (value.valid == valid) names.push_back(value.param);
  }
  return names;
}

}  // namespace

TurnWork::TurnWork(Workplace& place, const Request& request)
    : place_(place),
      request_(request),
      catalog_(place.catalog.get()),
      bot_(&catalog_->definition()),
      telemetry_(place.telemetry, request.session),
      now_(request.now ? *request.now : place.clock->now()) {}

Result<Turn> TurnWork::run() {
  if (auto loaded = load(); !loaded) return Unexpected(loaded.error());
  auto earlier = answered_before();
  if (!earlier) return Unexpected(earlier.error());
  if (*earlier) return std::move(**earlier);

  turn_.session = request_.session;
  turn_.id = request_.id.empty() ? place_.ids->next() : request_.id;
  turn_.seq = state_.turns + 1;
  begin_anew_when_over();
  for (std::string& dropped : planner::adapt(*bot_, state_, place_.catalog->fingerprint())) {
    trace_.push_back(std::move(dropped));
  }
  telemetry_.at(now_, turn_.seq, state_);
  telemetry_.event("received").name("input", kind_of_input(request_));

  auto event = read_input();
  if (!event) return Unexpected(event.error());
  if (auto planned = plan(std::move(*event)); !planned) return Unexpected(planned.error());
  if (auto committed = commit(/*complete=*/true); !committed) return Unexpected(committed.error());
  telemetry_.send();
  return std::move(turn_);
}

// ---- before ---------------------------------------------------------------------------------------------

Result<void> TurnWork::load() {
  auto stored = place_.store->load(request_.session);
  if (!stored) return Unexpected(stored.error());
  if (*stored) {
    state_ = std::move(**stored);
  } else {
    state_.session = request_.session;
    state_.continuation_id = place_.ids->next();
    state_.created_at = now_;
    state_.updated_at = now_;
    state_.bot = bot_->id;
    state_.config_hash = place_.catalog->fingerprint();
  }
  stored_version_ = state_.version;
  choose_language();
  return {};
}

// What the channel says of the user's language holds until it says something else.
void TurnWork::choose_language() {
  if (const auto locale = intents::locale_in(request_.context)) state_.locale = locale->tag();
  catalog_ = &place_.catalog->in(state_.locale);
  bot_ = &catalog_->definition();
}

Result<std::optional<Turn>> TurnWork::answered_before() {
  if (!request_.id.empty() && stored_version_ > 0) {
    auto found = place_.store->find_turn(request_.session, request_.id);
    if (!found) return Unexpected(found.error());
    if (*found && (*found)->complete) {
      (*found)->turn.duplicate = true;
      return std::optional<Turn>(std::move((*found)->turn));
    }
  }
  return finish_interrupted();
}

// A call that was running when a process died: its outcome is found out or declared unknown, and the turn that
// made it is brought to its end before anything else happens in the session.
Result<std::optional<Turn>> TurnWork::finish_interrupted() {
  if (!state_.waiting || !state_.waiting->started) return std::optional<Turn>();
  auto interrupted = place_.store->find_turn(request_.session, state_.last_message_id);
  if (!interrupted) return Unexpected(interrupted.error());
  if (!*interrupted) return Unexpected(ErrorCode::kStoreCorrupt, "the turn of a running tool call is not in the store");
  turn_ = std::move((*interrupted)->turn);

  const config::Tool* tool = bot_->find_tool(state_.waiting->call->name);
  planner::adapt(*bot_, state_, place_.catalog->fingerprint());
  telemetry_.at(now_, turn_.seq, state_);
  if (state_.waiting && tool) {
    ToolOutcome outcome{ToolOutcome::Kind::kUnknown, {}, "the process ended while the tool was running"};
    state_.waiting->started = false;
    if (tool->idempotent && place_.tools.who_runs(*tool) != ToolRunner::Runs::kHost) {
      auto repeated = run_tool(*tool);
      if (!repeated) return Unexpected(repeated.error());
      outcome = std::move(*repeated);
    } else {
      note_outcome(tool->id.value, outcome);
    }
    if (auto planned = plan(std::move(outcome)); !planned) return Unexpected(planned.error());
  }
  if (auto committed = commit(/*complete=*/true); !committed) return Unexpected(committed.error());
  telemetry_.send();
  if (turn_.id == request_.id) return std::optional<Turn>(std::move(turn_));
  turn_ = Turn();
  trace_.clear();
  return std::optional<Turn>();
}

// An expired or ended conversation is said to be so; what was open in it is gone.
void TurnWork::begin_anew_when_over() {
  const bool is_new = stored_version_ == 0;
  const TimeMs idle = std::max<TimeMs>(0, now_ - state_.updated_at);
  const bool expired = !is_new && bot_->session.ttl > 0 && idle >= bot_->session.ttl;
  turn_.continued = !is_new && !expired && !state_.ended;
  if (!expired && !state_.ended) return;

  turn_.reason = expired && !state_.ended ? "expired" : "ended";
  if (expired && state_.waiting) {
    const std::string text = planner::Speech(*bot_, state_, request_.context, nullptr).say(bot_->replies.expired);
    if (!text.empty()) {
      remember(Role::kAssistant, text);
      turn_.steps.push_back(Say{text});
    }
  }
  state_.frames.clear();
  state_.waiting.reset();
  state_.params.clear();
  state_.queue.clear();
  state_.last_result = Value();
  state_.unmatched = 0;
  state_.exhausted = 0;
  state_.ended = false;
  state_.continuation_id = place_.ids->next();
}

// ---- reading --------------------------------------------------------------------------------------------

Situation TurnWork::situation() const {
  Situation situation;
  if (!state_.frames.empty()) {
    situation.intent = state_.frames.back().intent;
    std::int64_t last = 0;
    for (const auto& [param, filled] : state_.frames.back().params) {
      situation.filled.push_back(param);
      if (filled.turn < last) continue;
      const bool alone = filled.turn > last;  // of several in one turn none is the last
      situation.filled_last = alone ? param : "";
      last = filled.turn;
    }
  }
  if (state_.waiting) {
    const Waiting& waiting = *state_.waiting;
    if (waiting.kind == Waiting::Kind::kParam) situation.waiting_for_param = waiting.param;
    situation.confirming = waiting.kind == Waiting::Kind::kConfirm;
    situation.changing = waiting.kind == Waiting::Kind::kChange;
    for (const Choice& choice : waiting.choices) situation.choices.push_back(choice.label);
  }
  for (std::size_t below = state_.frames.size(); below-- > 1;) {
    const Frame& frame = state_.frames[below - 1];
    const config::Intent* intent = bot_->find_intent(frame.intent);
    for (const config::Param& param : intent->params) {
      if (!param.required || frame.params.count(param.id.value) != 0) continue;
      situation.interrupted.emplace_back(frame.intent, param.id.value);
      break;
    }
  }
  situation.context = request_.context;
  if (!state_.locale.empty() && !intents::locale_in(situation.context)) {
    if (!situation.context.if_object()) situation.context = Value(Value::Object());
    situation.context.if_object()->insert_or_assign(intents::kLocaleFact, state_.locale);
  }
  situation.now_ms = now_;
  return situation;
}

Result<planner::Event> TurnWork::read_input() {
  if (const auto* text = std::get_if<std::string>(&request_.input)) return planner::Event(understand(*text));
  if (const auto* own = std::get_if<OwnUnderstanding>(&request_.input)) {
    auto judged = judge(*own, *catalog_, situation(), trace_);
    if (!judged) return Unexpected(judged.error());
    telemetry_.event("classified")
        .name("intent", judged->candidates.empty() ? "" : judged->candidates.front().intent)
        .name("act", name_of(judged->act))
        .names("params", names_of(judged->params, true))
        .names("invalid", names_of(judged->params, false));
    return planner::Event(std::move(*judged));
  }
  if (const auto* result = std::get_if<ToolResult>(&request_.input)) {
    const bool awaited = state_.waiting && state_.waiting->call && state_.waiting->call->call_id == result->call_id;
    if (!awaited) {
      return Unexpected(
          ErrorCode::kUnknownCall,
          "no call with this call_id is waiting for a result in this session; each call takes one result");
    }
    note_outcome(state_.waiting->call->name, result->outcome);
    return planner::Event(result->outcome);
  }
  return planner::Event(std::get<SessionEvent>(request_.input));
}

Understanding TurnWork::understand(const std::string& raw) {
  const std::string text = base::valid_utf8(raw);
  const Situation now = situation();
  Understanding understanding;
  if (request_.explain) {
    const Explanation explanation = catalog_->explain(text, now);
    explanation_ = to_value(explanation);
    understanding = explanation.understanding;
  } else {
    understanding = catalog_->understand(text, now);
  }
  const std::string best = understanding.candidates.empty() ? "" : understanding.candidates.front().intent;
  telemetry_.event("classified")
      .name("intent", best)
      .name("act", name_of(understanding.act))
      .count("candidates", static_cast<std::int64_t>(understanding.candidates.size()))
      .names("params", names_of(understanding.params, true))
      .names("answers", names_of(understanding.answers, true))
      .names("invalid", names_of(now.intent.empty() ? understanding.params : understanding.answers, false));

  remember(Role::kUser, place_.redactor.for_store(text, understanding, now));
  return understanding;
}

// ---- planning and doing -----------------------------------------------------------------------------------

Result<void> TurnWork::plan(planner::Event event) {
  const planner::Moment moment{now_, turn_.seq, request_.context, place_.catalog->fingerprint()};
  while (true) {
    if (auto* outcome = std::get_if<ToolOutcome>(&event)) judge_offer(*outcome);
    planner::Transition transition = planner::step(*bot_, std::move(state_), event, moment);
    const bool calls = !transition.steps.empty() && std::holds_alternative<ToolCall>(transition.steps.back());
    apply(std::move(transition));
    if (!calls) return {};
    const config::Tool& tool = *bot_->find_tool(state_.waiting->call->name);
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
    const std::string param = planner::param_behind(*step, argument);
    ParamValue judged = catalog_->judge(now.intent, param, value, now);
    if (!judged.valid) return void(outcome.data = Value());
    offer[param] = std::move(judged.value);
  }
  outcome.data = Value(std::move(offer));
}

void TurnWork::apply(planner::Transition transition) {
  state_ = std::move(transition.state);
  const std::string about = transition.intent.value_or("");
  std::vector<std::string> kinds;
  for (Step& step : transition.steps) {
    kinds.emplace_back(kind_of(step));
    if (auto* handoff = std::get_if<Handoff>(&step)) handoff->recap = recap();
    if (const std::string* text = spoken(step)) {
      remember(Role::kAssistant, place_.redactor.for_store(*text, about, transition.params, transition.told));
    }
    turn_.steps.push_back(std::move(step));
  }
  turn_.status = transition.status;
  turn_.intent = std::move(transition.intent);
  turn_.params = std::move(transition.params);
  telemetry_.at(now_, turn_.seq, state_);
  telemetry_.event("planned").names("steps", kinds).names("trace", transition.trace);
  std::move(transition.trace.begin(), transition.trace.end(), std::back_inserter(trace_));
}

// What a person who takes over should have read: the last messages, as they are stored.
std::vector<std::string> TurnWork::recap() {
  constexpr std::size_t kMessages = 12;
  std::vector<std::string> lines;
  const auto add = [&](const Message& message) {
    lines.push_back(std::string(name_of(message.role)) + ": " + message.text);
  };
  if (messages_.size() < kMessages && stored_version_ > 0) {
    const auto earlier = place_.store->messages(request_.session, kMessages - messages_.size());
    if (earlier) std::for_each(earlier->begin(), earlier->end(), add);
  }
  std::for_each(messages_.begin(), messages_.end(), add);
  return lines;
}

// Recorded as started before it runs, so that a crash in the middle is known for what it is. A mock has no effect
// in the world and needs no record.
Result<ToolOutcome> TurnWork::run_tool(const config::Tool& tool) {
  const ToolCall call = *state_.waiting->call;
  static const config::StepDefinition kAsUsual;
  const config::StepDefinition* step = planner::waiting_step(*bot_, state_);
  if (place_.tools.who_runs(tool) == ToolRunner::Runs::kFunction) {
    state_.waiting->started = true;
    if (auto committed = commit(/*complete=*/false); !committed) return Unexpected(committed.error());
    has_effects_ = true;
  }
  ToolOutcome outcome = place_.tools.run(tool, step ? *step : kAsUsual, call);
  state_.waiting->started = false;
  note_outcome(call.name, outcome);
  return outcome;
}

// History keeps that a tool was called and how it went, not what it said (seed F36).
void TurnWork::note_outcome(const std::string& tool, const ToolOutcome& outcome) {
  telemetry_.event("tool").name("tool", tool).name("outcome", name_of(outcome.kind));
  remember(Role::kTool, tool + ": " + name_of(outcome.kind));
}

void TurnWork::remember(Role role, std::string text) {
  Message message;
  message.seq = ++state_.messages;
  message.turn = turn_.seq;
  message.role = role;
  message.text = std::move(text);
  message.at = now_;
  messages_.push_back(std::move(message));
}

Result<void> TurnWork::commit(bool complete) {
  turn_.say.clear();
  for (const Step& step : turn_.steps) {
    if (const std::string* text = spoken(step)) turn_.say.push_back(*text);
  }
  const bool asks = state_.waiting && state_.waiting->kind == Waiting::Kind::kParam;
  turn_.waiting_for_param = asks ? std::optional<std::string>(state_.waiting->param) : std::nullopt;
  turn_.continuation_id = state_.continuation_id;

  state_.turns = turn_.seq;
  state_.last_message_id = turn_.id;
  state_.updated_at = now_;
  state_.version = stored_version_ + 1;
  stored_.complete = complete;
  auto committed = place_.store->commit(Commit{state_, stored_version_, stored_, messages_, now_});
  if (!committed) return committed;
  stored_version_ = state_.version;
  messages_.clear();
  if (!complete) return committed;

  if (request_.explain) {
    Value::Array trace(trace_.begin(), trace_.end());
    Value::Object explain{{"trace", Value(std::move(trace))}};
    if (!explanation_.is_null()) explain["understanding"] = explanation_;
    turn_.explain = Value(std::move(explain));
  }
  telemetry_.at(now_, turn_.seq, state_);
  telemetry_.event("respond")
      .name("status", name_of(turn_.status))
      .name("intent", turn_.intent ? *turn_.intent : "")
      .count("say", static_cast<std::int64_t>(turn_.say.size()));
  return committed;
}

}  // namespace parley::engine
