// Talk runs a conversation with the planner alone. A test sends events by short calls and gets the planner's steps as
// one line of text, so that it reads like a transcript.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "config/reader.h"
#include "planner/planner.h"
#include "tests/support/flat_message.h"

namespace parley::planner {

inline config::BotDefinition read(const std::string& yaml) {
  config::Diagnostics findings({{"bot.yaml", std::make_shared<const std::string>(yaml)}});
  config::BotDefinition bot = config::read_bot(findings);
  for (const Diagnostic& diagnostic : findings.take()) FAIL(diagnostic.to_string());
  return bot;
}

inline ParamValue good(std::string param, Value value) {
  ParamValue out;
  out.param = std::move(param);
  out.value = std::move(value);
  return out;
}
inline ParamValue bad(std::string param, std::string rejection) {
  ParamValue out;
  out.param = std::move(param);
  out.valid = false;
  out.rejection = std::move(rejection);
  return out;
}

// A message that names `intent` and gives `params`.
inline FlatMessage wants(const std::string& intent, std::vector<ParamValue> params = {}) {
  FlatMessage message;
  Candidate candidate;
  candidate.intent = intent;
  message.candidates.push_back(std::move(candidate));
  message.params = std::move(params);
  return message;
}
inline FlatMessage answers(std::vector<ParamValue> values) {
  FlatMessage message;
  message.answers = std::move(values);
  return message;
}
inline FlatMessage says(Act act) {
  FlatMessage message;
  message.act = act;
  return message;
}
inline FlatMessage nonsense() { return {}; }

// A correction, such as "no, I meant ...".
inline FlatMessage corrects(std::vector<ParamValue> values) {
  FlatMessage message = answers(std::move(values));
  message.corrects = true;
  return message;
}
// A message that names params without values, such as "change the date".
inline FlatMessage names(std::vector<std::string> params) {
  FlatMessage message;
  message.named = std::move(params);
  return message;
}
// A message with ambiguous values: the user means one of `readings`.
inline FlatMessage unclear(std::vector<ParamValue> readings) {
  FlatMessage message;
  message.ambiguous_answers = {std::move(readings)};
  return message;
}
inline FlatMessage picks(int choice) {
  FlatMessage message;
  message.choice = choice;
  return message;
}

inline ToolOutcome ok(Value::Object data) { return ToolOutcome::ok(Value(std::move(data))); }

// Returns the failed answers to each question of a frame.
inline std::vector<Attempts> all_attempts(const Frame& frame) {
  std::vector<Attempts> all;
  for (const auto& each : frame.attempts.params) all.push_back(each.second);
  if (frame.attempts.confirmation) all.push_back(*frame.attempts.confirmation);
  if (frame.attempts.choice) all.push_back(*frame.attempts.choice);
  return all;
}

inline std::vector<std::string> texts(const std::vector<TraceEvent>& trace) {
  std::vector<std::string> texts;
  for (const TraceEvent& event : trace) texts.push_back(to_string(event));
  return texts;
}

// What a test sends to the planner.
using Sent = std::variant<FlatMessage, ToolOutcome, SessionEvent>;

// The context in which the next message is read.
inline NluContext read_in(const SessionState& state) {
  NluContext context;
  if (state.waiting) context.waiting_for_param = state.waiting->param();
  if (state.frames.empty()) return context;
  context.intent = state.frames.back().intent;
  for (const auto& [param, filled] : state.frames.back().params) context.filled.push_back(param);
  return context;
}

inline Event event_of(const Sent& sent, const SessionState& state) {
  if (const auto* message = std::get_if<FlatMessage>(&sent)) return understanding_of(*message, read_in(state));
  if (const auto* outcome = std::get_if<ToolOutcome>(&sent)) return *outcome;
  return std::get<SessionEvent>(sent);
}

class Talk {
 public:
  explicit Talk(config::BotDefinition bot) : bot_(std::move(bot)) {
    state_.session = "s";
    state_.continuation_id = "c";
  }

  // Sends the event. Returns the steps of the transition and its status, such as "say Hello. | ask order_id 1: Which
  // order? | waiting".
  std::string operator()(const Sent& sent) { return handle(event_of(sent, state_)); }
  std::string handle(const Event& event) {
    ++turn_;
    TurnContext moment;
    moment.now = now;
    moment.turn = turn_;
    moment.context = context;
    moment.config_hash = "h";
    moment.over_turn_limit = over_turn_limit;
    moment.resumes = resumes;
    last_ = step(bot_, state_, event, moment);
    check_invariants();
    std::string out;
    for (const Step& one : last_.steps) out += described(one) + " | ";
    return out + to_string(last_.status);
  }

  const Transition& last() const { return last_; }
  // Returns the trace of the last transition as texts.
  std::vector<std::string> trace() const { return texts(last_.trace); }
  SessionState& state() { return state_; }
  const config::BotDefinition& bot() const { return bot_; }

  TimeMs now = 1'000;
  Value context;
  bool over_turn_limit = false;
  bool resumes = false;  // with SessionEvent::kGiveBack

 private:
  static std::string described(const Step& one) {
    if (const auto* ask = std::get_if<AskUser>(&one)) {
      return "ask " + ask->param + " " + std::to_string(ask->attempt) + ": " + ask->prompt;
    }
    if (const auto* call = std::get_if<ToolCall>(&one)) return "call " + call->name + Value(call->args).to_json();
    if (const auto* confirm = std::get_if<Confirm>(&one)) return "confirm: " + confirm->prompt;
    if (const auto* say = std::get_if<Say>(&one)) return "say " + say->text;
    return "handoff " + std::get<Handoff>(one).reason;
  }

  // Checks the invariants of planner/planner.h after every step.
  void check_invariants() const {
    if (state_.handed_off) {
      CHECK(last_.status == TurnStatus::kHandoff);
      CHECK((!state_.waiting || state_.waits_for<ToolWait>()));
    } else {
      CHECK(state_.frames.empty() == !state_.waiting.has_value());
    }
    if (!state_.waiting) return;
    CHECK(state_.waiting->intent == state_.frames.back().intent);
    CHECK(state_.waiting->plan == state_.frames.back().plan);
  }

  config::BotDefinition bot_;
  SessionState state_;
  Transition last_;
  std::int64_t turn_ = 0;
};

}  // namespace parley::planner
