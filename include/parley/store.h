// SessionStore: the interface of a store of conversations. parley has three stores (parley/stores.h). To write your
// own, implement it, and run the conformance suite in tests/conformance against it. The functions of parley/sessions.h,
// such as export and prune, work with every store that implements it.
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
    kOldestFirst,  // the reverse of kRecentFirst
    kByName,       // by the bytes of the name; this order stays the same while turns run
  };
  // kNo: without archived sessions. kOnly: only archived sessions. kToo: all sessions.
  enum class Archived { kNo, kOnly, kToo };
  // kLive: only sessions that the next message continues at `now`. kExpired: only the others (SessionInfo::expires_at).
  enum class Standing { kAny, kLive, kExpired };
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
  bool handed_off = false;            // true: only sessions that a person has now, whether expired or not
  Standing standing = Standing::kAny;
  TimeMs now = 0;  // for `standing`
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
  // Not 0: the session is erased because it expired, and expired() then returns this time. 0: expired() then returns
  // unset.
  TimeMs expired_at = 0;
};

// A session that a call skipped, and the reason.
struct RefusedSession {
  std::string session;
  std::string why;
};

struct SearchQuery {
  std::string text;  // the message must contain all of its words; case and accents do not matter. Without words,
                     // nothing is found
  std::size_t limit = 20;
  std::string user;  // a hash (Engine::user_hash). Empty: all sessions
  // If not null, the search skips sessions that it cannot read, and adds them to this list. Null: such a session is an
  // error. Must be valid during the call.
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

// A store with the calls for administration. The guarantees of TurnStore also apply to these calls.
class SessionStore : public TurnStore {
 public:
  // Returns one page of sessions.
  virtual Result<std::vector<SessionInfo>> list(const SessionQuery& query) = 0;
  // Returns the messages that contain the words of the query. The session that began last comes first, and within a
  // session the newest message.
  virtual Result<std::vector<SearchHit>> search(const SearchQuery& query) = 0;
  // Replaces the notes of a session. Returns false if the session is unknown.
  virtual Result<bool> annotate(std::string_view session, const SessionNotes& notes) = 0;

  // Returns the stored turns with a seq above `after`, oldest first, at most `limit` of them. The last one may be
  // incomplete (StoredTurn::complete); a later call with the same `after` returns it again. An unknown session has no
  // turns. The default reads the whole session.
  virtual Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit);
  // Returns the messages of the turns from `first` to `last`, oldest first. Message::turn names the turn of each. An
  // unknown session has no messages. The default reads all messages from the newest one back to `first`.
  virtual Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last);

  // Returns a snapshot of a whole session; unset if the session is unknown.
  virtual Result<std::optional<SessionRecord>> record(std::string_view session) = 0;
  // Stores a whole session, or nothing. kSessionExists: a session of this name exists.
  virtual Result<void> put(const SessionRecord& record) = 0;

  // Erases all of these sessions or none, and overwrites their data. Returns how many existed. kStoreUnavailable also
  // if some text is still readable in the store's files; the next erase(), even of no sessions, tries to overwrite it
  // again.
  virtual Result<std::size_t> erase(const std::vector<Erasure>& sessions) = 0;
  // Returns the places that erase() cannot overwrite, as a text for a receipt. Empty: there are none.
  virtual std::string erase_leaves() const { return {}; }
  // Forgets the sessions that expired() reports with a time before `before`.
  virtual Result<void> forget_expired(TimeMs before) = 0;
  // Removes the items of all sessions whose `expires_at` has passed. Returns their number.
  virtual Result<std::size_t> drop_expired_items(TimeMs now) = 0;

  virtual Result<StoreCounts> counts(TimeMs now) = 0;
  // Returns the number of sessions that are not archived. Engines call this from time to time when sessions begin. A
  // large store should override it, because counts() may be slow.
  virtual Result<std::int64_t> unarchived() {
    const auto all = counts(0);
    if (!all) return Unexpected(all.error());
    return all->sessions - all->archived;
  }
};

}  // namespace parley
