// SessionStore: where conversations are kept. parley ships three (parley/stores.h); implement it to bring your own,
// and run the conformance suite (tests/conformance) against it. What hosts do with whole sessions, such as fork,
// export and prune, is made of these calls (parley/sessions.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/message.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/turn_store.h"

namespace parley {

// Which sessions, in which order, from where on.
struct SessionQuery {
  enum class Order {
    kRecentFirst,  // by updated_at, of equals by name
    kOldestFirst,  // the same backwards
    kByName,       // which no turn changes
  };
  enum class Archived { kNo, kOnly, kToo };
  struct Place {
    TimeMs updated_at = 0;
    std::string session;
  };
  std::size_t limit = 20;
  Order order = Order::kRecentFirst;
  std::optional<Place> after;  // the last of the page before
  Archived archived = Archived::kNo;
  std::string user, tag, bot;         // empty: any
  TimeMs updated_before = INT64_MAX;  // not at it
};

// All of one session, for taking it elsewhere.
struct SessionRecord {
  SessionState state;
  SessionNotes notes;
  std::vector<Message> messages;              // by seq
  std::vector<StoredTurn> turns;              // by seq
  std::vector<CallRecord> calls;              // by turn, then by call_id
  std::vector<Item> items = {};               // by name
  std::vector<EndedConversation> ended = {};  // by began_turn, then by continuation_id
};

struct Erasure {
  std::string session;
  std::int64_t only_version = 0;  // 0: whatever it is. Otherwise one that has gone on since stays
  TimeMs expired_at = 0;          // not 0: its time was over, and expired() says so if it was there. 0: expired() knows
                                  // nothing of it, either
};

// A session that a call passed over, and the reason.
struct RefusedSession {
  std::string session;
  std::string why;
};

struct SearchQuery {
  std::string text;  // each of its words must be in the message; case, accents and punctuation do not count. One
                     // without a word finds nothing
  std::size_t limit = 20;
  std::string user;  // empty: anybody's sessions
  // Null: a session that cannot be read is an error of the search. Otherwise it is added here and passed over.
  std::vector<RefusedSession>* unread = nullptr;
};

struct SearchHit {
  std::string session;
  Message message;
};

struct StoreCounts {
  std::int64_t sessions = 0;  // of these:
  std::int64_t expired = 0;
  std::int64_t archived = 0;
  std::int64_t turns = 0;     // as their summaries count them
  std::int64_t messages = 0;  // likewise
  std::int64_t bytes = 0;     // on disk, or of texts and states in memory
};

// [Threading] every call may come from any thread, several at once.
// [Errors]    by Result; nothing is thrown. kStoreUnavailable: the same call may succeed later.
class SessionStore : public TurnStore {
 public:
  virtual Result<std::size_t> drop_expired_items(TimeMs now) = 0;  // of all sessions; how many
  virtual Result<std::vector<SessionInfo>> list(const SessionQuery& query) = 0;
  virtual Result<bool> annotate(std::string_view session, const SessionNotes& notes) = 0;  // false: unknown session
  virtual Result<std::optional<SessionRecord>> record(std::string_view session) = 0;       // as of one moment
  virtual Result<void> put(const SessionRecord& record) = 0;  // kSessionExists; all or nothing
  // How many of them were there. All or nothing; one whose text stays readable somewhere is kStoreUnavailable, and the
  // next erase, of no session even, tries that again.
  virtual Result<std::size_t> erase(const std::vector<Erasure>& sessions) = 0;
  // What erase() cannot overwrite, in words for a receipt. Empty: nothing that the store has.
  virtual std::string erase_leaves() const { return {}; }
  // Latest begun session first, in it the latest message first.
  virtual Result<std::vector<SearchHit>> search(const SearchQuery& query) = 0;
  // What expired() knows from before this moment is forgotten.
  virtual Result<void> forget_expired(TimeMs before) = 0;
  virtual Result<StoreCounts> counts(TimeMs now) = 0;
  // Sessions that are not archived. An engine asks for them now and then while sessions begin: what a store of millions
  // can count quicker than by counts() it should.
  virtual Result<std::int64_t> unarchived() {
    const auto all = counts(0);
    if (!all) return Unexpected(all.error());
    return all->sessions - all->archived;
  }
};

}  // namespace parley
