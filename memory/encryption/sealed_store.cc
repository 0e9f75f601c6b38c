// SealedStore encrypts ("seals") sessions before another store stores them.
//
// It seals data before it passes the data on, and opens data that it reads. The underlying store cannot search sealed
// text, so a search opens and inspects every message.
//
// Invariants
//   1. A session's key exists before the session does, and no later session has the same key.
//   2. An erasure that does not depend on the version first destroys the key, which leaves a tombstone. If the rows of
//      a session remain although its key has a tombstone, its erasure was interrupted. The session counts as erased,
//      and the next erasure, or the next session of its name, removes its rows.
//   3. A call that reads changes nothing. A missing key without a tombstone is an error.
//
// Tested by tests/memory/sealed_store_test.cc with the conformance suite.
#include "memory/encryption/sealed_store.h"

#include <algorithm>
#include <utility>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/encryption/sealed_record.h"
#include "memory/encryption/session_keys.h"
#include "memory/forwarding_store.h"
#include "memory/search_words.h"
#include "memory/sessions/refusals.h"

namespace parley::memory {
namespace {

constexpr std::size_t kSealedPage = 200;

class SealedStore final : public ForwardingStore {
 public:
  SealedStore(std::shared_ptr<SessionStore> sessions, std::unique_ptr<Keyring> vault)
      : ForwardingStore(std::move(sessions)), vault_(std::move(vault)), keys_(*inner(), *vault_) {}

  // ---- a turn

  Result<std::optional<SessionState>> load(std::string_view session) override {
    auto sealed = inner()->load(session);
    if (!sealed || !*sealed) return sealed;
    const auto key = key_of(**sealed);
    if (!key) return Unexpected(key.error());
    auto state = open(*vault_, **sealed);
    if (!state) return state;
    if (*state) keys_.remember(session, *key);
    return state;
  }

  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    auto sealed = inner()->find_turn(session, message_id);
    if (!sealed || !*sealed) return sealed;
    return open(*vault_, **sealed);
  }

