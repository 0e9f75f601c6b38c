// Tested by tests/memory/memory_store_test.cc.
#include "memory/memory_session.h"

#include <algorithm>
#include <functional>
#include <new>
#include <optional>
#include <utility>

#include "base/text.h"
#include "memory/commit_rules.h"
#include "memory/summary.h"
#include "memory/turn_body.h"

namespace parley::memory {
namespace {

std::int64_t size_of(const std::string& text) { return static_cast<std::int64_t>(text.size()); }

std::uint32_t hash_of(std::string_view message_id) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>()(message_id));
}

}  // namespace

TurnRow TurnRow::of(const StoredTurn& stored, std::int64_t first_message, const std::vector<Message>& messages) {
  TurnRow row;
  row.message_id = stored.turn.id;
  row.seq = stored.turn.seq;
  row.first_message = first_message;
  row.messages = static_cast<std::int64_t>(messages.size());
  row.complete = stored.complete;
  row.is_ascii =
      std::all_of(messages.begin(), messages.end(), [](const Message& one) { return base::is_ascii(one.text); });
  row.body = turn_body({row.seq, first_message}, messages, stored);
  row.body.shrink_to_fit();
  return row;
}

Result<StoredTurn> TurnRow::turn(std::string_view session) const {
  auto stored = answer_in_body(body, {seq, first_message}, session, message_id);
  if (stored) stored->complete = complete;
  return stored;
}

Result<std::vector<Message>> TurnRow::read_messages() const { return messages_in_body(body, {seq, first_message}); }

std::vector<TurnRow> MemorySession::rows(std::int64_t first, std::int64_t last, std::size_t limit) const {
  std::vector<TurnRow> found;
  auto row =
      std::partition_point(turns.begin(), turns.end(), [&](const TurnRow& earlier) { return earlier.seq < first; });
  for (; row != turns.end() && row->seq <= last && found.size() < limit; ++row) found.push_back(*row);
  return found;
}

bool MemorySession::replaces_last(const Turn& turn) const {
  return !turns.empty() && !turns.back().complete && turns.back().seq == turn.seq && turns.back().message_id == turn.id;
}

Result<void> MemorySession::check(const Commit& commit) const {
  const Turn& turn = commit.turn.turn;
  if (messages_before(commit) != state.messages()) return stale_version();
  if (!replaces_last(turn)) {
    if (find(turn.id) || turn.seq != state.turns() + 1) return stale_version();
  }
  std::int64_t trimmed = state.trimmed();
  for (const TurnRow& row : turns) {
    if (row.seq >= commit.first_kept_turn) break;
    trimmed += row.messages;
  }
  if (commit.state.trimmed != trimmed) return trimmed_miscounted();
  return {};
}

Result<TurnRow> MemorySession::row_of(const Commit& commit) const {
  if (!replaces_last(commit.turn.turn)) return TurnRow::of(commit.turn, messages_before(commit) + 1, commit.messages);
  auto messages = turns.back().read_messages();
  if (!messages) return Unexpected(messages.error());
  messages->insert(messages->end(), commit.messages.begin(), commit.messages.end());
  return TurnRow::of(commit.turn, turns.back().first_message, *messages);
}

