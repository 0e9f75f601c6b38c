// LooseSessions puts sessions together from the rows that LooseRows collected, of any schema version ever shipped.
#pragma once

#include <optional>
#include <set>

#include "memory/sqlite/database.h"
#include "memory/sqlite/old_turns.h"
#include "memory/sqlite/turn_reading.h"
#include "parley/store.h"

namespace parley::memory {

class LooseSessions {
 public:
  // `rows` is the scratch database of LooseRows.
  LooseSessions(Database& rows, int version) : database_(rows), version_(version) {}
  Result<void> prepare();

  // Returns the ids of all sessions that occur in any table.
  Result<std::set<std::int64_t>> ids();
  struct Found {
    SessionRecord record;
    bool lacks_items = false;  // the session is known to have had an item, or an ended conversation, that is lost
  };
  // Returns an empty optional if the state, the notes, a turn or a message of the session is missing.
  std::optional<Found> read(std::int64_t session);

 private:
  Result<void> read_state(std::int64_t session, SessionRecord& record);
  bool read_items(std::int64_t session, SessionRecord& record);
  bool is_item_missing(std::int64_t session);
  bool has_notes_and_calls() const { return version_ >= 2; }
  bool has_details_and_items() const { return version_ >= 3; }
  bool has_turns_with_messages() const { return version_ >= 6; }

  Database& database_;
  TurnReading turns_{database_};
  OldTurns old_turns_{database_};
  Statement session_, calls_, items_, ended_, missing_item_;
  const int version_;  // of the schema of the rows
};

}  // namespace parley::memory
