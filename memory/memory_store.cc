// The store that lives in the process: for tests, replays and bots that need not remember across restarts.
//
// The idea: sessions are spread over shards by a hash of their id, each shard with a lock of its own, held only
// while values are copied in or out. A turn that was answered is kept as JSON, as in the other stores: it is written
// each time and read only when a message comes again.
//
// Tested by tests/memory/memory_store_test.cc.
#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/summary.h"

namespace parley {
namespace {

struct TextHash : std::hash<std::string_view> {
  using is_transparent = void;
};
template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

struct Answer {
  std::int64_t seq = 0;
  bool complete = true;
  std::string json;
};

struct Session {
  SessionState state;
  std::vector<Message> messages;  // the message `seq` stands at seq - 1
  ByText<Answer> answers;         // by message id
};

SessionSummary summary_of(const SessionState& state) {
  SessionSummary summary;
  summary.session = state.session;
  summary.bot = state.bot;
  summary.created_at = state.created_at;
  summary.updated_at = state.updated_at;
  summary.turns = state.turns;
  summary.messages = state.messages;
  summary.last_intent = state.last_intent;
  summary.waiting_for_param = memory::waiting_for_param(state);
  return summary;
}

class MemoryStore final : public SessionStore {
 public:
  Result<std::optional<SessionState>> load(std::string_view session) override {
    Shard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.sessions.find(session);
    if (found == shard.sessions.end()) return std::optional<SessionState>();
    return std::optional<SessionState>(found->second.state);
  }

  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    Shard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.sessions.find(session);
    if (found == shard.sessions.end()) return std::optional<StoredTurn>();
    const auto answer = found->second.answers.find(message_id);
    if (answer == found->second.answers.end()) return std::optional<StoredTurn>();
    auto turn = memory::turn_from_json(answer->second.json, session, message_id, answer->second.seq);
    if (!turn) return Unexpected(turn.error());
    return std::optional<StoredTurn>(StoredTurn{std::move(*turn), answer->second.complete});
  }

  Result<void> commit(const Commit& commit) override {
    if (auto allowed = memory::check_commit(commit); !allowed) return allowed;
    if (auto fits = memory::check_depth(commit.state, commit.turn.turn); !fits) return fits;
    Shard& shard = shard_of(commit.state.session);
    const std::lock_guard lock(shard.mutex);
    auto found = shard.sessions.find(commit.state.session);
    const std::int64_t stored_version = found == shard.sessions.end() ? 0 : found->second.state.version;
    if (stored_version != commit.expected_version) return memory::stale_version();
    if (found == shard.sessions.end()) {
      if (memory::messages_before(commit) != 0) return memory::messages_not_dense();
      found = shard.sessions.emplace(commit.state.session, Session{}).first;
    }
    return append(found->second, commit);
  }

  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    Shard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.sessions.find(session);
    if (found == shard.sessions.end()) return std::vector<Message>();
    const std::vector<Message>& all = found->second.messages;
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t end = before == 0 ? count : std::clamp<std::int64_t>(before - 1, 0, count);
    const auto wanted = static_cast<std::ptrdiff_t>(std::min(limit, static_cast<std::size_t>(end)));
    return std::vector<Message>(all.begin() + (end - wanted), all.begin() + end);
  }

  Result<std::vector<SessionSummary>> list(std::size_t limit, std::size_t offset) override {
    std::vector<SessionSummary> all;
    for (Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      for (const auto& entry : shard.sessions) all.push_back(summary_of(entry.second.state));
    }
    std::sort(all.begin(), all.end(), [](const SessionSummary& a, const SessionSummary& b) {
      return a.updated_at != b.updated_at ? a.updated_at > b.updated_at : a.session < b.session;
    });
    const std::size_t begin = std::min(offset, all.size());
    const std::size_t count = std::min(limit, all.size() - begin);
    return std::vector<SessionSummary>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                       all.begin() + static_cast<std::ptrdiff_t>(begin + count));
  }

  Result<bool> erase(std::string_view session) override {
    Shard& shard = shard_of(session);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.sessions.find(session);
    if (found == shard.sessions.end()) return false;
    shard.sessions.erase(found);
    return true;
  }

 private:
  struct Shard {
    std::mutex mutex;
    ByText<Session> sessions;
  };

  Shard& shard_of(std::string_view session) { return shards_[TextHash()(session) % shards_.size()]; }

  static Result<void> append(Session& session, const Commit& commit) {
    if (memory::messages_before(commit) != session.state.messages) return memory::messages_not_dense();
    const Turn& turn = commit.turn.turn;
    const auto [stored, is_new] = session.answers.try_emplace(turn.id, Answer{turn.seq, false, {}});
    Answer& answer = stored->second;
    if (!is_new && (answer.complete || answer.seq != turn.seq)) return memory::already_answered();
    answer.complete = commit.turn.complete;
    answer.json.clear();
    memory::append_turn_json(answer.json, turn);
    session.messages.insert(session.messages.end(), commit.messages.begin(), commit.messages.end());
    session.state = commit.state;
    return {};
  }

  std::array<Shard, 16> shards_;
};

}  // namespace

std::shared_ptr<SessionStore> memory_store() { return std::make_shared<MemoryStore>(); }

}  // namespace parley
