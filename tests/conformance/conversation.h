// Conversations made up for tests of stores: commits that follow one another as an engine's would.
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "parley/store.h"

namespace parley::conformance {

// A commit with what it refers to.
struct Written {
  SessionState state;
  StoredTurn turn;
  std::vector<Message> messages;
  std::int64_t expected_version = 0;

  Commit commit() const { return {state, expected_version, turn, messages, state.updated_at}; }
};

// One session's turns, one after the other. Knows nothing of a store: it assumes that each commit succeeds.
class Conversation {
 public:
  explicit Conversation(std::string session, TimeMs start = 1767225600000) {
    state_.session = std::move(session);
    state_.continuation_id = "c-" + state_.session;
    state_.bot = "acme";
    state_.config_hash = "f00d";
    state_.created_at = state_.updated_at = start;
  }
  static Conversation resume(const SessionState& state) {
    Conversation talk(state.session);
    talk.state_ = state;
    return talk;
  }

  const SessionState& state() const { return state_; }

  // The next turn: a message of the user's and one of the bot's. The id is made up when it is left out.
  Written next(const std::string& user, const std::string& assistant, std::string id = {}) {
    Written written = peek(user, assistant, std::move(id));
    state_ = written.state;
    return written;
  }

  // The same without taking the step.
  Written peek(const std::string& user, const std::string& assistant, std::string id = {}) const {
    Written written;
    written.expected_version = state_.version;
    written.state = state_;
    SessionState& state = written.state;
    ++state.version;
    ++state.turns;
    Turn& turn = written.turn.turn;
    turn.session = state.session;
    turn.id = id.empty() ? "m" + std::to_string(state.turns) : std::move(id);
    turn.seq = state.turns;
    turn.say = {assistant};
    turn.steps = {Say{assistant}};
    turn.continuation_id = state.continuation_id;
    turn.continued = state.turns > 1;
    state.last_message_id = turn.id;
    add(written, Role::kUser, user);
    add(written, Role::kAssistant, assistant);
    return written;
  }

  // The second half of a turn that was written before its tool had answered.
  Written complete(const Written& begun, const std::string& assistant) {
    Written written;
    written.expected_version = begun.state.version;
    written.state = begun.state;
    ++written.state.version;
    written.turn = begun.turn;
    written.turn.complete = true;
    written.turn.turn.status = Status::kDone;
    written.turn.turn.say.push_back(assistant);
    add(written, Role::kAssistant, assistant);
    state_ = written.state;
    return written;
  }

 private:
  static void add(Written& written, Role role, const std::string& text) {
    written.messages.push_back({++written.state.messages, written.state.turns, role, text, written.state.updated_at});
  }

  SessionState state_;
};

inline bool same_turn(const Turn& a, const Turn& b) {
  const auto all = [](const Turn& turn) {
    return std::tie(turn.session, turn.id, turn.seq, turn.status, turn.say, turn.steps, turn.intent, turn.params,
                    turn.waiting_for_param, turn.continuation_id, turn.duplicate, turn.continued, turn.reason,
                    turn.explain);
  };
  return all(a) == all(b);
}

// Puts something into every field of the state and the turn.
inline void fill_with_everything(Written& written) {
  const Value::Object values = {{"null", nullptr},
                                {"no", false},
                                {"zero", 0},
                                {"big", std::int64_t{9007199254740993}},
                                {"whole", 10.0},
                                {"real", -0.1},
                                {"empty", ""},
                                {"text", "\xC3\xA9\xE2\x82\xAC \"q\" \\"},
                                {"list", Value::Array{1, "two", nullptr, Value::Object{}}},
                                {"object", Value::Object{{"a", Value::Object{{"b", 1}}}}}};
  const ToolCall call{"call-1", "refunds.create", values, "key-1"};

  SessionState& state = written.state;
  state.plans = 2;
  state.calls = 1;
  Frame frame;
  frame.intent = "refund";
  frame.plan = 1;
  for (const auto& [name, value] : values) frame.params[name] = {value, 1};
  frame.saved = values;
  frame.attempts = {{"", {1, 0, 0, 0}}, {"order_id", {1, 2, 3, 4}}};
  frame.skipped = {"reason", "card"};
  frame.checked = {"order_id"};
  frame.held["order_id"] = {"O-1", 1};
  frame.unclear = {{{"from", "Bern", "origin"}, {"to", "Bern", "destination"}}};
  frame.changing = "order_id";
  frame.confirmed = true;
  frame.called = true;
  frame.step = "2.then.1";
  frame.runs = {{"0", "refunds.check", "beef", StepRun::Status::kDone},
                {"2.then.1", "refunds.create", "cafe", StepRun::Status::kWaiting}};
  Frame top;
  top.intent = "track";
  top.plan = 2;
  state.frames = {frame, top};
  Waiting waiting;
  waiting.kind = Waiting::Kind::kTool;
  waiting.intent = "track";
  waiting.param = "order_id";
  waiting.plan = 2;
  waiting.step = "0";
  waiting.choices = {{"order_id", "O-1", "O-1"}, {"order_id", 2, "2"}};
  waiting.asides = 1;
  waiting.prompt_id = "track.order_id.2";
  waiting.attempt = 2;
  waiting.asked_at = 1767225600001;
  waiting.expires_at = 1767225700001;
  waiting.config_hash = "beef";
  waiting.call = call;
  waiting.started = true;
  state.waiting = std::move(waiting);
  state.params["locale"] = {"de", 1};
  state.locale = "de-AT";
  state.ways = {{"0123abcd", 2}};
  state.last_intent = "track";
  state.last_result = values;
  state.queue = {{"hours", {{"day", {"monday", 1}}}}, {"track", {}}};
  state.unmatched = 2;
  state.exhausted = 1;
  state.steps = 3;
  state.failed_calls = {"beef"};
  state.ended = true;

  Turn& turn = written.turn.turn;
  turn.status = Status::kToolCall;
  turn.steps = {AskUser{"order_id", "Which one?", 2, {"a", "b"}}, call, Confirm{"Sure?", values, 3}, Say{""},
                Handoff{"asked", "refund", values, {{"order_id", Value::Object{{"invalid", 1}}}}, {"user: hi"}}};
  turn.intent = "track";
  turn.params = values;
  turn.waiting_for_param = "order_id";
  turn.duplicate = true;
  turn.reason = "expired";
  turn.explain = values;
}

}  // namespace parley::conformance
