// Reads the parts of a session that a turn needs, and whole sessions.
#pragma once

#include <initializer_list>
#include <string>

#include "memory/sqlite/database.h"
#include "memory/sqlite/known_sessions.h"
#include "memory/sqlite/turn_ids.h"
#include "memory/sqlite/turn_reading.h"
#include "parley/store.h"

namespace parley::memory {

// Thread-compatible, like its database.
class Reading {
 public:
  explicit Reading(Database& database) : database_(database) {}
  Result<void> prepare();

  // The state in its stored form, with its version. Version 0 means that the session is not stored.
  struct StoredState {
    std::int64_t version = 0;
    std::string form;
    SessionRow row;
  };
  Result<StoredState> state(std::string_view session);
  Result<std::optional<StoredTurn>> turn(std::string_view session, std::string_view message_id);
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before);
  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit);
  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last);
  Result<std::optional<TimeMs>> expired(std::string_view session);
  Result<bool> any_expired();
  Result<std::optional<ConversationPlace>> conversation(std::string_view continuation_id);
  Result<std::optional<CallRecord>> call(std::string_view session, std::string_view call_id);
  Result<std::optional<SessionRecord>> record(std::string_view session);
  Result<StoreCounts> counts(TimeMs now);
  Result<std::optional<Item>> item(std::string_view session, std::string_view name);
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix);
  Result<std::int64_t> unarchived();

 private:
  struct Found {
    std::int64_t id = 0;  // 0: the session is not stored
    std::int64_t turns = 0;
  };
  Result<Found> find(std::string_view session);
  Result<StoreCounts> settled_counts();

  Database& database_;
  TurnReading turns_{database_};
  TurnIds turn_ids_{database_};
  Statement load_session_, find_id_, find_expired_, any_expired_, find_conversation_, find_call_;
  Statement read_session_, read_calls_, read_items_, read_ended_;
  Statement find_item_, list_items_;
  Statement counts_, count_unsettled_, totals_, expired_total_, pages_;
};

// kStoreCorrupt: the form is not the state that its row describes.
Result<SessionState> stored_state(const Database& database, std::string_view session, std::int64_t version,
                                  std::string_view form);

// Returns the key of a conversation in the table `expired`. No session has the same key, because the names of sessions
// contain no blanks.
std::string conversation_hash(std::string_view continuation_id);

// Reads the parts of the session with this id, except its turns. Null statements are left out.
struct PartStatements {
  Statement* calls;
  Statement* items;
  Statement* ended;
};
Result<void> read_parts(const Database& database, std::int64_t id, const PartStatements& parts, SessionRecord& record);

// Sets `out` to the value of `all` with this name. Returns false if there is none.
template <class Enum>
bool read_name(std::string_view name, Enum& out, std::initializer_list<Enum> all) {
  for (Enum each : all) {
    if (name != to_string(each)) continue;
    out = each;
    return true;
  }
  return false;
}

}  // namespace parley::memory