Result<void> MemorySession::append(const Commit& commit) {
  if (auto fits = check(commit); !fits) return fits;
  // The steps that may run out of memory come first, because they can be undone.
  auto row = row_of(commit);
  if (!row) return Unexpected(row.error());
  HeldState next(commit.state);
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
  put(std::move(*row));
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

// Changes nothing if it throws.
void MemorySession::put(TurnRow row) {
  const std::int64_t size = size_of(row.body);
  if (!turns.empty() && turns.back().seq == row.seq) {
    bytes += size - size_of(turns.back().body);
    turns.back() = std::move(row);
    return;
  }
  id_hashes.push_back(hash_of(row.message_id));
  try {
    turns.push_back(std::move(row));
  } catch (const std::bad_alloc&) {
    id_hashes.pop_back();
    throw;
  }
  bytes += size;
}

void MemorySession::trim(std::int64_t first_kept_turn) {
  const auto kept =
      std::find_if(turns.begin(), turns.end(), [&](const TurnRow& row) { return row.seq >= first_kept_turn; });
  for (auto row = turns.begin(); row != kept; ++row) bytes -= size_of(row->body);
  id_hashes.erase(id_hashes.begin(), id_hashes.begin() + (kept - turns.begin()));
  turns.erase(turns.begin(), kept);
  if (first_kept_turn > 0) {
    std::erase_if(calls, [&](const auto& call) { return call.second.turn < first_kept_turn; });
  }
}

const TurnRow* MemorySession::find(std::string_view message_id) const {
  const std::uint32_t wanted = hash_of(message_id);
  for (auto at = id_hashes.begin(); (at = std::find(at, id_hashes.end(), wanted)) != id_hashes.end(); ++at) {
    const TurnRow& row = turns[static_cast<std::size_t>(at - id_hashes.begin())];
    if (row.message_id == message_id) return &row;
  }
  return nullptr;
}

Result<std::vector<Message>> MemorySession::page(std::size_t limit, std::int64_t before) const {
  std::vector<Message> newest_first;
  for (auto row = turns.rbegin(); row != turns.rend() && newest_first.size() < limit; ++row) {
    if (before != 0 && row->first_message >= before) continue;
    auto messages = row->read_messages();
    if (!messages) return messages;
    for (auto message = messages->rbegin(); message != messages->rend(); ++message) {
      const bool is_wanted = (before == 0 || message->seq < before) && newest_first.size() < limit;
      if (is_wanted) newest_first.push_back(std::move(*message));
    }
  }
  std::reverse(newest_first.begin(), newest_first.end());
  return newest_first;
}

Result<void> MemorySession::search(const WantedWords& wanted, std::size_t limit, std::vector<SearchHit>& hits) const {
  for (auto row = turns.rbegin(); row != turns.rend() && hits.size() < limit; ++row) {
    if (row->is_ascii && !wanted.may_be_in_ascii(row->body)) continue;
    auto messages = row->read_messages();
    if (!messages) return Unexpected(messages.error());
    for (auto message = messages->rbegin(); message != messages->rend() && hits.size() < limit; ++message) {
      if (wanted.are_all_in(message->text)) hits.push_back({state.get()->session, std::move(*message)});
    }
  }
  return {};
}

SessionInfo MemorySession::summary() const {
  const auto held = state.get();
  SessionInfo summary;
  summary.session = held->session;
  summary.bot = held->bot;
  summary.created_at = held->created_at;
  summary.updated_at = held->updated_at;
  summary.expires_at = held->expires_at;
  summary.kept_until = held->kept_until;
  summary.turns = held->turns;
  summary.messages = held->messages;
  summary.last_intent = held->last_intent;
  summary.waiting_for_param = waiting_for_param(*held);
  summary.usage = held->usage;
  summary.notes = notes;
  summary.handed_off = handoff_info(*held);
  return summary;
}

std::optional<ConversationPlace> MemorySession::place_of(std::string_view continuation_id) const {
  const auto held = state.get();
  if (held->continuation_id == continuation_id) return ConversationPlace{held->session, true};
  const auto place = std::find_if(ended.begin(), ended.end(), [&](const EndedConversation& each) {
    return each.continuation_id == continuation_id;
  });
  if (place == ended.end()) return std::nullopt;
  const auto next = std::find_if(place, ended.end(),
                                 [&](const EndedConversation& each) { return each.began_turn > place->began_turn; });
  return ConversationPlace{held->session, false, next == ended.end() ? 0 : next->began_turn};
}

std::vector<std::string> MemorySession::continuation_ids() const {
  std::vector<std::string> ids;
  for (const EndedConversation& each : ended) ids.push_back(each.continuation_id);
  ids.push_back(state.get()->continuation_id);
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
  held.state = HeldState(record.state);
  held.notes = record.notes;
  held.ended = record.ended;
  auto message = record.messages.begin();
  std::int64_t first = record.state.trimmed + 1;
  for (const StoredTurn& turn : record.turns) {
    const auto end =
        std::find_if(message, record.messages.end(), [&](const Message& one) { return one.turn > turn.turn.seq; });
    held.put(TurnRow::of(turn, first, std::vector<Message>(message, end)));
    first += end - message;
    message = end;
  }
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
  if (state.created_at() != change.begun_at) return unknown_session();
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
