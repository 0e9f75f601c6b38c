// SessionStore: the interface of a store of conversations. parley has three stores (parley/stores.h). To write your
// own, implement it, and run the conformance suite in tests/conformance against it. parley/sessions.h does the work on
// whole sessions, such as export and prune, with these calls.
//
//   parley::SessionQuery query;
//   query.tag = "gold";
//   auto sessions = store->list(query);
//   if (!sessions) return std::cerr << sessions.error().to_string() << '\n', 1;
//   for (const parley::SessionInfo& info : *sessions) std::cout << info.session << ": " << info.turns << '\n';
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

// One page of a list of sessions.
struct SessionQuery {
  enum class Order {
    kRecentFirst,  // by updated_at, newest first; sessions with equal times by name
    kOldestFirst,  // the reverse
    kByName,       // stays the same while turns run
  };
  enum class Archived { kNo, kOnly, kToo };  // without archived sessions, only these, or both
  struct Place {
    TimeMs updated_at = 0;
    std::string session;
  };
  std::size_t limit = 20;
  Order order = Order::kRecentFirst;
  std::optional<Place> after;  // the last session of the page before. Unset: the first page
  Archived archived = Archived::kNo;
  std::string user, tag, bot;         // `user` is a hash (Engine::user_hash). Empty: any
  TimeMs updated_before = INT64_MAX;  // only sessions whose last turn is older
};

// Everything that a store holds of one session.
struct SessionRecord {
  SessionState state;
  SessionNotes notes;
  std::vector<Message> messages;              // by seq
  std::vector<StoredTurn> turns;              // by seq
  std::vector<CallRecord> calls;              // by turn, then by call_id
  std::vector<Item> items = {};               // by name
  std::vector<EndedConversation> ended = {};  // by began_turn, then by continuation_id
};

// A session to erase.
struct Erasure {
  std::string session;
  std::int64_t only_version = 0;  // the session stays if it has another version. 0: any version
  // Not 0: the session's time had passed, and expired() returns this from now on. 0: expired() forgets the session,
  // too.
  TimeMs expired_at = 0;
};

// A session that a call skipped, and the reason.
struct RefusedSession {
  std::string session;
  std::string why;
};

struct SearchQuery {
  std::string text;  // the message must contain each of its words, whatever their case and accents. No words: no hits
  std::size_t limit = 20;
  std::string user;  // a hash (Engine::user_hash). Empty: all sessions
  // The search adds sessions that it cannot read here, and skips them. Null: such a session is an error. Must be valid
  // during the call.
  std::vector<RefusedSession>* unread = nullptr;
};

struct SearchHit {
  std::string session;
  Message message;
};

struct StoreCounts {
  std::int64_t sessions = 0;  // in all
  std::int64_t expired = 0;   // those whose `expires_at` has passed
  std::int64_t archived = 0;
  std::int64_t turns = 0;     // the sum of SessionInfo::turns
  std::int64_t messages = 0;  // the sum of SessionInfo::messages
  std::int64_t bytes = 0;     // on disk; for the store in memory, of texts and states
};

// A store with everything that administration needs. The rules of TurnStore hold here, too.
class SessionStore : public TurnStore {
 public:
  // One page of sessions.
  virtual Result<std::vector<SessionInfo>> list(const SessionQuery& query) = 0;
  // Messages that contain the words of the query: the session that began last first, and in it the newest message
  // first.
  virtual Result<std::vector<SearchHit>> search(const SearchQuery& query) = 0;
  // Replaces the notes of a session. Returns false if the session is unknown.
  virtual Result<bool> annotate(std::string_view session, const SessionNotes& notes) = 0;

  // Everything of a session, as of one moment. Unset: the session is unknown.
  virtual Result<std::optional<SessionRecord>> record(std::string_view session) = 0;
  // Stores a whole session, or nothing. kSessionExists: a session of this name exists.
  virtual Result<void> put(const SessionRecord& record) = 0;

  // Erases all of these sessions or none, and overwrites their data. Returns how many existed. kStoreUnavailable also
  // if some text is still readable in the store's files; the next erase(), even of no sessions, tries to overwrite it
  // again.
  virtual Result<std::size_t> erase(const std::vector<Erasure>& sessions) = 0;
  // The places that erase() cannot overwrite, in words for a receipt. Empty: none.
  virtual std::string erase_leaves() const { return {}; }
  // Forgets the sessions that expired() reports with a time before `before`.
  virtual Result<void> forget_expired(TimeMs before) = 0;
  // Removes the items of all sessions whose `expires_at` has passed. Returns their number.
  virtual Result<std::size_t> drop_expired_items(TimeMs now) = 0;

  virtual Result<StoreCounts> counts(TimeMs now) = 0;
  // The number of sessions that are not archived. Engines call this from time to time while sessions begin. A large
  // store should override it with something faster than counts().
  virtual Result<std::int64_t> unarchived() {
    const auto all = counts(0);
    if (!all) return Unexpected(all.error());
    return all->sessions - all->archived;
  }
};

}  // namespace parley
