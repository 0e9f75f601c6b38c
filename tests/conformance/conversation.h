// Conversations for tests of stores. They make commits that follow each other as an engine's commits do.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "parley/store.h"

namespace parley::conformance {

// PreparedCommit holds a commit together with the data that it refers to.
struct PreparedCommit {
  SessionState state;
  StoredTurn turn;
  std::vector<Message> messages;
  std::vector<CallRecord> calls;
  std::optional<SessionNotes> notes;
  std::int64_t first_kept_turn = 0;
  std::int64_t expected_version = 0;
  std::optional<EndedConversation> ended;

  // The returned commit refers to this object.
  Commit commit() const {
    return {state,           expected_version,         turn, messages, calls, notes ? &*notes : nullptr,
            first_kept_turn, ended ? &*ended : nullptr};
  }
};

// Conversation makes the turns of one session in order. It has no store and assumes that each commit succeeds.
class Conversation {
 public:
  explicit Conversation(std::string session, TimeMs start = 1767225600000) {
    state_.session = std::move(session);
    state_.continuation_id = "c-" + state_.session;
    state_.bot = "acme";
    state_.config_hash = "f00d";
    state_.created_at = state_.updated_at = state_.began_at = start;
    state_.began_turn = state_.began_message = 1;
  }
  static Conversation resume(const SessionState& state) {
    Conversation conversation(state.session);
    conversation.state_ = state;
    return conversation;
  }

  const SessionState& state() const { return state_; }

  // Returns the next turn, with a message of the user and a message of the bot. If `id` is empty, the id is generated.
  PreparedCommit next(const std::string& user, const std::string& assistant, std::string id = {}) {
    PreparedCommit written = peek(user, assistant, std::move(id));
    take(written);
    return written;
  }

  // Returns the first turn of another conversation in the session.
  PreparedCommit begin_next_conversation(const std::string& continuation_id, const std::string& user,
                                         const std::string& assistant) {
    const EndedConversation ended{state_.continuation_id, state_.began_turn, state_.began_at, {}};
    state_.continuation_id = continuation_id;
    state_.began_turn = state_.turns + 1;
    state_.began_at = state_.updated_at;
    PreparedCommit written = next(user, assistant);
    written.ended = ended;
    return written;
  }

  // Sets the time of the following turns.
  void at(TimeMs now) { state_.updated_at = now; }

  // Returns the next turn without advancing the conversation.
  PreparedCommit peek(const std::string& user, const std::string& assistant, std::string id = {}) const {
    PreparedCommit written;
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

  // Returns the completion of a turn that was stored before its tool had answered.
  PreparedCommit complete(const PreparedCommit& begun, const std::string& assistant) {
    PreparedCommit written;
    written.expected_version = begun.state.version;
    written.state = begun.state;
    ++written.state.version;
    written.turn = begun.turn;
    written.turn.complete = true;
    written.turn.turn.status = TurnStatus::kDone;
    written.turn.turn.say.push_back(assistant);
    add(written, Role::kAssistant, assistant);
    take(written);
    return written;
  }

  // Changes `last`, the result of next(), into a commit that trims the turns before `first_kept_turn`.
  void trim(PreparedCommit& last, std::int64_t first_kept_turn) {
    last.first_kept_turn = first_kept_turn;
    while (!kept_.empty() && kept_.front().turn < first_kept_turn) {
      ++last.state.trimmed;
      last.state.bytes -= static_cast<std::int64_t>(kept_.front().text.size());
      kept_.erase(kept_.begin());
    }
    state_ = last.state;
  }

  // Returns the messages that a store has after the last commit.
  const std::vector<Message>& kept() const { return kept_; }

 private:
  void take(const PreparedCommit& written) {
    state_ = written.state;
    kept_.insert(kept_.end(), written.messages.begin(), written.messages.end());
  }

  static void add(PreparedCommit& written, Role role, const std::string& text) {
    written.messages.push_back({++written.state.messages, written.state.turns, role, text, written.state.updated_at});
    written.state.bytes += static_cast<std::int64_t>(text.size());
  }

  SessionState state_;
  std::vector<Message> kept_;
};

inline bool same_turn(const Turn& a, const Turn& b) {
  const auto all = [](const Turn& turn) {
    return std::tie(turn.session, turn.id, turn.seq, turn.status, turn.say, turn.steps, turn.intent, turn.params,
                    turn.waiting_for_param, turn.continuation_id, turn.duplicate, turn.continued, turn.reason,
                    turn.explain);
  };
  return all(a) == all(b);
}

inline bool same_turns(const std::vector<StoredTurn>& a, const std::vector<StoredTurn>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const StoredTurn& one, const StoredTurn& other) {
    return one.complete == other.complete && one.input_hash == other.input_hash && same_turn(one.turn, other.turn);
  });
}

