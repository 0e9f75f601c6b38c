// Tested by tests/memory/import_test.cc.
#include "memory/sessions/invariants.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "base/text.h"

namespace parley::memory {
namespace {

constexpr std::int64_t kLastMoment = 253402300799999;      // 9999-12-31, the last date with a four-digit year
constexpr std::int64_t kMaxCount = std::int64_t{1} << 53;  // far below the numbers whose sums overflow
constexpr int kMaxFailures = 1'000'000;

bool is_moment(TimeMs at) { return at >= 0 && at <= kLastMoment; }
bool is_count(std::int64_t count) { return count >= 0 && count <= kMaxCount; }
bool is_count(int count) { return count >= 0 && count <= kMaxFailures; }

Result<void> hold(bool it_does, const char* what) {
  if (it_does) return {};
  return Unexpected(ErrorCode::kInvalidRequest, what);
}

// Keeps the first problem of a session.
class Diagnostics {
 public:
  void expect(bool holds, const char* what) {
    if (first_ && !holds) first_ = hold(false, what);
  }
  Result<void> first() const { return first_; }

 private:
  Result<void> first_;
};

void check(Diagnostics& findings, const FilledParams& params, std::int64_t turns) {
  for (const auto& param : params) {
    findings.expect(param.second.turn >= 0 && param.second.turn <= turns, "a param was set by a later turn");
  }
}

void check(Diagnostics& findings, const std::vector<std::vector<Choice>>& unclear) {
  for (const auto& choices : unclear) findings.expect(!choices.empty(), "a question offers no choice");
}

void check(Diagnostics& findings, const Attempts& judged) {
  findings.expect(is_count(judged.not_understood) && is_count(judged.invalid) && is_count(judged.silent) &&
                      is_count(judged.rejected),
                  "a count of attempts is out of range");
}

void check(Diagnostics& findings, const FailedAnswers& failed) {
  if (failed.confirmation) check(findings, *failed.confirmation);
  if (failed.choice) check(findings, *failed.choice);
  for (const auto& each : failed.params) check(findings, each.second);
}

void check(Diagnostics& findings, const Frame& frame, const SessionState& state) {
  findings.expect(!frame.intent.empty(), "a frame has no intent");
  findings.expect(frame.plan >= 1 && frame.plan <= state.plans, "a frame has an unknown plan number");
  check(findings, frame.attempts);
  check(findings, frame.params, state.turns);
  check(findings, frame.held, state.turns);
  check(findings, frame.unclear);
}

void check(Diagnostics& findings, const QueuedIntent& queued, std::int64_t turns) {
  findings.expect(!queued.intent.empty(), "a queued intent has no name");
  check(findings, queued.params, turns);
  check(findings, queued.unclear);
  for (const Refused& refused : queued.refused) {
    findings.expect(refused.turn >= 0 && refused.turn <= turns, "a value was refused by a later turn");
  }
}

void check_waiting(Diagnostics& findings, const SessionState& state) {
  if (!state.waiting) return;
  const PendingInput& waiting = *state.waiting;
  findings.expect(
      !state.frames.empty() && state.frames.back().intent == waiting.intent && state.frames.back().plan == waiting.plan,
      "the open question does not belong to the top frame");
  const ToolWait* tool = state.waits_for<ToolWait>();
  findings.expect(!tool || tool->call, "the open question and its tool call do not match");
  findings.expect(is_count(waiting.asides) && is_count(waiting.attempt), "a count of attempts is out of range");
  const TimeMs running_until = tool && tool->running ? tool->running->until : 0;
  findings.expect(is_moment(waiting.asked_at) && is_moment(waiting.expires_at) && is_moment(running_until),
                  "a time is out of range");
}

void check_handed_off(Diagnostics& findings, const SessionState& state) {
  if (!state.handed_off) return;
  const HandedOff& handed_off = *state.handed_off;
  const bool waits = state.waiting.has_value();
  const bool waits_for_tool = state.waits_for<ToolWait>() != nullptr;
  findings.expect(!waits || waits_for_tool, "a question is open although a person has the conversation");
  findings.expect(!handed_off.outcome || waits_for_tool, "a result is held that no intent waits for");
  findings.expect(is_moment(handed_off.at), "a time is out of range");
  findings.expect(handed_off.turn >= 0 && handed_off.turn <= state.turns, "a later turn handed the conversation over");
}

void check_state(Diagnostics& findings, const SessionState& state) {
  findings.expect(base::is_id(state.session), "the session name has an invalid character or length");
  findings.expect(base::is_id(state.continuation_id), "the continuation id has an invalid character or length");
  for (const std::string* id : {&state.parent, &state.parent_conversation}) {
    findings.expect(id->empty() || base::is_id(*id), "the parent has an invalid character or length");
  }
  for (TimeMs at : {state.created_at, state.updated_at, state.began_at, state.expires_at, state.kept_until}) {
    findings.expect(is_moment(at), "a time is out of range");
  }
  for (std::int64_t count : {state.version, state.turns, state.messages, state.plans, state.calls, state.began_turn,
                             state.began_message, state.parent_turn, state.parent_messages, state.counted_from,
                             state.usage.input_tokens, state.usage.output_tokens, state.usage.cost}) {
    findings.expect(is_count(count), "a count is out of range");
  }
  findings.expect(state.began_turn <= state.turns + 1, "the conversation begins after the last turn");
  findings.expect(state.began_message <= state.messages + 1, "the conversation begins after the last message");
  findings.expect(state.late_result.empty() || state.late_result == "done" || state.late_result == "failed",
                  "a late result must be 'done' or 'failed'");
  for (int count : {state.unmatched, state.exhausted, state.steps}) {
    findings.expect(is_count(count), "a count is out of range");
  }
  for (const auto& way : state.ways) findings.expect(is_count(way.second), "a count is out of range");
  std::set<std::int64_t> plans;
  for (const Frame& frame : state.frames) {
    check(findings, frame, state);
    findings.expect(plans.insert(frame.plan).second, "two frames have the same plan");
  }
  check(findings, state.params, state.turns);
  for (const auto* intents : {&state.queue, &state.offered}) {
    for (const QueuedIntent& queued : *intents) check(findings, queued, state.turns);
  }
  if (state.done) {
    check(findings, state.done->params, state.turns);
    findings.expect(is_moment(state.done->until), "a time is out of range");
  }
  for (const ValueInMind& in_mind : state.in_mind) {
    findings.expect(is_count(in_mind.messages), "a count is out of range");
    findings.expect(is_moment(in_mind.until), "a time is out of range");
  }
  for (const PrivateText& text : state.private_texts) {
    findings.expect(text.message >= 0 && text.message <= state.messages, "a private text is of a later message");
  }
  check_waiting(findings, state);
  check_handed_off(findings, state);
}

void check_notes(Diagnostics& findings, const SessionNotes& notes) {
  findings.expect(notes.user.empty() || base::is_id(notes.user), "the user hash has an invalid character or length");
  findings.expect(is_moment(notes.archived_at), "a time is out of range");
  const auto& tags = notes.tags;
  findings.expect(std::find(tags.begin(), tags.end(), std::string()) == tags.end(), "a tag is empty");
}

void check_rows(Diagnostics& findings, const SessionRecord& record) {
  for (const Message& message : record.messages) {
    findings.expect(is_moment(message.at), "a time is out of range");
    const bool is_current = message.turn >= record.state.began_turn;
    findings.expect(record.state.began_message == 0 || is_current == (message.seq >= record.state.began_message),
                    "the first message of the conversation does not belong to its first turn");
  }
  findings.expect(bytes_of_messages(record) == record.state.bytes,
                  "the state's byte count does not match the messages");
  for (const StoredTurn& stored : record.turns) {
    findings.expect(base::is_id(stored.turn.id), "a message id has an invalid character or length");
    findings.expect(stored.complete || &stored == &record.turns.back(), "a turn before the last is incomplete");
  }
  for (const Item& item : record.items) {
    findings.expect(is_moment(item.expires_at) && is_count(item.version), "an item's time or version is out of range");
  }
  for (const EndedConversation& ended : record.ended) {
    findings.expect(is_moment(ended.began_at), "a time is out of range");
  }
  for (const CallRecord& call : record.calls) {
    findings.expect(!call.call_id.empty(), "a call has no id");
    findings.expect(is_moment(call.started_at) && is_moment(call.ended_at), "a time is out of range");
  }
}

}  // namespace

std::int64_t bytes_of_messages(const SessionRecord& record) {
  std::int64_t bytes = 0;
  for (const Message& message : record.messages) bytes += static_cast<std::int64_t>(message.text.size());
  return bytes;
}

Result<void> check_invariants(const SessionRecord& record) {
  Diagnostics findings;
  check_state(findings, record.state);
  check_notes(findings, record.notes);
  check_rows(findings, record);
  return findings.first();
}

}  // namespace parley::memory
