// Lists of sessions.
//
// The idea: each list walks an index and stops at its limit. By recency that index knows the hour alone, and SQLite
// sorts what is of the same hour; archived sessions lie apart, and a list of both is two lists merged.
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

  Result<std::vector<SessionSummary>> list(const SessionQuery& query);
  Result<std::optional<SessionSummary>> summary(std::string_view session);

 private:
  Result<std::vector<SessionSummary>> page(const SessionQuery& query, bool archived);

  Database& database_;
  struct Statements {
    Statement recent, oldest, by_name;
    Statement& of(SessionQuery::Order order);
  };
  Statement summary_;
  Statements all_, labelled_;
};

// As the index knows it.
constexpr std::int64_t hour_of(TimeMs at) { return at / 3600000; }

// What a session is listed by, beside its name and time.
std::string user_label(std::string_view user);
std::string tag_label(std::string_view tag);

}  // namespace parley::memory
