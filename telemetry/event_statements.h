// SQL statements on the event table. All values are bound as parameters.
// Tested by tests/telemetry/sqlite_sink_test.cc.
#pragma once

namespace parley::telemetry::sql {

inline constexpr char kInsert[] =
    "INSERT INTO events (at, stage, session, user, bot, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
inline constexpr char kKeepNewest[] = "DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - ?1";
inline constexpr char kEraseSession[] =
    "DELETE FROM events WHERE id IN (SELECT id FROM events WHERE session = ?1 LIMIT ?2)";
inline constexpr char kEraseUser[] = "DELETE FROM events WHERE id IN (SELECT id FROM events WHERE user = ?1 LIMIT ?2)";
inline constexpr char kEraseUserless[] =
    "DELETE FROM events WHERE id IN (SELECT id FROM events WHERE user IS NULL AND session IN"
    " (SELECT session FROM events WHERE user = ?1) LIMIT ?2)";
inline constexpr char kEraseBefore[] = "DELETE FROM events WHERE id IN (SELECT id FROM events WHERE at < ?1 LIMIT ?2)";
inline constexpr char kRead[] =
    "SELECT at, id, line FROM events WHERE at >= ?1 AND (at, id) > (?1, ?2) AND at < ?3 ORDER BY at, id LIMIT ?4";

}  // namespace parley::telemetry::sql
