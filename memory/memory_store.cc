// Implements the in-memory store, for tests, replays and bots that need no persistence across restarts.
//
// Sessions are spread over shards by a hash of their id. Each shard has its own lock, which is held only while values
// are copied in or out. Operations on all sessions take one lock after another.
//
// Tested by tests/memory/memory_store_test.cc.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <set>
#include <type_traits>
#include <utility>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/conversation_index.h"
#include "memory/memory_listing.h"
#include "memory/memory_session.h"
#include "memory/memory_shard.h"
#include "memory/search_words.h"
#include "memory/session_order.h"
#include "parley/stores.h"

namespace parley {
namespace {

using memory::ConversationIndex;
using memory::MemorySession;
using memory::MemoryShard;
using memory::TurnRow;
using Names = std::vector<std::string>;

class MemoryStore final : public SessionStore {
 public:
  Result<std::optional<SessionState>> load(std::string_view session) override {
    const auto held = of_session(session, [](const MemorySession& found) { return found.state.get(); });
    Result<std::optional<SessionState>> state{std::optional<SessionState>()};
    if (held) state->emplace(**held);  // in place: a move of a state costs as much as a small stage
    return state;
  }

  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    const auto row = of_session(session, [&](const MemorySession& held) {
      const TurnRow* found = held.find(message_id);
      return found ? std::optional<TurnRow>(*found) : std::nullopt;
    });
    if (!row || !*row) return std::optional<StoredTurn>();
    auto turn = (*row)->turn(session);
    if (!turn) return Unexpected(turn.error());
    return std::optional<StoredTurn>(std::move(*turn));
  }