  Result<void> commit(const Commit& commit) override {
    if (auto allowed = check_commit(commit); !allowed) return allowed;
    if (auto fits = check_depth(commit.state, commit.turn.turn); !fits) return fits;
    const std::string& session = commit.state.session;
    if (commit.expected_version == 0) {
      return begin(session, [&](const Sealer& sealer) { return commit_sealed(commit, sealer); });
    }
    const auto key = keys_.of(session);
    if (!key) return Unexpected(key.error());
    if (commit.ended) {
      if (auto parted = part_title(session); !parted) return parted;
    }
    return commit_sealed(commit, Sealer(*vault_, *key));
  }

  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    auto page = inner()->messages(session, limit, before);
    if (!page) return page;
    return open_all(*vault_, *page);
  }

  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit) override {
    const auto sealed = inner()->turns(session, after, limit);
    if (!sealed) return sealed;
    return open_all(*vault_, *sealed);
  }

  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last) override {
    const auto sealed = inner()->turn_messages(session, first, last);
    if (!sealed) return sealed;
    return open_all(*vault_, *sealed);
  }

  // ---- items

  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    auto sealed = inner()->item(session, name);
    if (!sealed || !*sealed) return sealed;
    return open(*vault_, **sealed);
  }

  // The items have the sizes of the sealed bytes.
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    if (keys_.is_erased(session)) return std::vector<ItemInfo>();
    return inner()->items(session, prefix);
  }

  Result<void> change_items(const ItemChange& change) override {
    if (auto allowed = check_items(change); !allowed) return allowed;
    const auto key = keys_.of(change.session);
    if (!key && key.error().code == ErrorCode::kStaleVersion) return unknown_session();
    if (!key) return Unexpected(key.error());
    auto put = seal_all(Sealer(*vault_, *key), change.put);
    if (!put) return Unexpected(put.error());
    return inner()->change_items({change.session, change.begun_at, std::move(*put), change.remove});
  }

  // Also checks the master keys, because this call is the check that the store can be written.
  Result<std::size_t> drop_expired_items(TimeMs now) override {
    auto dropped = inner()->drop_expired_items(now);
    const auto good = dropped ? vault_->check_some_keys() : Result<void>();
    return good ? dropped : Unexpected(good.error());
  }

  // ---- whole sessions

  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    std::vector<SessionInfo> found;
    for (SessionQuery rest = query; found.size() < query.limit;) {
      auto page = inner()->list(rest);
      if (!page) return page;
      if (!page->empty()) rest.after = {page->back().updated_at, page->back().session};
      for (SessionInfo& summary : *page) {
        if (found.size() == query.limit || keys_.is_erased(summary.session)) continue;
        if (auto opened = open_notes(summary); !opened) {
          if (opened.error().code != ErrorCode::kStoreCorrupt) return Unexpected(opened.error());
          summary.unreadable_notes = true;
          leave_out_sealed(summary.notes);
        }
        found.push_back(std::move(summary));
      }
      if (page->size() < rest.limit) break;
    }
    return found;
  }

  Result<std::optional<SessionInfo>> summary(std::string_view session) override {
    auto summary = inner()->summary(session);
    if (!summary || !*summary) return summary;
    if (keys_.is_erased(session)) return std::optional<SessionInfo>();
    if (auto opened = open_notes(**summary); !opened) return Unexpected(opened.error());
    return summary;
  }

  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    if (auto allowed = check_notes(notes); !allowed) return Unexpected(allowed.error());
    if (keys_.is_erased(session)) return false;
    const auto key = keys_.of(session);
    if (!key && key.error().code == ErrorCode::kStaleVersion) return false;
    if (!key) return Unexpected(key.error());
    const auto sealed = Sealer(*vault_, *key).seal(notes);
    if (!sealed) return Unexpected(sealed.error());
    return inner()->annotate(session, *sealed);
  }

  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    auto sealed = inner()->record(session);
    if (!sealed || !*sealed) return sealed;
    return open(*vault_, **sealed);
  }

  Result<void> put(const SessionRecord& record) override {
    if (auto allowed = check_record(record); !allowed) return allowed;
    return begin(record.state.session, [&](const Sealer& sealer) -> Result<void> {
      const auto sealed = seal(sealer, record);
      return sealed ? inner()->put(*sealed) : Unexpected(sealed.error());
    });
  }

  Result<std::size_t> erase(const std::vector<Erasure>& erasures) override {
    std::vector<std::string> before, after;  // keys to destroy before and after the sessions are erased
    std::vector<std::pair<std::string, std::string>> may_stay;
    for (const Erasure& erasure : erasures) {
      const auto sealed = inner()->load(erasure.session);
      if (!sealed) return Unexpected(sealed.error());
      if (!*sealed) continue;
      auto key = key_of(**sealed);
      if (!key) continue;  // the session was never sealed, so it is erased without destroying a key
      if (erasure.only_version == 0) {
        before.push_back(std::move(*key));
      } else if (erasure.only_version == (*sealed)->version) {
        may_stay.emplace_back(erasure.session, std::move(*key));
      }
    }
    if (auto destroyed = vault_->destroy(before); !destroyed) return Unexpected(destroyed.error());
    keys_.forget(erasures);
    auto erased = inner()->erase(erasures);
    if (!erased) return erased;
    for (auto& [session, key] : may_stay) {
      const auto left = inner()->load(session);
      if (!left) return Unexpected(left.error());
      const auto still = *left ? key_of(**left) : Result<std::string>(std::string());
      if (!still || *still != key) after.push_back(std::move(key));
    }
    if (auto destroyed = vault_->destroy(after); !destroyed) return Unexpected(destroyed.error());
    return erased;
  }

  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    std::vector<SearchHit> hits;
    const WantedWords wanted(query.text);
    if (wanted.none()) return hits;
    const auto sessions = latest_begun_first(query.user);
    if (!sessions) return Unexpected(sessions.error());
    for (const std::string& session : *sessions) {
      std::int64_t before = 0;
      do {
        const auto page = messages(session, kSealedPage, before);
        if (!page && (!query.unread || !is_about_the_session(page.error().code))) return Unexpected(page.error());
        if (!page) query.unread->push_back({session, page.error().message});
        if (!page || page->empty()) break;
        before = page->front().seq;
        for (auto message = page->rbegin(); message != page->rend(); ++message) {
          if (hits.size() >= query.limit) return hits;
          if (wanted.are_all_in(message->text)) hits.push_back({session, *message});
        }
      } while (before > 1);
    }
    return hits;
  }

 private:
  // Calls store(sealer) with a new key. If rows of this session name remain whose key is destroyed, it removes them
  // first.
  template <class Store>
  Result<void> begin(const std::string& session, Store store) {
    const auto key = vault_->new_key();
    if (!key) return Unexpected(key.error());
    Result<void> done = store(Sealer(*vault_, *key));
    if (!done && is_taken(done.error().code)) {
      const auto finished = finish_erasing(session);
      if (finished && *finished) done = store(Sealer(*vault_, *key));
    }
    if (done) keys_.remember(session, *key);
    // The key is kept if it is unknown whether the session was created.
    if (!done && done.error().code != ErrorCode::kStoreUnavailable) (void)vault_->discard(*key);
    return done;
  }

  static bool is_taken(ErrorCode code) { return code == ErrorCode::kStaleVersion || code == ErrorCode::kSessionExists; }

  // Returns true if it removed rows of a session whose key is destroyed.
  Result<bool> finish_erasing(const std::string& session) {
    const auto sealed = inner()->load(session);
    if (!sealed) return Unexpected(sealed.error());
    if (!*sealed) return false;
    const auto key = key_of(**sealed);
    if (!key) return Unexpected(key.error());
    auto is_destroyed = vault_->is_destroyed(*key);
    if (!is_destroyed || !*is_destroyed) return is_destroyed;
    // Erases only this version, so that a session that was created again in the meantime stays.
    const auto erased = inner()->erase({{session, (*sealed)->version, 0}});
    if (!erased) return Unexpected(erased.error());
    return *erased > 0;
  }

  Result<void> commit_sealed(const Commit& commit, const Sealer& sealer) {
    const auto state = sealer.seal(commit.state);
    if (!state) return Unexpected(state.error());
    const auto turn = sealer.seal(commit.turn);
    if (!turn) return Unexpected(turn.error());
    const auto messages = seal_all(sealer, commit.messages);
    if (!messages) return Unexpected(messages.error());
    SessionNotes notes;
    if (commit.notes) {
      auto sealed = sealer.seal(*commit.notes);
      if (!sealed) return Unexpected(sealed.error());
      notes = std::move(*sealed);
    }
    return inner()->commit({*state, commit.expected_version, *turn, *messages, commit.calls,
                            commit.notes ? &notes : nullptr, commit.first_kept_turn, commit.ended});
  }

  // Gives the title a sealed text of its own. The underlying store moves the title of the notes to the conversation
  // that ends, and must not move metadata with it.
  Result<void> part_title(const std::string& session) {
    const auto sealed = inner()->summary(session);
    if (!sealed) return Unexpected(sealed.error());
    if (!*sealed || !has_joint_title((*sealed)->notes)) return {};
    const auto notes = open(*vault_, (*sealed)->notes);
    if (!notes) return Unexpected(notes.error());
    const auto annotated = *notes ? annotate(session, **notes) : Result<bool>(false);
    return annotated ? Result<void>() : Unexpected(annotated.error());
  }

  // Opens the title and the metadata. A session whose key is missing is listed without them, so that an operator can
  // see and erase it.
  Result<void> open_notes(SessionInfo& summary) {
    if (summary.unreadable_notes) return {};
    const auto notes = open(*vault_, summary.notes);
    summary.unreadable_notes = !notes && is_key_missing(summary);
    if (!notes && !summary.unreadable_notes) return Unexpected(notes.error());
    if (notes && *notes) {
      summary.notes = **notes;
    } else {
      leave_out_sealed(summary.notes);
    }
    return {};
  }

  static void leave_out_sealed(SessionNotes& notes) {
    notes.title.clear();
    notes.metadata.clear();
  }

  bool is_key_missing(const SessionInfo& summary) {
    const auto key = Keyring::key_of(summary.notes.title);
    return key && vault_->is_absent(*key);
  }

  Result<std::vector<std::string>> latest_begun_first(const std::string& user) {
    SessionQuery query;
    query.limit = kSealedPage;
    query.order = SessionQuery::Order::kByName;
    query.archived = SessionQuery::Archived::kToo;
    query.user = user;
    std::vector<std::pair<TimeMs, std::string>> begun;
    for (;;) {
      const auto page = inner()->list(query);
      if (!page) return Unexpected(page.error());
      for (const SessionInfo& each : *page) begun.emplace_back(-each.created_at, each.session);
      if (page->size() < query.limit) break;
      query.after = {page->back().updated_at, page->back().session};
    }
    std::sort(begun.begin(), begun.end());
    std::vector<std::string> names;
    names.reserve(begun.size());
    for (auto& each : begun) names.push_back(std::move(each.second));
    return names;
  }

  std::unique_ptr<Keyring> vault_;
  SessionKeys keys_;
};

}  // namespace

Result<void> check_encryption_available() { return {}; }

std::shared_ptr<SessionStore> sealed_store(std::shared_ptr<SessionStore> sessions, std::unique_ptr<Keyring> vault) {
  return std::make_shared<SealedStore>(std::move(sessions), std::move(vault));
}

}  // namespace parley::memory
