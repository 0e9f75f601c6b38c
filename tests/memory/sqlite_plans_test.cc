// Tests SQLite's query plans: lists use indexes, and a turn within the same hour changes no index.
#include <set>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "memory/sqlite/statements.h"
#include "parley/stores.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
namespace sql = memory::sql;

namespace {

class QueryPlans {
 public:
  QueryPlans() {
    REQUIRE(migrate_sqlite(folder_.file("a.db")));
    REQUIRE(sqlite3_open(folder_.file("a.db").c_str(), &connection_) == SQLITE_OK);
  }
  ~QueryPlans() { sqlite3_close(connection_); }
  QueryPlans(const QueryPlans&) = delete;
  QueryPlans& operator=(const QueryPlans&) = delete;

  std::string plan(const std::string& text) const { return joined("EXPLAIN QUERY PLAN " + text, 3); }

  // Returns the names of the tables and indexes that the statement opens for writing.
  std::set<std::string> written(const std::string& text) const {
    std::set<std::string> names;
    each("EXPLAIN " + text, [&](sqlite3_stmt* row) {
      if (column(row, 1) != "OpenWrite") return;
      names.insert(joined("SELECT name FROM sqlite_schema WHERE rootpage = " + column(row, 3), 0));
    });
    return names;
  }

 private:
  static std::string column(sqlite3_stmt* row, int at) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, at));
    return text ? text : "";
  }
  template <class Take>
  void each(const std::string& text, Take take) const {
    sqlite3_stmt* rows = nullptr;
    REQUIRE(sqlite3_prepare_v2(connection_, text.c_str(), -1, &rows, nullptr) == SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW) take(rows);
    sqlite3_finalize(rows);
  }
  std::string joined(const std::string& text, int at) const {
    std::string all;
    each(text, [&](sqlite3_stmt* row) { all += (all.empty() ? "" : "\n") + column(row, at); });
    return all;
  }

  test::TempFolder folder_;
  sqlite3* connection_ = nullptr;
};

}  // namespace

TEST_CASE("salvage reads what the indexes know without the rows of the tables") {
  const QueryPlans plans;
  CHECK(plans.plan(sql::kKnownItems).find("USING COVERING INDEX sqlite_autoindex_item_1") != std::string::npos);
  CHECK(plans.plan(sql::kKnownSessions).find("USING COVERING INDEX sqlite_autoindex_session_1") != std::string::npos);
}

