// Tested by tests/memory/postgres_store_test.cc.
#include "memory/postgres/written_rows.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/postgres/statements.h"
#include "memory/search_words.h"
#include "memory/summary.h"

namespace parley::memory::postgres {
namespace {

constexpr std::size_t kUsualBytes = 1024;  // typical size of a state or a turn as JSON

std::int64_t hash_of(std::string_view word) {
  std::uint64_t hash = 0;
  for (char digit : base::fingerprint(word).substr(0, 16)) {
    hash = hash << 4 | static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return static_cast<std::int64_t>(hash);
}

std::string answer_json(const StoredTurn& turn) {
  std::string answer;
  answer.reserve(kUsualBytes);
  append_turn_json(answer, turn);
  return answer;
}

// Among records with the same id, only the last one counts.
std::vector<const CallRecord*> latest_of_each(const std::vector<CallRecord>& calls) {
  std::vector<const CallRecord*> latest;
  for (const CallRecord& call : calls) {
    std::erase_if(latest, [&](const CallRecord* other) { return other->call_id == call.call_id; });
    latest.push_back(&call);
  }
  return latest;
}

const SessionNotes& no_notes() {
  static const SessionNotes none;
  return none;
}

}  // namespace

std::string metadata_json(const SessionNotes& notes) { return Value(notes.metadata).to_json(); }

std::vector<Bound> notes_columns(const SessionNotes& notes, const std::string& metadata) {
  const std::vector<std::string_view> tags(notes.tags.begin(), notes.tags.end());
  return {notes.title, notes.user, tags, metadata, notes.archived_at};
}

std::vector<Bound> item_columns(const std::vector<Item>& items) {
  std::vector<std::string_view> names, bytes;
  std::vector<std::int64_t> versions, expiries;
  for (const Item& item : items) {
    names.emplace_back(item.name);
    versions.push_back(item.version);
    expiries.push_back(item.expires_at);
    bytes.emplace_back(item.bytes);
  }
  return {names, versions, expiries, bytes};
}

std::vector<std::int64_t> word_hashes(std::string_view text) {
  std::vector<std::int64_t> hashes;
  for (const std::string& word : search_words(text)) hashes.push_back(hash_of(word));
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

WrittenRows::WrittenRows(const Commit& commit) {
  const Turn& turn = commit.turn.turn;
  add_session(commit.state);
  add_messages(commit.messages);
  add_calls(commit.calls);
  if (commit.expected_version == 0) {
    call_.statement = &sql::kBegin;
    add_turns({&commit.turn});
    add_notes(commit.notes ? *commit.notes : no_notes());
    add_items({});
    call_.values.emplace_back(commit.state.continuation_id);
    add_ended({});
    return;
  }
  answers_.push_back(answer_json(commit.turn));
  call_.statement = commit.first_kept_turn > 0 ? &sql::kContinueAndTrim
                    : commit.calls.empty()     ? &sql::kContinue
                                               : &sql::kContinueWithCalls;
  call_.values.insert(call_.values.end(), {turn.id, Bound::flag(commit.turn.complete), answers_.back(),
                                           commit.expected_version, messages_before(commit)});
  if (commit.first_kept_turn > 0) call_.values.emplace_back(commit.first_kept_turn);
  if (const EndedConversation* ended = commit.ended) {
    further_.push_back({&sql::kEndConversation,
                        {commit.state.session, state_, commit.state.continuation_id, ended->continuation_id,
                         ended->began_turn, ended->began_at}});
  }
  if (commit.notes) {
    metadata_ = metadata_json(*commit.notes);
    Call& replaces = further_.emplace_back();
    replaces.statement = &sql::kReplaceNotes;
    replaces.values = notes_columns(*commit.notes, metadata_);
    replaces.values.insert(replaces.values.begin(), {Bound(commit.state.session), Bound(state_)});
  }
}

WrittenRows::WrittenRows(const SessionRecord& record) {
  call_.statement = &sql::kBegin;
  add_session(record.state);
  add_messages(record.messages);
  add_calls(record.calls);
  std::vector<const StoredTurn*> turns;
  for (const StoredTurn& turn : record.turns) turns.push_back(&turn);
  add_turns(turns);
  add_notes(record.notes);
  add_items(record.items);
  call_.values.emplace_back(record.state.continuation_id);
  add_ended(record.ended);
}

void WrittenRows::add_session(const SessionState& state) {
  state_.reserve(kUsualBytes);
  append_state_json(state_, state);
  waiting_for_param_ = waiting_for_param(state);
  std::optional<std::int64_t> handoff_at;
  if (const auto handoff = handoff_info(state)) handoff_at = handoff->at, handoff_reason_ = handoff->reason;
  call_.values = {state.session,
                  state.version,
                  state.bot,
                  state.created_at,
                  state.updated_at,
                  state.expires_at,
                  state.turns,
                  state.messages,
                  state.trimmed,
                  state.last_intent,
                  waiting_for_param_,
                  state.usage.input_tokens,
                  state.usage.output_tokens,
                  state.usage.cost,
                  state_,
                  state.kept_until,
                  handoff_at,
                  handoff_reason_};
}

void WrittenRows::add_messages(const std::vector<Message>& messages) {
  std::vector<std::int64_t> seqs, turns, times, first_words, last_words, words;
  std::vector<std::string_view> roles, texts;
  for (const Message& message : messages) {
    details_.push_back(details_json(message.details));
    seqs.push_back(message.seq);
    turns.push_back(message.turn);
    roles.emplace_back(to_string(message.role));
    times.push_back(message.at);
    texts.emplace_back(message.text);
    first_words.push_back(static_cast<std::int64_t>(words.size()) + 1);
    const auto hashes = word_hashes(message.text);
    words.insert(words.end(), hashes.begin(), hashes.end());
    last_words.push_back(static_cast<std::int64_t>(words.size()));
  }
  const std::vector<std::string_view> details(details_.begin(), details_.end());
  call_.values.insert(call_.values.end(), {seqs, turns, roles, times, texts, details, first_words, last_words, words});
}

void WrittenRows::add_calls(const std::vector<CallRecord>& calls) {
  std::vector<std::string_view> ids, tools, statuses, keys;
  std::vector<std::int64_t> turns, started, ended;
  for (const CallRecord* call : latest_of_each(calls)) {
    ids.emplace_back(call->call_id);
    tools.emplace_back(call->tool);
    turns.push_back(call->turn);
    statuses.emplace_back(to_string(call->status));
    keys.emplace_back(call->idempotency_key);
    started.push_back(call->started_at);
    ended.push_back(call->ended_at);
  }
  call_.values.insert(call_.values.end(), {ids, tools, turns, statuses, keys, started, ended});
}

void WrittenRows::add_turns(const std::vector<const StoredTurn*>& turns) {
  std::vector<std::string_view> ids, answers;
  std::vector<std::int64_t> seqs, complete;
  for (const StoredTurn* stored : turns) answers_.push_back(answer_json(*stored));
  for (const StoredTurn* stored : turns) {
    ids.emplace_back(stored->turn.id);
    seqs.push_back(stored->turn.seq);
    complete.push_back(stored->complete);
  }
  answers.assign(answers_.begin(), answers_.end());
  call_.values.insert(call_.values.end(), {ids, seqs, complete, answers});
}

void WrittenRows::add_notes(const SessionNotes& notes) {
  metadata_ = metadata_json(notes);
  std::vector<Bound> columns = notes_columns(notes, metadata_);
  std::move(columns.begin(), columns.end(), std::back_inserter(call_.values));
}

void WrittenRows::add_ended(const std::vector<EndedConversation>& ended) {
  std::vector<std::string_view> ids, titles;
  std::vector<std::int64_t> turns, times;
  for (const EndedConversation& each : ended) {
    ids.emplace_back(each.continuation_id);
    turns.push_back(each.began_turn);
    times.push_back(each.began_at);
    titles.emplace_back(each.title);
  }
  call_.values.insert(call_.values.end(), {ids, turns, times, titles});
}

void WrittenRows::add_items(const std::vector<Item>& items) {
  std::vector<Bound> columns = item_columns(items);
  std::move(columns.begin(), columns.end(), std::back_inserter(call_.values));
}

}  // namespace parley::memory::postgres
