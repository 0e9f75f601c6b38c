// Lists sessions.
//
// Each list follows an index and stops at its limit. The index for the time of the last turn contains only the hour,
// and SQLite sorts the sessions of an hour. Archived sessions are indexed separately. A list of archived and other
// sessions merges two lists.
#pragma once

#include <optional>
#include <string>

#include "memory/sqlite/database.h"
#include "memory/sqlite/recency.h"
#include "parley/store.h"

namespace parley::memory {

// Thread-compatible, like its database.
class Listing {
 public:
  explicit Listing(Database& database) : database_(database) {}
  Result<void> prepare();

  Result<std::vector<SessionInfo>> list(const SessionQuery& query);
  Result<std::optional<SessionInfo>> summary(std::string_view session);

 private:
  Result<std::vector<SessionInfo>> page(const SessionQuery& query, bool archived);
  Result<std::vector<SessionInfo>> read(Rows rows);

  Database& database_;
  struct Statements {
    Statement recent, oldest, by_name;
    Statement& of(SessionQuery::Order order);
  };
  Statement summary_;
  Statements all_, labelled_;
  Statement settled_recent_, settled_oldest_;
};

// Returns the hour that the index stores.
// Return labels. Sessions are indexed by their labels, in addition to their name and time.
std::string user_label(std::string_view user);
std::string tag_label(std::string_view tag);
inline constexpr char kHandoffLabel[] = "handed_off";

// Returns the column `handed_off`: the time of the hand-off, a blank, and the reason. Unset: the bot has the
// conversation.
std::optional<std::string> handoff_column(const SessionState& state);

}  // namespace parley::memory
