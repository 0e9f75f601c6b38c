// The part of Writing that changes whole sessions. Tested by tests/memory/sqlite_store_test.cc.
#include "base/hash.h"
#include "memory/commit_rules.h"
#include "memory/sqlite/listing.h"
#include "memory/sqlite/reading.h"
#include "memory/sqlite/writing.h"
#include "memory/state_form.h"

namespace parley::memory {

Result<bool> Writing::annotate(std::string_view session, const SessionNotes& notes) {
  const auto stored = find(session);
  if (!stored) return Unexpected(stored.error());
  if (stored->id == 0) return false;
  if (auto put = put_notes(stored->id, notes, stored->recency, stored->handed_off.has_value()); !put)
    return Unexpected(put.error());
  return true;
}

Result<void> Writing::insert_labels(std::int64_t id, const SessionNotes& notes, std::int64_t hour) {
  const bool archived = notes.archived_at != 0;
  if (!notes.user.empty()) {
    if (auto done = insert_label_.run({user_label(notes.user), archived, hour, id}); !done) return done;
  }
  for (const std::string& tag : notes.tags) {
    if (auto done = insert_label_.run({tag_label(tag), archived, hour, id}); !done) return done;
  }
  return {};
}

Result<void> Writing::put(const SessionRecord& record) {
  const auto stored = find(record.state.session);
  if (!stored) return Unexpected(stored.error());
  if (stored->id != 0) return session_exists();
  if (record.state.messages >= kMaxMessages || record.state.turns >= kMaxMessages) return too_many_messages();

  const auto id = insert_session(record.state, state_form(record.state), &record.notes);
  if (!id) return Unexpected(id.error());
  if (auto removed = remove_expired(record.state.session); !removed) return removed;
  if (auto put = turn_rows_.insert_all(*id, record); !put) return put;
  if (auto added = turn_ids_.added_all(*id, record.state.turns); !added) return added;
  for (const CallRecord& call : record.calls) {
    if (auto put = put_call(*id, call); !put) return put;
  }
  for (const EndedConversation& ended : record.ended) {
    if (auto put = put_ended(*id, ended); !put) return put;
  }
  for (const Item& item : record.items) {
    auto put = put_item_.run({*id, item.name, item.expires_at, Bound::bytes(item.bytes), item.version});
    if (!put) return put;
  }
  return {};
}

Result<void> Writing::change_items(const ItemChange& change) {
  const auto stored = find(change.session);
  if (!stored) return Unexpected(stored.error());
  if (stored->id == 0 || stored->created_at != change.begun_at) return unknown_session();
  for (const Item& item : change.put) {
    const Bound bytes = Bound::bytes(item.bytes);
    auto put = item.version == 1 ? insert_item_.run({stored->id, item.name, item.expires_at, bytes})
                                 : replace_item_.run({stored->id, item.name, item.expires_at, bytes, item.version});
    if (!put) return put;
    if (database_.changes() == 0) return stale_item();
  }
  for (const std::string& name : change.remove) {
    if (auto removed = remove_item_.run({stored->id, name}); !removed) return removed;
  }
  return {};
}

Result<std::size_t> Writing::drop_expired_items(TimeMs now) {
  if (auto dropped = drop_expired_items_.run({now}); !dropped) return Unexpected(dropped.error());
  return static_cast<std::size_t>(database_.changes());
}

Result<Writing::Erased> Writing::erase(const Erasure& erasure) {
  const auto stored = find(erasure.session);
  if (!stored) return Unexpected(stored.error());
  if (stored->id == 0) {
    if (erasure.expired_at == 0) {
      if (auto removed = remove_expired(erasure.session); !removed) return Unexpected(removed.error());
    }
    return Erased();
  }
  if (erasure.only_version != 0 && erasure.only_version != stored->version) return Erased();
  if (is_settled(stored->recency)) {
    if (auto done = unsettle(*stored); !done) return Unexpected(done.error());
  }
  if (erasure.expired_at != 0) {
    if (auto put = put_expired(stored->id, erasure); !put) return Unexpected(put.error());
  }
  if (auto erased = turn_rows_.erase(stored->id); !erased) return Unexpected(erased.error());
  // The rows of the other tables are deleted with it (ON DELETE CASCADE).
  if (auto erased = erase_session_.run({stored->id}); !erased) return Unexpected(erased.error());
  return Erased{stored->id, stored->indexed > 0};
}

// Records the expiry of the session and of its conversations.
Result<void> Writing::put_expired(std::int64_t id, const Erasure& erasure) {
  std::vector<std::string> hashes = {base::fingerprint(erasure.session)};
  auto read = conversations_.query({id}).each([&](Rows& row) {
    hashes.push_back(conversation_hash(row.text(0)));
    return Result<void>();
  });
  if (!read) return read;
  for (const std::string& hash : hashes) {
    if (auto put = put_expired(hash, erasure.expired_at); !put) return put;
  }
  return {};
}

Result<void> Writing::put_expired(std::string_view hash, TimeMs at) { return put_expired_.run({hash, at}); }

}  // namespace parley::memory
