// Lists sessions.
//
// Each list walks an index and stops at its limit. The index for the time of the last turn has only the hour, and
// SQLite sorts the sessions of an hour. Archived sessions are indexed separately, and a list of both kinds merges two
// lists.
#pragma once

#include <string>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

// Thread-compatible, as its database is.
class Listing {
 public:
  explicit Listing(Database& database) : database_(database) {}
  Result<void> prepare();

  Result<std::vector<SessionInfo>> list(const SessionQuery& query);
  Result<std::optional<SessionInfo>> summary(std::string_view session);

 private:
  Result<std::vector<SessionInfo>> page(const SessionQuery& query, bool archived);

  Database& database_;
  struct Statements {
    Statement recent, oldest, by_name;
    Statement& of(SessionQuery::Order order);
  };
  Statement summary_;
  Statements all_, labelled_;
};

// Returns the hour that the index stores.
constexpr std::int64_t hour_of(TimeMs at) { return at / 3600000; }

// The labels that sessions are indexed by, in addition to name and time.
std::string user_label(std::string_view user);
std::string tag_label(std::string_view tag);

}  // namespace parley::memory
