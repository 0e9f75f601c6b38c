// Tested by tests/engine/crash_test.cc, specification_test.cc and store_gate_test.cc.
#include "engine/turn_commit.h"

#include <utility>

#include "engine/input_hash.h"
#include "engine/session_limits.h"
#include "engine/turn_planner.h"
#include "engine/turn_usage.h"

namespace parley::engine {
namespace {

void complete_answer(Turn& turn, const SessionState& state) {
  turn.say.clear();
  for (const Step& step : turn.steps) {
    const std::string* text = text_of(step);
    if (!text) continue;
    const std::vector<Attachment>& attachments = *attachments_of(step);
    turn.say.push_back(attachments.empty() ? *text : with_attachments(*text, attachments));
  }
  const AskedParam* asked = state.waits_for<AskedParam>();
  turn.waiting_for_param = asked ? std::optional(asked->param) : std::nullopt;
  turn.continuation_id = state.continuation_id;
  turn.handed_off = state.handed_off.has_value();
}

void complete_state(const TurnScope& scope, PendingCommit& pending) {
  SessionState& state = pending.state;
  state.turns = pending.turn.seq;
  state.last_message_id = pending.turn.id;
  state.updated_at = scope.now;
  state.expires_at = expiry(state, scope.bot);
  state.kept_until = kept_until(state, scope.bot.session);
  state.version = pending.stored_version + 1;
}

Value explanation_of(const TurnExplanation& explanation) {
  Value::Object explain{{"trace", Value(Value::Array(explanation.trace.begin(), explanation.trace.end()))}};
  if (!explanation.understanding.is_null()) explain["understanding"] = explanation.understanding;
  return Value(std::move(explain));
}

// Returns the notes to store with the turn: the notes of a new session, or the stored notes with the user. Reads
// the stored notes as late as possible, because the commit overwrites notes that Engine::annotate stores in between.
Result<std::optional<SessionNotes>> notes_of(const TurnScope& scope, const PendingCommit& pending) {
  if (pending.is_new_session()) return std::optional<SessionNotes>(pending.notes);
  if (!pending.new_user) return std::optional<SessionNotes>();
  auto summary = scope.store.summary(scope.session);
  if (!summary) return Unexpected(summary.error());
  if (!*summary) return std::optional<SessionNotes>();
  SessionNotes notes = std::move((*summary)->notes);
  notes.user = *pending.new_user;
  if (pending.ended) notes.title.clear();  // the store moves the title to the ended conversation
  return std::optional<SessionNotes>(std::move(notes));
}

}  // namespace

Result<void> commit_turn(TurnDraft& draft, Completeness completeness) {
  const TurnScope& scope = draft.scope;
  PendingCommit& pending = draft.pending;
  const bool is_complete = completeness == Completeness::kComplete;
  complete_answer(pending.turn, pending.state);
  complete_state(scope, pending);
  draft.gate.redact(pending.messages, pending.state);
  settle_usage(pending);
  // The store gets the turn, or a copy without private values.
  const bool hides = draft.gate.hides();
  drop_revealing_hash(scope, draft.gate, pending);
  StoredTurn stored{hides ? draft.gate.hidden(pending.turn) : std::move(pending.turn), is_complete, pending.input_hash};
  const auto notes = notes_of(scope, pending);
  if (!notes) return Unexpected(notes.error());
  // An erasure of the session that follows the commit drops the kept answer, so it must be kept before.
  const bool is_kept = is_complete && stored.turn.masked && !pending.turn.masked;
  if (is_kept) scope.services.recent_answers.keep(pending.turn, scope.services.clock->now());
  draft.telemetry.lap();
  auto committed = scope.store.commit({pending.state, pending.stored_version, stored, pending.messages, pending.calls,
                                       *notes ? &**notes : nullptr, pending.first_kept_turn,
                                       pending.ended ? &*pending.ended : nullptr});
  if (!committed && is_kept) scope.services.recent_answers.forget(scope.session);
  if (!committed) return committed;
  if (!hides) pending.turn = std::move(stored.turn);
  if (is_complete && scope.request.explain) {
    pending.turn.explain = explanation_of(draft.explanation);
    pending.turn.trace = draft.explanation.decisions;
  }
  draft.telemetry.committed();
  pending.stored_version = pending.state.version;
  pending.messages.clear();
  pending.calls.clear();
  pending.ended.reset();
  pending.new_user.reset();
  if (is_complete) draft.telemetry.publish_answered(scope, pending);
  return {};
}

}  // namespace parley::engine