TEST_CASE("lists and lookups use indexes, which keep archived sessions apart") {
  const QueryPlans plans;
  struct Case {
    const char* list;
    std::string statement;
    const char* walks;
  };
  for (const Case& c : {
           Case{"recent first", sql::kListRecent, "USING INDEX session_by_hour (archived=? AND hour<?)"},
           Case{"by name", sql::kListByName, "USING INDEX sqlite_autoindex_session_1 (archived=? AND name>?)"},
           Case{"of a user or a tag", sql::kListLabelledRecent,
                "SEARCH label USING PRIMARY KEY (label=? AND archived=? AND hour<?)"},
           Case{"of a user or a tag, by name", sql::kListLabelledByName,
                "SEARCH label USING PRIMARY KEY (label=? AND archived=?)"},
           Case{"one", sql::kSummary, "USING INDEX sqlite_autoindex_session_1 (archived=? AND name=?)"},
           Case{"as loaded", sql::kLoadSession, "USING INDEX sqlite_autoindex_session_1 (archived=? AND name=?)"},
           Case{"a turn", sql::kReadTurn, "SEARCH turn USING INTEGER PRIMARY KEY (rowid=?)"},
           Case{"turns", sql::kReadTurns, "SEARCH turn USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"},
           Case{"the last turns", sql::kReadTurnsBackward,
                "SEARCH turn USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"},
           Case{"a turn by number", sql::kFindTurnFrom, "SEARCH turn USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"},
           Case{"a turn by message", sql::kFindTurnUntil,
                "SEARCH turn USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"},
           Case{"recent ids", sql::kReadTurnIds, "SEARCH turn USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"},
           Case{"an id", sql::kReadTurnId, "SEARCH turn USING INTEGER PRIMARY KEY (rowid=?)"},
           Case{"an older id", sql::kFindTurnIds, "SEARCH turn_id USING PRIMARY KEY (session=? AND hash=?)"},
           Case{"trimmed ids", sql::kDropTurnIds, "SEARCH turn_id USING PRIMARY KEY (session=?)"},
           Case{"trimmed turns", sql::kTrimTurns, "SEARCH turn USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"},
           Case{"a replaced turn", sql::kReplaceTurn, "SEARCH turn USING INTEGER PRIMARY KEY (rowid=?)"},
           Case{"a changed session", sql::kUpdateSession, "SEARCH session USING INTEGER PRIMARY KEY (rowid=?)"},
           Case{"by id", sql::kFindId, "USING INDEX sqlite_autoindex_session_1 (archived=? AND name=?)"},
           Case{"an expired session", sql::kFindExpired, "SEARCH expired USING PRIMARY KEY (name_hash=?)"},
           Case{"of a user, for a search", sql::kLabelled, "SEARCH label USING "},
           Case{"oldest first", sql::kListOldest, "USING INDEX session_by_hour (archived=? AND hour>? AND hour<?)"},
           Case{"a conversation", sql::kFindConversation,
                "SEARCH session USING INDEX session_by_conversation (conversation=?)"},
           Case{"an ended conversation", sql::kFindConversation, "SEARCH label USING PRIMARY KEY (label=?)"},
           Case{"recent first, settled", sql::kListSettledRecent,
                "USING INDEX session_by_hour (archived=? AND hour>? AND hour<?)"},
           Case{"oldest first, settled", sql::kListSettledOldest,
                "USING INDEX session_by_hour (archived=? AND hour>? AND hour<?)"},
           Case{"not settled", sql::kListUnsettled, "USING INDEX session_by_hour (archived=? AND hour<?)"},
           Case{"counts", sql::kCounts, "USING INDEX session_by_hour (archived=? AND hour<?)"},
           Case{"number", sql::kCountUnsettled, "USING COVERING INDEX session_by_hour (archived=? AND hour<?)"},
       }) {
    INFO(c.list);
    const std::string plan = plans.plan(c.statement);
    INFO(plan);
    CHECK(plan.find(c.walks) != std::string::npos);
    CHECK(plan.find("SCAN session") == std::string::npos);
    CHECK(plan.find("SCAN turn") == std::string::npos);
  }
  // A list sorts only the sessions of the same hour.
  CHECK(plans.plan(sql::kListRecent).find("TEMP B-TREE FOR RIGHT PART OF ORDER BY") != std::string::npos);
  CHECK(plans.plan(sql::kListByName).find("TEMP B-TREE") == std::string::npos);
  // A list of settled sessions sorts only those of the same moment.
  CHECK(plans.plan(sql::kListSettledRecent).find("TEMP B-TREE FOR RIGHT PART OF ORDER BY") != std::string::npos);
  CHECK(plans.plan(sql::kListUnsettled).find("TEMP B-TREE") == std::string::npos);
}

TEST_CASE("a turn of a session changes an index only when the hour of the session changes") {
  const QueryPlans plans;
  CHECK(plans.written(sql::kUpdateSession) == std::set<std::string>{"session"});
  CHECK(plans.written(sql::kInsertTurn) == std::set<std::string>{"turn"});
  CHECK(plans.written(sql::kSettle) == std::set<std::string>{"session", "session_by_hour"});
  CHECK(plans.written(sql::kPutHandoff) == std::set<std::string>{"session"});
  CHECK(plans.written(sql::kMoveSession) == std::set<std::string>{"session", "session_by_hour"});
}