inline bool same_record(const SessionRecord& a, const SessionRecord& b) {
  return a.state == b.state && a.notes == b.notes && a.messages == b.messages && same_turns(a.turns, b.turns) &&
         a.calls == b.calls && a.items == b.items && a.ended == b.ended;
}

// Fills every field of the state and the turn, except those that must agree with stored data.
inline void fill_with_everything(PreparedCommit& written) {
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
  state.began_at = state.created_at + 1;
  state.began_turn = state.turns;
  state.began_message = state.turns == 1 ? 1 : 0;  // 0, as in databases of versions that did not store this field
  state.expires_at = 1767225800001;
  state.kept_until = 1769817600000;
  state.starts = {{1, 1, 0}, {3, 5, 120}};
  state.user = "0123456789abcdef";
  state.usage = {1200, 340, 56};
  Frame frame;
  frame.intent = "refund";
  frame.plan = 1;
  for (const auto& [name, value] : values) frame.params[name] = {value, 1};
  frame.saved = values;
  frame.attempts = {{{"order_id", {1, 2, 3, 4}}}, Attempts{1, 0, 0, 0}, {}};
  frame.skipped = {"reason", "card"};
  frame.checked = {"order_id"};
  frame.held["order_id"] = {"O-1", 1};
  frame.facts = {{"order_id", {{"context.tier", "beef"}}}};
  frame.unclear = {{{"from", "Bern", "origin"}, {"to", "Bern", "destination"}}};
  frame.changing = "order_id";
  frame.confirmed = true;
  frame.called = true;
  frame.step = StepPlace::parse("2.then.1");
  frame.runs = {{StepPlace(), "refunds.check", "beef", StepRun::Status::kDone},
                {frame.step, "refunds.create", "cafe", StepRun::Status::kWaiting}};
  Frame top;
  top.intent = "track";
  top.plan = 2;
  state.frames = {frame, top};
  PendingInput waiting;
  waiting.awaited = ToolWait{StepPlace(), call, RunningCall{"engine-1", 1767225650001}};
  waiting.intent = "track";
  waiting.plan = 2;
  waiting.asides = 1;
  waiting.prompt_id = "track.order_id.2";
  waiting.attempt = 2;
  waiting.asked_at = 1767225600001;
  waiting.expires_at = 1767225700001;
  waiting.config_hash = "beef";
  state.waiting = std::move(waiting);
  state.params["locale"] = {"de", 1};
  state.locale = "de-AT";
  state.ways = {{"0123abcd", 2}};
  state.last_intent = "track";
  state.last_result = values;
  state.queue = {{"hours",
                  {{"day", {"monday", 1}}},
                  {{{"at", 9, ""}, {"at", 21, ""}}},
                  {{"place", "There is no such place.", 1}},
                  false,
                  {}},
                 {"track", {}, {}, {}, false, {}}};
  state.unmatched = 2;
  state.exhausted = 1;
  state.steps = 3;
  state.failed_calls = {"beef"};
  state.ended = true;
  state.late_result = "done";

  Turn& turn = written.turn.turn;
  turn.status = TurnStatus::kToolCall;
  turn.steps = {AskUser{"order_id", "Which one?", 2, {"a", "b"}}, call, Confirm{"Sure?", values, 3}, Say{""},
                Handoff{"asked", "refund", values, {{"order_id", Value::Object{{"invalid", 1}}}}, {"user: hi"}}};
  turn.intent = "track";
  turn.params = values;
  turn.waiting_for_param = "order_id";
  turn.duplicate = true;
  turn.reason = "expired";
  turn.explain = values;
  written.turn.input_hash = 0xF00D;

  if (!written.messages.empty()) {
    written.messages.back().details = {
        "refunds.create",
        "some-model",
        "call-1",
        {{FileRef::Kind::kFile, "a/b.txt", "00ff"}, {FileRef::Kind::kImage, "c.png", ""}},
        values};
  }
  written.calls = {
      {"call-1", "refunds.create", turn.seq, CallRecord::Status::kStarted, "key-1", 1767225600001, 0},
      {"call-2", "orders.find", turn.seq, CallRecord::Status::kDone, "key-2", 1767225600001, 1767225600002}};
  if (written.expected_version == 0) {
    written.notes = {"Refund of a \"lamp\"", "0123abcd", {"gold", "web"}, values, 1767225600003};
  }
}

}  // namespace parley::conformance
