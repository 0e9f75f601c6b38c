// All SQL of the SQLite store. Values are bound, never written into a statement.
#pragma once

namespace parley::memory::sql {

inline constexpr char kFindSession[] = "SELECT id, version, messages FROM session WHERE name = ?1";

inline constexpr char kLoadSession[] = "SELECT version, state FROM session WHERE name = ?1";

inline constexpr char kInsertSession[] =
    "INSERT INTO session (name, version, bot, created_ms, updated_ms, turns, messages, last_intent, waiting_for_param,"
    " state) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";

inline constexpr char kUpdateSession[] =
    "UPDATE session SET version = ?2, bot = ?3, updated_ms = ?4, turns = ?5, messages = ?6, last_intent = ?7,"
    " waiting_for_param = ?8, state = ?9 WHERE id = ?1";

inline constexpr char kInsertMessage[] =
    "INSERT INTO message (session, seq, turn, role, at_ms, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

// Changes no row when the message id has a complete turn, or one of another seq.
inline constexpr char kPutTurn[] =
    "INSERT INTO turn (session, message_id, seq, complete, answer) VALUES (?1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT (session, message_id) DO UPDATE SET complete = excluded.complete, answer = excluded.answer"
    " WHERE complete = 0 AND seq = excluded.seq";

inline constexpr char kFindTurn[] =
    "SELECT turn.seq, turn.complete, turn.answer FROM session JOIN turn ON turn.session = session.id"
    " WHERE session.name = ?1 AND turn.message_id = ?2";

inline constexpr char kReadMessages[] =
    "SELECT message.seq, message.turn, message.role, message.at_ms, message.text"
    " FROM session JOIN message ON message.session = session.id"
    " WHERE session.name = ?1 AND message.seq < ?2 ORDER BY message.seq DESC LIMIT ?3";

inline constexpr char kListSessions[] =
    "SELECT name, bot, created_ms, updated_ms, turns, messages, last_intent, waiting_for_param"
    " FROM session ORDER BY updated_ms DESC, name LIMIT ?1 OFFSET ?2";

inline constexpr char kEraseSession[] = "DELETE FROM session WHERE name = ?1";

// Answers (busy, pages in the log, pages copied).
inline constexpr char kEmptyLog[] = "PRAGMA wal_checkpoint(TRUNCATE)";

}  // namespace parley::memory::sql
