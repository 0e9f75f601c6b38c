// Tested by tests/conformance/store_turns.h.
#include "memory/commit_rules.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <tuple>

#include "base/text.h"
#include "memory/codec.h"

namespace parley::memory {
namespace {

Unexpected broken(const char* rule) { return Unexpected(ErrorCode::kInternal, rule); }

// Returns whether the number of items matches the numbers `first` to `last`.
template <class Items>
bool are_from_to(const Items& items, std::int64_t first, std::int64_t last) {
  return first >= 1 && last >= first - 1 && static_cast<std::uint64_t>(last - first + 1) == items.size();
}

Result<void> check_messages(const SessionRecord& record) {
  std::int64_t seq = record.state.trimmed, turn = record.turns.front().turn.seq;
  if (seq < 0 || seq == INT64_MAX || !are_from_to(record.messages, seq + 1, record.state.messages)) {
    return broken("record: the state's message count does not match the messages");
  }
  for (const Message& message : record.messages) {
    if (message.seq != ++seq) return broken("record: message numbers are not consecutive");
    if (message.turn < turn || message.turn > record.state.turns) return broken("record: a message belongs to no turn");
    turn = message.turn;
  }
  return {};
}

Result<void> check_turns(const SessionRecord& record) {
  if (record.turns.empty()) return broken("record: the session has no turn");
  std::int64_t seq = record.turns.front().turn.seq;
  if (!are_from_to(record.turns, seq, record.state.turns))
    return broken("record: the state's turn count does not match the turns");
  std::set<std::string_view> ids;
  for (const StoredTurn& stored : record.turns) {
    const Turn& turn = stored.turn;
    if (turn.session != record.state.session)
      return broken("record: the state and the turn belong to different sessions");
    if (turn.seq != seq++) return broken("record: turn numbers are not consecutive");
    if (!ids.insert(turn.id).second) return broken("record: duplicate message id");
    if (auto fits = check_depth(SessionState(), turn); !fits) return fits;
  }
  return {};
}

Result<void> check_calls(const SessionRecord& record) {
  std::set<std::string_view> ids;
  const CallRecord* before = nullptr;
  for (const CallRecord& call : record.calls) {
    if (call.turn < 1 || call.turn > record.state.turns) return broken("record: a call belongs to no turn");
    if (!ids.insert(call.call_id).second) return broken("record: duplicate call id");
    const bool follows = !before || std::tie(before->turn, before->call_id) < std::tie(call.turn, call.call_id);
    if (!follows) return broken("record: calls are not sorted by turn and id");
    before = &call;
  }
  return {};
}

Result<void> check_record_items(const SessionRecord& record) {
  const std::string* before = nullptr;
  for (const Item& item : record.items) {
    if (!base::is_id(item.name) || item.version < 1) return broken("record: an item has no valid name or version");
    if (before && *before >= item.name) return broken("record: items are not sorted, or an item is duplicated");
    before = &item.name;
  }
  return {};
}

Result<void> check_ended(const SessionRecord& record) {
  std::set<std::string_view> ids = {record.state.continuation_id};
  const EndedConversation* before = nullptr;
  for (const EndedConversation& each : record.ended) {
    if (!base::is_id(each.continuation_id)) return broken("record: an ended conversation has no valid continuation id");
    if (!ids.insert(each.continuation_id).second) return broken("record: duplicate conversation");
    if (each.began_turn < 1 || each.began_turn > record.state.turns)
      return broken("record: a conversation belongs to no turn");
    const bool follows = !before || std::tie(before->began_turn, before->continuation_id) <
                                        std::tie(each.began_turn, each.continuation_id);
    if (!follows) return broken("record: ended conversations are not sorted by first turn and id");
    before = &each;
  }
  return {};
}

// kLimitExceeded: the details of a message are nested so deeply that they could not be read again.
Result<void> check_details(const std::vector<Message>& messages) {
  for (const Message& message : messages) {
    if (auto fits = check_depth(message.details); !fits) return fits;
  }
  return {};
}

}  // namespace

Result<void> check_commit(const Commit& commit) {
  if (commit.expected_version < 0 || commit.state.version != commit.expected_version + 1) {
    return broken("commit: the state's version must be the expected version plus 1");
  }
  const std::int64_t turn = commit.turn.turn.seq;
  if (commit.turn.turn.session != commit.state.session)
    return broken("commit: the state and the turn belong to different sessions");
  if (turn < 1 || turn != commit.state.turns) return broken("commit: the turn is not the last turn of the state");
  if (commit.first_kept_turn < 0 || commit.first_kept_turn > turn) {
    return broken("commit: first_kept_turn is after the turn of the commit");
  }
  std::int64_t seq = messages_before(commit);
  if (seq < 0) return broken("commit: the state counts fewer messages than the commit adds");
  for (const Message& message : commit.messages) {
    if (message.seq != ++seq) return broken("commit: message numbers do not end at the state's message count");
    if (message.turn != turn) return broken("commit: a message belongs to another turn");
  }
  for (const CallRecord& call : commit.calls) {
    if (call.turn < 1 || call.turn > turn) return broken("commit: a call belongs to no turn");
  }
  if (auto fit = check_details(commit.messages); !fit) return fit;
  if (commit.ended) {
    if (commit.expected_version == 0) return broken("commit: a new session cannot end a conversation");
    if (commit.ended->continuation_id == commit.state.continuation_id) {
      return broken("commit: the ended conversation is the current one");
    }
  }
  return commit.notes ? check_notes(*commit.notes) : Result<void>();
}

Result<void> check_record(const SessionRecord& record) {
  const SessionState& state = record.state;
  if (state.version < state.turns) return broken("record: fewer commits than turns");
  if (auto fits = check_depth(state, Turn()); !fits) return fits;
  if (auto good = check_notes(record.notes); !good) return good;
  if (auto good = check_turns(record); !good) return good;
  if (auto good = check_messages(record); !good) return good;
  if (auto good = check_details(record.messages); !good) return good;
  if (auto good = check_calls(record); !good) return good;
  if (auto good = check_ended(record); !good) return good;
  return check_record_items(record);
}

Result<void> check_items(const ItemChange& change) {
  std::set<std::string_view> names;
  const auto check = [&](const std::string& name) -> Result<void> {
    if (!base::is_id(name)) {
      return Unexpected(ErrorCode::kInvalidRequest,
                        "an item name must be 1 to 128 characters out of [A-Za-z0-9._:@+-]");
    }
    if (!names.insert(name).second)
      return Unexpected(ErrorCode::kInvalidRequest, "an item is changed twice in one request");
    return {};
  };
  for (const Item& item : change.put) {
    if (auto good = check(item.name); !good) return good;
    if (item.version < 1) return Unexpected(ErrorCode::kInvalidRequest, "an item version must be at least 1");
  }
  for (const std::string& name : change.remove) {
    if (auto good = check(name); !good) return good;
  }
  return {};
}

Result<void> check_notes(const SessionNotes& notes) {
  const auto& tags = notes.tags;
  if (std::adjacent_find(tags.begin(), tags.end(), std::greater_equal<>()) != tags.end()) {
    return Unexpected(ErrorCode::kInvalidRequest, "notes: tags must be sorted and unique");
  }
  return check_depth(notes);
}

std::int64_t messages_before(const Commit& commit) {
  return commit.state.messages - static_cast<std::int64_t>(commit.messages.size());
}

Unexpected stale_version() {
  return Unexpected(ErrorCode::kStaleVersion, "the session was changed by another writer after it was loaded");
}

Unexpected trimmed_miscounted() {
  return Unexpected(ErrorCode::kInternal, "commit: the state's count of trimmed messages does not match the store");
}

Unexpected session_exists() { return Unexpected(ErrorCode::kSessionExists, "a session with this name already exists"); }

Unexpected unknown_session() {
  return Unexpected(ErrorCode::kUnknownSession, "no session with this name exists, or it was started again");
}

Unexpected stale_item() {
  return Unexpected(ErrorCode::kStaleVersion, "the item was changed by another writer after it was read");
}

Unexpected too_many_messages() {
  return Unexpected(ErrorCode::kLimitExceeded, "the session has reached the maximum number of messages");
}

}  // namespace parley::memory
