// Tested by tests/memory/memory_store_test.cc.
#include "memory/memory_session.h"

#include <algorithm>
#include <new>
#include <optional>
#include <tuple>
#include <utility>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/summary.h"

namespace parley::memory {
namespace {

std::int64_t size_of(const std::string& text) { return static_cast<std::int64_t>(text.size()); }

}  // namespace

Answer Answer::of(const StoredTurn& stored) {
  Answer answer{stored.turn.id, stored.turn.seq, stored.complete, {}};
  append_turn_json(answer.json, stored.turn);
  return answer;
}

Result<StoredTurn> Answer::turn(std::string_view session) const {
  auto turn = turn_from_json(json, session, id, seq);
  if (!turn) return Unexpected(turn.error());
  return StoredTurn{std::move(*turn), complete};
}

bool MemorySession::replaces_last(const Turn& turn) const {
  return !answers.empty() && !answers.back().complete && answers.back().seq == turn.seq && answers.back().id == turn.id;
}

Result<void> MemorySession::check(const Commit& commit) const {
  const Turn& turn = commit.turn.turn;
  if (messages_before(commit) != state.messages) return stale_version();
  if (!replaces_last(turn)) {
    if (seq_of.contains(turn.id) || turn.seq != state.turns + 1) return stale_version();
  }
  const auto is_trimmed = [&](const Message& message) { return message.turn < commit.first_kept_turn; };
  const auto trimmed = std::count_if(messages.begin(), messages.end(), is_trimmed);
  if (commit.state.trimmed != state.trimmed + trimmed) return trimmed_miscounted();
  return {};
}

Result<void> MemorySession::append(const Commit& commit, Answer answer) {
  if (auto fits = check(commit); !fits) return fits;
  // The steps that may run out of memory come first, because they can be undone.
  SessionState next = commit.state;
  std::optional<SessionNotes> noted;
  if (commit.notes) noted = *commit.notes;
  std::vector<EndedConversation> over;
  if (commit.ended) {
    over = ended;
    over.push_back(*commit.ended);
    over.back().title = notes.title;
  }
  std::map<std::string, CallRecord> called;
  for (const CallRecord& call : commit.calls) called[call.call_id] = call;
  const std::size_t known = messages.size();
  try {
    for (const Message& message : commit.messages) messages.push_back(message);
    put(std::move(answer));
  } catch (const std::bad_alloc&) {
    while (messages.size() > known) messages.pop_back();
    throw;
  }
  for (const Message& message : commit.messages) bytes += size_of(message.text);
  for (const auto& [id, call] : called) calls.erase(id);
  calls.merge(called);
  if (commit.ended) {
    ended.swap(over);
    notes.title.clear();
  }
  if (noted) notes = std::move(*noted);
  trim(commit.first_kept_turn);
  state = std::move(next);
  return {};
}

// If put() throws, it changes nothing.
void MemorySession::put(Answer answer) {
  const std::int64_t size = size_of(answer.json);
  if (!answers.empty() && answers.back().seq == answer.seq) {
    bytes += size - size_of(answers.back().json);
    answers.back() = std::move(answer);
    return;
  }
  answers.push_back(std::move(answer));
  try {
    seq_of.emplace(answers.back().id, answers.back().seq);
  } catch (const std::bad_alloc&) {
    answers.pop_back();
    throw;
  }
  bytes += size;
}

void MemorySession::trim(std::int64_t first_kept_turn) {
  while (!messages.empty() && messages.front().turn < first_kept_turn) {
    bytes -= size_of(messages.front().text);
    messages.pop_front();
  }
  while (!answers.empty() && answers.front().seq < first_kept_turn) {
    bytes -= size_of(answers.front().json);
    seq_of.erase(answers.front().id);
    answers.pop_front();
  }
  if (first_kept_turn > 0) {
    std::erase_if(calls, [&](const auto& call) { return call.second.turn < first_kept_turn; });
  }
}

const Answer* MemorySession::find(std::string_view message_id) const {
  const auto found = seq_of.find(message_id);
  if (found == seq_of.end()) return nullptr;
  return &answers[static_cast<std::size_t>(found->second - answers.front().seq)];
}

std::vector<Message> MemorySession::page(std::size_t limit, std::int64_t before) const {
  const auto end = before == 0 ? messages.end()
                               : std::partition_point(messages.begin(), messages.end(),
                                                      [&](const Message& message) { return message.seq < before; });
  const auto wanted = std::min(limit, static_cast<std::size_t>(end - messages.begin()));
  return std::vector<Message>(end - static_cast<std::ptrdiff_t>(wanted), end);
}

SessionInfo MemorySession::summary() const {
  SessionInfo summary;
  summary.session = state.session;
  summary.bot = state.bot;
  summary.created_at = state.created_at;
  summary.updated_at = state.updated_at;
  summary.expires_at = state.expires_at;
  summary.kept_until = state.kept_until;
  summary.turns = state.turns;
  summary.messages = state.messages;
  summary.last_intent = state.last_intent;
  summary.waiting_for_param = waiting_for_param(state);
  summary.usage = state.usage;
  summary.notes = notes;
  return summary;
}

bool MemorySession::had(std::string_view continuation_id) const {
  return std::any_of(ended.begin(), ended.end(),
                     [&](const EndedConversation& each) { return each.continuation_id == continuation_id; });
}

std::vector<std::string> MemorySession::continuation_ids() const {
  std::vector<std::string> ids;
  for (const EndedConversation& each : ended) ids.push_back(each.continuation_id);
  ids.push_back(state.continuation_id);
  return ids;
}

std::vector<CallRecord> MemorySession::calls_in_order() const {
  std::vector<CallRecord> all;
  all.reserve(calls.size());
  for (const auto& call : calls) all.push_back(call.second);
  std::stable_sort(all.begin(), all.end(), [](const CallRecord& a, const CallRecord& b) { return a.turn < b.turn; });
  return all;
}

MemorySession MemorySession::of(const SessionRecord& record) {
  MemorySession held;
  held.state = record.state;
  held.notes = record.notes;
  held.ended = record.ended;
  held.messages.assign(record.messages.begin(), record.messages.end());
  for (const Message& message : record.messages) held.bytes += size_of(message.text);
  for (const StoredTurn& turn : record.turns) held.put(Answer::of(turn));
  for (const CallRecord& call : record.calls) held.calls[call.call_id] = call;
  for (const Item& item : record.items) {
    held.bytes += size_of(item.bytes);
    held.items[item.name] = item;
  }
  return held;
}

std::vector<Item> MemorySession::items_in_order() const {
  std::vector<Item> all;
  all.reserve(items.size());
  for (const auto& item : items) all.push_back(item.second);
  return all;
}

Result<void> MemorySession::change(const ItemChange& change) {
  if (state.created_at != change.begun_at) return unknown_session();
  const auto follows = [&](const Item& item) {
    const auto stored = items.find(item.name);
    return item.version == (stored == items.end() ? 1 : stored->second.version + 1);
  };
  if (!std::all_of(change.put.begin(), change.put.end(), follows)) return stale_item();
  const auto remove = [&](const std::string& name) {
    const auto stored = items.find(name);
    if (stored == items.end()) return;
    bytes -= size_of(stored->second.bytes);
    items.erase(stored);
  };
  std::map<std::string, Item, std::less<>> put;
  for (const Item& item : change.put) put[item.name] = item;
  for (const std::string& name : change.remove) remove(name);
  for (const auto& [name, item] : put) {
    remove(name);
    bytes += size_of(item.bytes);
  }
  items.merge(put);
  return {};
}

std::size_t MemorySession::drop_expired_items(TimeMs now) {
  return std::erase_if(items, [&](const auto& item) {
    const bool is_over = item.second.expires_at != 0 && item.second.expires_at <= now;
    if (is_over) bytes -= size_of(item.second.bytes);
    return is_over;
  });
}

}  // namespace parley::memory
