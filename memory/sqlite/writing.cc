// Tested by tests/memory/sqlite_store_test.cc.
#include "memory/sqlite/writing.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/sqlite/listing.h"
#include "memory/sqlite/reading.h"
#include "memory/sqlite/statements.h"
#include "memory/state_form.h"
#include "memory/summary.h"
#include "memory/turn_body.h"

namespace parley::memory {
namespace {

std::string json_of(const SessionNotes& notes) {
  std::string json;
  if (notes != SessionNotes()) append_notes_json(json, notes);
  return json;
}

}  // namespace

PreparedCommit PreparedCommit::of(const Commit& commit) {
  PreparedCommit prepared{commit, {}, {}};
  prepared.state = state_form(commit.state);
  prepared.body = turn_body({commit.turn.turn.seq, messages_before(commit) + 1}, commit.messages, commit.turn);
  return prepared;
}

Result<void> Writing::prepare() {
  if (auto done = turns_.prepare(); !done) return done;
  if (auto done = totals_.prepare(); !done) return done;
  if (auto done = turn_rows_.prepare(); !done) return done;
  if (auto done = turn_ids_.prepare(); !done) return done;
  return database_.prepare({{find_session_, sql::kFindSession},
                            {insert_session_, sql::kInsertSession},
                            {update_session_, sql::kUpdateSession},
                            {move_session_, sql::kMoveSession},
                            {move_labels_, sql::kMoveLabels},
                            {put_call_, sql::kPutCall},
                            {trim_calls_, sql::kTrimCalls},
                            {put_notes_, sql::kPutNotes},
                            {archive_, sql::kArchive},
                            {clear_labels_, sql::kClearLabels},
                            {insert_label_, sql::kInsertLabel},
                            {put_handoff_, sql::kPutHandoff},
                            {clear_label_, sql::kClearLabel},
                            {insert_item_, sql::kInsertItem},
                            {replace_item_, sql::kReplaceItem},
                            {put_item_, sql::kPutItem},
                            {remove_item_, sql::kRemoveItem},
                            {drop_expired_items_, sql::kDropExpiredItems},
                            {read_notes_, sql::kReadNotes},
                            {put_conversation_, sql::kPutConversation},
                            {put_ended_, sql::kPutEnded},
                            {put_ended_label_, sql::kPutEndedLabel},
                            {conversations_, sql::kConversations},
                            {erase_session_, sql::kEraseSession},
                            {put_expired_, sql::kPutExpired},
                            {remove_expired_, sql::kRemoveExpired},
                            {forget_expired_, sql::kForgetExpired}});
}

// ---- turns ----------------------------------------------------------------------------------------------

Result<void> Writing::commit(PreparedCommit& prepared, KnownSessions& known) {
  const Commit& commit = prepared.commit;
  const SessionState& state = commit.state;
  const StoredTurn& turn = commit.turn;
  auto stored = find(state.session, known);
  if (!stored) return Unexpected(stored.error());
  if (stored->version != commit.expected_version) return stale_version();
  if (stored->id != 0 && stored->created_at != state.created_at) return stale_version();
  if (stored->messages != messages_before(commit)) return stale_version();
  if (state.messages >= kMaxMessages || state.turns >= kMaxMessages) return too_many_messages();
  const bool continues_turn = turn.turn.seq == stored->turns && stored->turns != 0;
  if (!continues_turn && turn.turn.seq != stored->turns + 1) return stale_version();
  if (!continues_turn) {
    const auto is_known = has_turn(*stored, turn.turn.id);
    if (!is_known) return Unexpected(is_known.error());
    if (*is_known) return stale_version();
  }

  std::int64_t id = stored->id;
  if (id == 0) {
    const auto inserted = insert_session(state, prepared.state, commit.notes);
    if (!inserted) return Unexpected(inserted.error());
    id = *inserted;
    if (!known.none_expired()) {
      if (auto removed = remove_expired(state.session); !removed) return removed;
    }
  }
  if (auto put = put_turn(prepared, continues_turn, id, *stored); !put) return put;
  const bool archived = commit.notes ? commit.notes->archived_at != 0 : stored->archived;
  prepared.row = {id, hour_of(state.updated_at), archived, std::move(stored->recent)};
  if (stored->id != 0) {
    if (is_settled(stored->recency)) {
      if (auto done = unsettle(*stored); !done) return done;
    }
    if (auto updated = update_session(*stored, state, prepared.state); !updated) return updated;
  }
  if (commit.ended) {
    if (auto done = end_conversation(id, *commit.ended, state); !done) return done;
  }
  const auto handoff = handoff_column(state);
  if (stored->id != 0 && handoff != stored->handed_off) {
    if (auto put = put_handoff(id, handoff, archived, hour_of(state.updated_at)); !put) return put;
  }
  if (commit.notes && stored->id != 0) {
    if (auto put = put_notes(id, *commit.notes, hour_of(state.updated_at), handoff.has_value()); !put) return put;
  }
  for (const CallRecord& call : commit.calls) {
    if (auto done = put_call(id, call); !done) return done;
  }
  const auto trimmed = trim(*stored, id, commit.first_kept_turn);
  if (!trimmed) return Unexpected(trimmed.error());
  if (state.trimmed != stored->trimmed + *trimmed) return trimmed_miscounted();
  return {};
}

Result<Writing::Stored> Writing::find(std::string_view session) {
  Rows rows = find_session_.query({session});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  if (!*row) return Stored();
  return Stored{rows.number(0), rows.number(1),      rows.number(2),        rows.number(3),
                rows.number(4), rows.number(5),      rows.number(6),        rows.number(7),
                rows.number(8), rows.number(9) != 0, rows.optional_text(10)};
}

Result<Writing::Stored> Writing::find(std::string_view session, KnownSessions& known) {
  auto taken = known.take(session);
  if (!taken) return find(session);
  if (taken->row.id == 0) return Stored();
  return Stored{taken->row.id,
                taken->version,
                taken->created_at,
                taken->turns,
                taken->messages,
                taken->trimmed,
                taken->row.recency,
                -1,
                taken->expires_at,
                taken->row.archived,
                std::move(taken->handed_off),
                std::move(taken->row.recent)};
}

// A new session has no turn. Of other sessions the recent ids are read once, and then known.
Result<bool> Writing::has_turn(Stored& stored, std::string_view message_id) {
  if (stored.id == 0) stored.recent.emplace();
  if (!stored.recent) {
    auto recent = turn_ids_.recent(stored.id, stored.turns);
    if (!recent) return Unexpected(recent.error());
    stored.recent = std::move(*recent);
  }
  return turn_ids_.has(stored.id, stored.turns, *stored.recent, message_id);
}

Result<void> Writing::put_turn(const PreparedCommit& prepared, bool continues, std::int64_t id, Stored& stored) {
  const Commit& commit = prepared.commit;
  const StoredTurn& turn = commit.turn;
  if (continues) return turn_rows_.replace(id, turn, commit.messages);
  auto put = turn_rows_.insert(id, turn, messages_before(commit) + 1, prepared.body);
  return put ? turn_ids_.added(id, turn.turn.seq, turn.turn.id, *stored.recent) : put;
}

Result<void> Writing::remove_expired(std::string_view session) {
  return remove_expired_.run({base::fingerprint(session)});
}

Result<std::int64_t> Writing::insert_session(const SessionState& state, std::string_view form,
                                             const SessionNotes* notes) {
  const std::int64_t hour = hour_of(state.updated_at);
  const Usage& usage = state.usage;
  const bool archived = notes && notes->archived_at != 0;
  const std::string notes_json = notes ? json_of(*notes) : std::string();
  const auto handoff = handoff_column(state);
  auto inserted = insert_session_.run({state.session,
                                       state.version,
                                       state.bot,
                                       state.created_at,
                                       state.updated_at,
                                       hour,
                                       state.expires_at,
                                       state.turns,
                                       state.messages,
                                       state.trimmed,
                                       usage.input_tokens,
                                       usage.output_tokens,
                                       usage.cost,
                                       state.last_intent,
                                       waiting_for_param(state),
                                       Bound::bytes(form),
                                       archived,
                                       notes_json,
                                       state.kept_until,
                                       state.continuation_id,
                                       handoff});
  if (!inserted) return Unexpected(inserted.error());
  const std::int64_t id = database_.last_insert_id();
  if (notes) {
    if (auto labelled = insert_labels(id, *notes, hour); !labelled) return Unexpected(labelled.error());
  }
  if (handoff) {
    if (auto done = insert_label_.run({kHandoffLabel, archived, hour, id}); !done) return Unexpected(done.error());
  }
  return id;
}

// Moves the title from the notes to the conversation that had it.
Result<void> Writing::end_conversation(std::int64_t id, const EndedConversation& ended, const SessionState& state) {
  SessionNotes notes;
  {
    Rows rows = read_notes_.query({id});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (const std::string_view json = *row ? rows.text(0) : std::string_view(); !json.empty()) {
      auto read = notes_from_json(json);
      if (!read) return database_.failure(ErrorCode::kStoreCorrupt, read.error().message);
      notes = std::move(*read);
    }
  }
  EndedConversation titled = ended;
  titled.title = std::exchange(notes.title, {});
  if (auto put = put_ended(id, titled); !put) return put;
  if (auto put = put_conversation_.run({id, state.continuation_id}); !put) return put;
  return titled.title.empty() ? Result<void>() : put_notes_.run({id, json_of(notes)});
}

Result<void> Writing::put_ended(std::int64_t id, const EndedConversation& ended) {
  const std::string bytes = std::to_string(ended.began_at) + " " + ended.title;
  if (auto put = put_ended_.run({id, ended.continuation_id, ended.began_turn, Bound::bytes(bytes)}); !put) return put;
  return ended.continuation_id.empty() ? Result<void>() : put_ended_label_.run({id, ended.continuation_id});
}

Result<void> Writing::update_session(const Stored& stored, const SessionState& state, std::string_view form) {
  auto updated = update_session_.run({stored.id, state.version, state.bot, state.updated_at, state.expires_at,
                                      state.turns, state.messages, state.trimmed, state.usage.input_tokens,
                                      state.usage.output_tokens, state.usage.cost, state.last_intent,
                                      waiting_for_param(state), Bound::bytes(form), state.kept_until});
  const std::int64_t hour = hour_of(state.updated_at);
  // The version was compared before, so no other row can be the session's.
  if (updated && database_.changes() != 1) {
    return database_.failure(ErrorCode::kStoreCorrupt, "session: its row has changed within a transaction");
  }
  if (!updated || hour == stored.recency) return updated;
  if (auto moved = move_session_.run({stored.id, hour}); !moved) return moved;
  return move_labels_.run({stored.id, hour});
}

Result<void> Writing::put_call(std::int64_t id, const CallRecord& call) {
  return put_call_.run({id, call.call_id, call.turn, call.tool, to_string(call.status), call.idempotency_key,
                        call.started_at, call.ended_at});
}

Result<std::int64_t> Writing::trim(const Stored& stored, std::int64_t id, std::int64_t first_kept) {
  if (first_kept == 0) return 0;
  const auto kept = turns_.from(id, first_kept);
  if (!kept) return Unexpected(kept.error());
  const std::int64_t last = kept->first_message - 1;  // the last message that is removed
  if (auto done = turn_rows_.trim(id, first_kept); !done) return Unexpected(done.error());
  if (auto done = trim_calls_.run({id, first_kept}); !done) return Unexpected(done.error());
  return std::max<std::int64_t>(last - stored.trimmed, 0);
}

// The label is the index of the sessions that are handed off.
Result<void> Writing::put_handoff(std::int64_t id, const std::optional<std::string>& handoff, bool archived,
                                  std::int64_t hour) {
  if (auto put = put_handoff_.run({id, handoff}); !put) return put;
  return handoff ? insert_label_.run({kHandoffLabel, archived, hour, id}) : clear_label_.run({id, kHandoffLabel});
}

Result<void> Writing::put_notes(std::int64_t id, const SessionNotes& notes, std::int64_t recency, bool is_handed_off) {
  const bool archived = notes.archived_at != 0;
  if (auto put = put_notes_.run({id, json_of(notes)}); !put) return put;
  if (auto put = archive_.run({id, archived}); !put) return put;
  if (database_.changes() != 0 && is_settled(recency)) {
    if (auto added = totals_.add({0, archived ? 1 : -1, 0, 0}); !added) return added;
  }
  if (auto cleared = clear_labels_.run({id}); !cleared) return cleared;
  if (is_handed_off) {
    if (auto done = insert_label_.run({kHandoffLabel, archived, hour_in(recency), id}); !done) return done;
  }
  return insert_labels(id, notes, hour_in(recency));
}

Result<void> Writing::unsettle(const Stored& stored) {
  SettledNumbers gone;
  gone.add(stored.turns, stored.messages, stored.expires_at, stored.archived, -1);
  return totals_.add(gone);
}

}  // namespace parley::memory
