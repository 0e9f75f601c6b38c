// Tested by tests/memory/postgres_store_test.cc.
#include "memory/postgres/listing.h"

#include <cstdint>
#include <utility>

#include "memory/postgres/statements.h"

namespace parley::memory::postgres {
namespace {

// Divides towards 0, as PostgreSQL does: the column `hour` is computed this way.
std::int64_t hour_of(TimeMs at) { return at / 3'600'000; }

class Conditions {
 public:
  // `before` and `after` surround the placeholder of the value.
  void add(std::string_view before, Bound value, std::string_view after = {}) {
    add(std::string(before).append(bind(std::move(value))).append(after));
  }
  void add(std::string_view condition) { sql_.append(sql_.empty() ? " WHERE " : " AND ").append(condition); }

  std::string bind(Bound value) {
    values_.push_back(std::move(value));
    return "$" + std::to_string(values_.size());
  }

  const std::string& sql() const { return sql_; }
  std::vector<Bound>& values() { return values_; }

 private:
  std::string sql_;
  std::vector<Bound> values_;
};

}  // namespace

Listing listing_of(const SessionQuery& query) {
  const bool by_name = query.order == SessionQuery::Order::kByName;
  const bool oldest = query.order == SessionQuery::Order::kOldestFirst;
  // Sorts by the hour first, because it has an index. The database sorts the sessions of an hour.
  const std::string order =
      by_name ? "name" : (oldest ? "hour, updated_ms, name DESC" : "hour DESC, updated_ms DESC, name");
  Conditions where;
  if (query.archived == SessionQuery::Archived::kNo) where.add("archived_ms = 0");
  if (query.archived == SessionQuery::Archived::kOnly) where.add("archived_ms <> 0");
  if (!query.user.empty()) where.add("user_hash <> '' AND user_hash = ", query.user);
  if (!query.tag.empty()) {
    where.add("tags <> '{}' AND tags @> ", std::vector<std::string_view>{query.tag});
  }
  if (query.handed_off) where.add("handed_off_ms IS NOT NULL");
  if (!query.bot.empty()) where.add("bot = ", query.bot);
  if (query.standing == SessionQuery::Standing::kLive) {
    where.add("(expires_ms = 0 OR expires_ms > ", query.now, ")");
  }
  if (query.standing == SessionQuery::Standing::kExpired) {
    where.add("expires_ms <> 0 AND expires_ms <= ", query.now);
  }
  if (query.updated_before != INT64_MAX) {
    where.add("updated_ms < ", query.updated_before);
    where.add("hour <= ", hour_of(query.updated_before));
  }
  if (query.after && by_name) where.add("name > ", query.after->session);
  if (query.after && !by_name) {
    const std::string at = where.bind(query.after->updated_at);
    const std::string further = oldest ? "(updated_ms > " + at : "(updated_ms < " + at;
    where.add(further + " OR updated_ms = " + at + (oldest ? " AND name < " : " AND name > "), query.after->session,
              ")");
    where.add(oldest ? "hour >= " : "hour <= ", hour_of(query.after->updated_at));
  }
  const std::string limit = where.bind(Bound::count(query.limit));
  Listing listing;
  listing.sql = sql::kSelectSummaries + where.sql() + " ORDER BY " + order + " LIMIT " + limit;
  listing.values = std::move(where.values());
  return listing;
}

}  // namespace parley::memory::postgres