  Result<void> commit(const Commit& commit) override {
    if (auto allowed = memory::check_commit(commit); !allowed) return allowed;
    if (auto fits = memory::check_depth(commit.state, commit.turn.turn); !fits) return fits;
    const std::string& session = commit.state.session;
    MemoryShard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    if (commit.expected_version == 0 || commit.ended) conversations_.add({commit.state.continuation_id}, session);
    const auto found = shard.sessions.find(session);
    const std::int64_t stored_version = found == shard.sessions.end() ? 0 : found->second.state.version();
    if (stored_version != commit.expected_version) return memory::stale_version();
    if (found != shard.sessions.end()) {
      if (found->second.state.created_at() != commit.state.created_at) return memory::stale_version();
      return shard.append(found->second, commit);
    }
    MemorySession begun;
    if (auto appended = begun.append(commit); !appended) return appended;
    shard.begin(session, std::move(begun));
    return {};
  }

  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    auto page = of_session(session, [&](const MemorySession& held) { return held.page(limit, before); });
    return page ? std::move(*page) : std::vector<Message>();
  }

  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit) override {
    if (after == INT64_MAX) return std::vector<StoredTurn>();
    const auto rows =
        of_session(session, [&](const MemorySession& held) { return held.rows(after + 1, INT64_MAX, limit); });
    std::vector<StoredTurn> all;
    if (!rows) return all;
    for (const TurnRow& row : *rows) {
      auto turn = row.turn(session);
      if (!turn) return Unexpected(turn.error());
      all.push_back(std::move(*turn));
    }
    return all;
  }

  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last) override {
    const auto rows = of_session(session, [&](const MemorySession& held) { return held.rows(first, last, SIZE_MAX); });
    std::vector<Message> all;
    if (!rows) return all;
    for (const TurnRow& row : *rows) {
      auto messages = row.read_messages();
      if (!messages) return messages;
      std::move(messages->begin(), messages->end(), std::back_inserter(all));
    }
    return all;
  }

  Result<std::optional<TimeMs>> expired(std::string_view session) override {
    MemoryShard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.expired.find(session);
    return found == shard.expired.end() ? std::nullopt : std::optional<TimeMs>(found->second);
  }

  Result<std::optional<ConversationPlace>> find_conversation(std::string_view continuation_id) override {
    std::vector<ConversationPlace> places;
    for (const std::string& session : conversations_.sessions(continuation_id)) {
      (void)of_session(session, [&](const MemorySession& held) {
        if (auto place = held.place_of(continuation_id)) places.push_back(std::move(*place));
        return true;
      });
    }
    if (places.size() == 1) return std::optional<ConversationPlace>(std::move(places.front()));
    const bool has_expired = places.empty() && conversations_.has_expired(continuation_id);
    return has_expired ? std::optional<ConversationPlace>(ConversationPlace()) : std::nullopt;
  }

  Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) override {
    const auto call = of_session(session, [&](const MemorySession& held) {
      const auto found = held.calls.find(std::string(call_id));
      return found == held.calls.end() ? std::nullopt : std::optional<CallRecord>(found->second);
    });
    return call ? *call : std::nullopt;
  }

  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    const auto item = of_session(session, [&](const MemorySession& held) {
      const auto found = held.items.find(name);
      return found == held.items.end() ? std::nullopt : std::optional<Item>(found->second);
    });
    return item ? *item : std::nullopt;
  }

  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    std::vector<ItemInfo> all;
    (void)of_session(session, [&](const MemorySession& held) {
      for (auto at = held.items.lower_bound(prefix); at != held.items.end() && at->first.starts_with(prefix); ++at) {
        const Item& item = at->second;
        all.push_back({item.name, item.version, item.expires_at, static_cast<std::int64_t>(item.bytes.size())});
      }
      return true;
    });
    return all;
  }

  Result<void> change_items(const ItemChange& change) override {
    if (auto allowed = memory::check_items(change); !allowed) return allowed;
    const auto done = of_session(change.session, [&](MemorySession& held) { return held.change(change); });
    return done ? *done : memory::unknown_session();
  }

  Result<std::size_t> drop_expired_items(TimeMs now) override {
    std::size_t dropped = 0;
    for (MemoryShard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      for (auto& [name, held] : shard.sessions) dropped += held.drop_expired_items(now);
    }
    return dropped;
  }

  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    const auto in_order = [&](const SessionInfo& a, const SessionInfo& b) {
      return memory::comes_before(query.order, {a.updated_at, a.session}, {b.updated_at, b.session});
    };
    std::vector<SessionInfo> first;
    for (MemoryShard& shard : shards_) {
      {
        const std::lock_guard lock(shard.mutex);
        for (const memory::ByText<MemorySession>::value_type* entry : memory::first_of(shard, query))
          first.push_back(entry->second.summary());
      }
      std::sort(first.begin(), first.end(), in_order);
      first.resize(std::min(first.size(), query.limit));
    }
    return first;
  }

  Result<std::optional<SessionInfo>> summary(std::string_view session) override {
    return of_session(session, [](const MemorySession& held) { return held.summary(); });
  }

  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    if (auto good = memory::check_notes(notes); !good) return Unexpected(good.error());
    MemoryShard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    return shard.annotate(session, notes);
  }

  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    const auto held = of_session(session, [](const MemorySession& all) { return all; });
    if (!held) return std::optional<SessionRecord>();
    auto messages = held->page(SIZE_MAX, 0);
    if (!messages) return Unexpected(messages.error());
    SessionRecord record{*held->state.get(),     held->notes, std::move(*messages), {}, held->calls_in_order(),
                         held->items_in_order(), held->ended};
    for (const TurnRow& row : held->turns) {
      auto turn = row.turn(session);
      if (!turn) return Unexpected(turn.error());
      record.turns.push_back(std::move(*turn));
    }
    return std::optional<SessionRecord>(std::move(record));
  }

  Result<void> put(const SessionRecord& record) override {
    if (auto allowed = memory::check_record(record); !allowed) return allowed;
    MemorySession held = MemorySession::of(record);
    MemoryShard& shard = shard_of(record.state.session);
    const std::lock_guard lock(shard.mutex);
    if (shard.sessions.contains(record.state.session)) return memory::session_exists();
    conversations_.add(held.continuation_ids(), record.state.session);
    shard.begin(record.state.session, std::move(held));
    return {};
  }

  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override {
    std::size_t erased = 0;
    for (const Erasure& erasure : sessions) {
      MemoryShard& shard = shard_of(erasure.session);
      const std::lock_guard lock(shard.mutex);
      const auto found = shard.sessions.find(erasure.session);
      const auto ids = found == shard.sessions.end() ? Names() : found->second.continuation_ids();
      if (!shard.erase(erasure)) continue;
      conversations_.remove(ids, erasure.session, erasure.expired_at);
      ++erased;
    }
    return erased;
  }

  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    std::vector<SearchHit> hits;
    const memory::WantedWords wanted(query.text);
    if (wanted.none()) return hits;
    for (const std::string& session : latest_begun_first(query.user)) {
      if (hits.size() >= query.limit) break;
      const auto searched =
          of_session(session, [&](const MemorySession& held) { return held.search(wanted, query.limit, hits); });
      if (searched && !*searched) return Unexpected(searched->error());
    }
    return hits;
  }

  Result<void> forget_expired(TimeMs before) override {
    for (MemoryShard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      std::erase_if(shard.expired, [&](const auto& mark) { return mark.second < before; });
    }
    conversations_.forget_expired(before);
    return {};
  }

  Result<std::int64_t> unarchived() override {
    std::int64_t all = 0;
    for (MemoryShard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      all += static_cast<std::int64_t>(shard.sessions.size()) - shard.archived;
    }
    return all;
  }

  Result<StoreCounts> counts(TimeMs now) override {
    StoreCounts all;
    for (MemoryShard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      all.sessions += static_cast<std::int64_t>(shard.sessions.size());
      all.archived += shard.archived;
      for (const auto& [name, held] : shard.sessions) {
        if (held.state.expires_at() != 0 && held.state.expires_at() <= now) ++all.expired;
        all.turns += held.state.turns();
        all.messages += held.state.messages();
        all.bytes += held.bytes + static_cast<std::int64_t>(sizeof(MemorySession) + name.size());
      }
    }
    return all;
  }

 private:
  MemoryShard& shard_of(std::string_view session) { return shards_[memory::TextHash()(session) % shards_.size()]; }

  // Returns the result of look(MemorySession&), called under the lock; empty when the session does not exist.
  template <class Look>
  std::optional<std::invoke_result_t<Look, MemorySession&>> of_session(std::string_view session, const Look& look) {
    MemoryShard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.sessions.find(session);
    if (found == shard.sessions.end()) return std::nullopt;
    return look(found->second);
  }

  std::vector<std::string> latest_begun_first(const std::string& user) {
    std::vector<std::pair<TimeMs, std::string>> begun;
    for (MemoryShard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      for (const auto& [name, held] : shard.sessions) {
        if (user.empty() || held.notes.user == user) begun.emplace_back(held.state.created_at(), name);
      }
    }
    std::sort(begun.begin(), begun.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<std::string> names;
    names.reserve(begun.size());
    for (auto& each : begun) names.push_back(std::move(each.second));
    return names;
  }

  std::array<MemoryShard, 512> shards_;  // many, so that the growth of a table stops its sessions only for a moment
  ConversationIndex conversations_;      // its lock is taken while a shard's lock is held
};

}  // namespace

std::shared_ptr<SessionStore> create_memory_store() { return std::make_shared<MemoryStore>(); }

}  // namespace parley
