// All SQL of the SQLite store. Values are always bound and never written into the SQL text. Tested by
// tests/memory/sqlite_plans_test.cc.
#pragma once

namespace parley::memory::sql {

// ---- a turn

// Most sessions are not archived, so the first lookup finds them. Only archived or missing sessions need a second
// lookup.
#define PARLEY_SESSION_NAMED(columns)              \
  "SELECT " columns                                \
  " FROM session WHERE archived = 0 AND name = ?1" \
  " UNION ALL SELECT " columns " FROM session WHERE archived = 1 AND name = ?1"

inline constexpr char kFindSession[] = PARLEY_SESSION_NAMED(
    "id, version, created_ms, turns, messages, trimmed, hour, indexed, expires_ms, archived,"
    " handed_off");

inline constexpr char kLoadSession[] = PARLEY_SESSION_NAMED("version, state, id, hour, archived");

inline constexpr char kInsertSession[] =
    "INSERT INTO session (name, version, bot, created_ms, updated_ms, hour, expires_ms, turns, messages, trimmed,"
    " input_tokens, output_tokens, cost, last_intent, waiting_for_param, state, archived, notes, kept_until_ms,"
    " conversation, handed_off)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)";

inline constexpr char kUpdateSession[] =
    "UPDATE session SET version = ?2, bot = ?3, updated_ms = ?4, expires_ms = ?5, turns = ?6, messages = ?7,"
    " trimmed = ?8, input_tokens = ?9, output_tokens = ?10, cost = ?11, last_intent = ?12, waiting_for_param = ?13,"
    " state = ?14, kept_until_ms = ?15 WHERE id = ?1 AND version = ?2 - 1";

inline constexpr char kPutHandoff[] = "UPDATE session SET handed_off = ?2 WHERE id = ?1";

// A separate statement, because it updates an index.
inline constexpr char kMoveSession[] = "UPDATE session SET hour = ?2 WHERE id = ?1";
inline constexpr char kMoveLabels[] =
    "UPDATE label SET hour = ?2 WHERE session = ?1 AND (label < 'conversation:' OR label >= 'conversation;')";

// ---- turns: ?1 is the place of the turn, or the first place of a range and ?2 its end (memory/sqlite/turn_reading.h)

#define PARLEY_TURN "id, complete, first_message, message_id, body"

inline constexpr char kInsertTurn[] =
    "INSERT INTO turn (id, message_id, complete, first_message, body) VALUES (?1, ?2, ?3, ?4, ?5)";
inline constexpr char kReplaceTurn[] = "UPDATE turn SET complete = ?2, body = ?3 WHERE id = ?1";
inline constexpr char kReadTurn[] = "SELECT " PARLEY_TURN " FROM turn WHERE id = ?1";
inline constexpr char kReadTurns[] = "SELECT " PARLEY_TURN " FROM turn WHERE id >= ?1 AND id < ?2 ORDER BY id";
inline constexpr char kReadTurnsBackward[] =
    "SELECT " PARLEY_TURN " FROM turn WHERE id > ?1 AND id <= ?2 ORDER BY id DESC";
inline constexpr char kFindTurnFrom[] =
    "SELECT id, first_message FROM turn WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT 1";
inline constexpr char kFindTurnUntil[] =
    "SELECT id, first_message FROM turn WHERE id > ?1 AND id <= ?2 ORDER BY id DESC LIMIT 1";
inline constexpr char kTrimTurns[] = "DELETE FROM turn WHERE id >= ?1 AND id < ?2";
inline constexpr char kTrimCalls[] = "DELETE FROM call WHERE session = ?1 AND turn < ?2";
// Turns of no session: the foreign keys do not find them.
inline constexpr char kFindLostTurn[] =
    "SELECT 1 FROM turn WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.id = turn.id >> 24) LIMIT 1";

inline constexpr char kReadTurnIds[] = "SELECT id, message_id FROM turn WHERE id > ?1 AND id < ?2 ORDER BY id";
inline constexpr char kReadTurnId[] = "SELECT message_id FROM turn WHERE id = ?1";
inline constexpr char kFindTurnIds[] = "SELECT seq FROM turn_id WHERE session = ?1 AND hash = ?2";
inline constexpr char kInsertTurnId[] = "INSERT INTO turn_id (session, hash, seq) VALUES (?1, ?2, ?3)";
inline constexpr char kDropTurnIds[] = "DELETE FROM turn_id WHERE session = ?1 AND seq < ?2";

#undef PARLEY_TURN

// ---- tool calls

inline constexpr char kPutCall[] =
    "INSERT OR REPLACE INTO call (session, call_id, turn, tool, status, idempotency_key, started_ms, ended_ms)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

// ---- conversations: the current one is a column of its session, and the ended ones are labels and items
// (0004_conversations.sql, 0006_turns.sql). In the ends of ranges,
// '!' follows a blank and ';' follows a colon in ASCII.

#define PARLEY_OF_CONVERSATIONS "label >= 'conversation:' AND label < 'conversation;'"
#define PARLEY_NO_CONVERSATION " AND (label < 'conversation:' OR label >= 'conversation;')"
#define PARLEY_NOT_ENDED " AND (name < 'ended ' OR name >= 'ended!')"

inline constexpr char kReadNotes[] = "SELECT notes FROM session WHERE id = ?1";
inline constexpr char kPutConversation[] = "UPDATE session SET conversation = ?2 WHERE id = ?1";
inline constexpr char kPutEndedLabel[] =
    "INSERT OR IGNORE INTO label (label, archived, hour, session) VALUES ('conversation:' || ?2, 0, 0, ?1)";
inline constexpr char kPutEnded[] =
    "INSERT OR REPLACE INTO item (session, name, version, expires_ms, bytes) VALUES (?1, 'ended ' || ?2, ?3, 0, ?4)";
inline constexpr char kReadEnded[] =
    "SELECT substr(name, 7), version, bytes FROM item WHERE session = ?1 AND name >= 'ended ' AND name < 'ended!'"
    " ORDER BY version, name";
// The second column says whether the conversation is the current one. The third is ConversationPlace::next_turn.
inline constexpr char kFindConversation[] =
    "SELECT name, 1, 0 FROM session WHERE conversation = ?1"
    " UNION ALL SELECT session.name, 0, (SELECT coalesce(min(later.version), 0) FROM item AS own JOIN item AS later"
    " ON later.session = own.session AND later.version > own.version"
    " AND later.name >= 'ended ' AND later.name < 'ended!'"
    " WHERE own.session = label.session AND own.name = 'ended ' || ?1)"
    " FROM label CROSS JOIN session ON session.id = label.session"
    " WHERE label.label = 'conversation:' || ?1 LIMIT 2";
inline constexpr char kConversations[] =
    "SELECT conversation FROM session WHERE id = ?1 AND conversation != ''"
    " UNION ALL SELECT substr(label, 14) FROM label WHERE session = ?1 AND " PARLEY_OF_CONVERSATIONS;

// The id of a session and the number of its last turn.
inline constexpr char kFindId[] = PARLEY_SESSION_NAMED("id, turns");

// ---- notes of a session

inline constexpr char kPutNotes[] = "UPDATE session SET notes = ?2 WHERE id = ?1";
inline constexpr char kArchive[] = "UPDATE session SET archived = ?2 WHERE id = ?1 AND archived != ?2";
inline constexpr char kClearLabels[] = "DELETE FROM label WHERE session = ?1" PARLEY_NO_CONVERSATION;
inline constexpr char kClearLabel[] = "DELETE FROM label WHERE session = ?1 AND label = ?2";
inline constexpr char kInsertLabel[] =
    "INSERT OR IGNORE INTO label (label, archived, hour, session) VALUES (?1, ?2, ?3, ?4)";

// ---- lists of settled and of other sessions (memory/sqlite/recency.h)

#define PARLEY_SETTLED "4611686018427387904"  // kSettledKeys, 2^62
#define PARLEY_UNSETTLED " FROM session INDEXED BY session_by_hour WHERE archived = ?1 AND hour < " PARLEY_SETTLED

// ---- lists
//
// The time occurs three times: as the hour, for the index; as the last entry of the previous page (?3, ?4); and as the
// upper bound of the query (?5). ?1 is `archived`, ?6 the bot or empty, ?7 the limit. ?8 is the standing (0: any, 1:
// live, 2: expired) at the time ?9. ?10 and ?11 are labels. ?12 is 1 if the session must be handed off.

#define PARLEY_SUMMARY                                                                                    \
  "session.name, session.bot, session.created_ms, session.updated_ms, session.expires_ms, session.turns," \
  " session.messages, session.last_intent, session.waiting_for_param, session.input_tokens,"              \
  " session.output_tokens, session.cost, session.notes, session.kept_until_ms,"                           \
  " session.archived, session.handed_off"
#define PARLEY_RECENT " AND (session.updated_ms < ?3 OR (session.updated_ms = ?3 AND session.name > ?4))"
#define PARLEY_OLDEST " AND (session.updated_ms > ?3 OR (session.updated_ms = ?3 AND session.name < ?4))"
#define PARLEY_FILTERS                                             \
  " AND session.updated_ms < ?5 AND (?6 = '' OR session.bot = ?6)" \
  " AND (?8 = 0 OR (session.expires_ms != 0 AND session.expires_ms <= ?9) = (?8 = 2))"
#define PARLEY_ALSO_LABELLED                                                                                        \
  " AND (?11 = '' OR EXISTS (SELECT 1 FROM label AS other WHERE other.session = session.id AND other.label = ?11))" \
  " AND (?12 = 0 OR session.handed_off IS NOT NULL)"

inline constexpr char kSummary[] = PARLEY_SESSION_NAMED(PARLEY_SUMMARY);

inline constexpr char kListRecent[] =
    "SELECT " PARLEY_SUMMARY " FROM session WHERE archived = ?1 AND hour <= ?2" PARLEY_RECENT PARLEY_FILTERS
    " ORDER BY hour DESC, updated_ms DESC, name LIMIT ?7";

// In this order, the hour is at least ?2.
inline constexpr char kListOldest[] =
    "SELECT " PARLEY_SUMMARY
    " FROM session WHERE archived = ?1 AND hour >= ?2 AND hour <= ?5 / 3600000" PARLEY_OLDEST PARLEY_FILTERS
    " ORDER BY hour, updated_ms, name DESC LIMIT ?7";

// Settled sessions have keys by their exact time. ?2 is the key of the last entry of the previous page.
inline constexpr char kListSettledRecent[] =
    "SELECT " PARLEY_SUMMARY " FROM session WHERE archived = ?1 AND hour >= " PARLEY_SETTLED
    " AND hour <= ?2" PARLEY_RECENT PARLEY_FILTERS " ORDER BY hour DESC, name LIMIT ?7";
inline constexpr char kListSettledOldest[] =
    "SELECT " PARLEY_SUMMARY " FROM session WHERE archived = ?1 AND hour >= ?2 AND hour < " PARLEY_SETTLED
    " + min(?5, 2305843009213693951)" PARLEY_OLDEST PARLEY_FILTERS " ORDER BY hour, name DESC LIMIT ?7";

inline constexpr char kListByName[] =
    "SELECT " PARLEY_SUMMARY " FROM session WHERE archived = ?1 AND name > ?4" PARLEY_FILTERS " ORDER BY name LIMIT ?7";

inline constexpr char kListLabelledRecent[] =
    "SELECT " PARLEY_SUMMARY
    " FROM label CROSS JOIN session ON session.id = label.session"
    " WHERE label.label = ?10 AND label.archived = ?1 AND label.hour <= ?2" PARLEY_RECENT PARLEY_FILTERS
        PARLEY_ALSO_LABELLED " ORDER BY label.hour DESC, session.updated_ms DESC, session.name LIMIT ?7";

inline constexpr char kListLabelledOldest[] =
    "SELECT " PARLEY_SUMMARY
    " FROM label CROSS JOIN session ON session.id = label.session"
    " WHERE label.label = ?10 AND label.archived = ?1 AND label.hour >= ?2" PARLEY_OLDEST PARLEY_FILTERS
        PARLEY_ALSO_LABELLED " ORDER BY label.hour, session.updated_ms, session.name DESC LIMIT ?7";

inline constexpr char kListLabelledByName[] =
    "SELECT " PARLEY_SUMMARY
    " FROM label CROSS JOIN session ON session.id = label.session"
    " WHERE label.label = ?10 AND label.archived = ?1 AND session.name > ?4" PARLEY_FILTERS PARLEY_ALSO_LABELLED
    " ORDER BY session.name LIMIT ?7";

// Of the sessions that are not settled.
inline constexpr char kCounts[] =
    "SELECT count(*), sum(expires_ms != 0 AND expires_ms <= ?2), sum(archived), sum(turns), "
    "sum(messages)" PARLEY_UNSETTLED;
inline constexpr char kPages[] = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";

// ---- whole sessions

inline constexpr char kReadSession[] = PARLEY_SESSION_NAMED("version, state, id, notes");
inline constexpr char kFindCall[] =
    "SELECT call_id, turn, tool, status, idempotency_key, started_ms, ended_ms FROM call"
    " WHERE session = (" PARLEY_SESSION_NAMED("id") ") AND call_id = ?2";
inline constexpr char kReadCalls[] =
    "SELECT call_id, turn, tool, status, idempotency_key, started_ms, ended_ms FROM call WHERE session = ?1"
    " ORDER BY turn, call_id";

// ---- items

inline constexpr char kFindItem[] =
    "SELECT version, expires_ms, bytes FROM item WHERE session = (" PARLEY_SESSION_NAMED("id") ") AND name = ?2";
// Names from ?2 on, in order.
inline constexpr char kListItems[] =
    "SELECT name, version, expires_ms, length(bytes) FROM item"
    " WHERE session = (" PARLEY_SESSION_NAMED("id") ") AND name >= ?2" PARLEY_NOT_ENDED " ORDER BY name";
inline constexpr char kReadItems[] =
    "SELECT version, expires_ms, bytes, name FROM item WHERE session = ?1" PARLEY_NOT_ENDED " ORDER BY name";
// kInsertItem and kReplaceItem change no row unless the new version follows the stored one.
inline constexpr char kInsertItem[] =
    "INSERT OR IGNORE INTO item (session, name, version, expires_ms, bytes) VALUES (?1, ?2, 1, ?3, ?4)";
inline constexpr char kReplaceItem[] =
    "UPDATE item SET version = ?5, expires_ms = ?3, bytes = ?4 WHERE session = ?1 AND name = ?2 AND version = ?5 - 1";
inline constexpr char kPutItem[] =
    "INSERT INTO item (session, name, expires_ms, bytes, version) VALUES (?1, ?2, ?3, ?4, ?5)";
inline constexpr char kRemoveItem[] = "DELETE FROM item WHERE session = ?1 AND name = ?2";
inline constexpr char kDropExpiredItems[] = "DELETE FROM item WHERE expires_ms > 0 AND expires_ms <= ?1";

// ---- erasing

inline constexpr char kEraseSession[] = "DELETE FROM session WHERE id = ?1";
inline constexpr char kPutExpired[] = "INSERT OR REPLACE INTO expired (name_hash, at_ms) VALUES (?1, ?2)";
inline constexpr char kFindExpired[] = "SELECT at_ms FROM expired WHERE name_hash = ?1";
inline constexpr char kAnyExpired[] = "SELECT EXISTS (SELECT 1 FROM expired)";
inline constexpr char kRemoveExpired[] = "DELETE FROM expired WHERE name_hash = ?1";
inline constexpr char kForgetExpired[] = "DELETE FROM expired WHERE at_ms < ?1";
// Returns (busy, pages in the log, pages copied).
inline constexpr char kEmptyLog[] = "PRAGMA wal_checkpoint(TRUNCATE)";

// ---- settled sessions (memory/sqlite/settling.h). ?1 of lists is `archived`

inline constexpr char kCountUnsettled[] = "SELECT count(*)" PARLEY_UNSETTLED;
// The sessions that were idle longest come first, by the hour.
inline constexpr char kListUnsettled[] =
    "SELECT id, version, created_ms, updated_ms, expires_ms, turns, messages, indexed" PARLEY_UNSETTLED
    " ORDER BY hour LIMIT ?2";
// Changes no row if the session has changed since its words were read.
inline constexpr char kSettle[] =
    "UPDATE session SET hour = ?4, indexed = ?5 WHERE id = ?1 AND version = ?2 AND created_ms = ?3"
    " AND updated_ms = ?6 AND messages = ?7 AND hour < " PARLEY_SETTLED " RETURNING archived";
inline constexpr char kPutIndexed[] =
    "UPDATE session SET indexed = ?4 WHERE id = ?1 AND created_ms = ?2 AND indexed = ?3";
inline constexpr char kAddToTotals[] =
    "UPDATE total SET number = number + CASE key WHEN -1 THEN ?1 WHEN -2 THEN ?2 WHEN -3 THEN ?3 ELSE ?4 END"
    " WHERE key < 0";
inline constexpr char kAddExpiring[] =
    "INSERT INTO total (key, number) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET number = number + ?2";
inline constexpr char kDropExpiring[] = "DELETE FROM total WHERE key = ?1 AND number = 0";
inline constexpr char kTotals[] = "SELECT key, number FROM total WHERE key < 0";
inline constexpr char kExpiredTotal[] = "SELECT coalesce(sum(number), 0) FROM total WHERE key > 0 AND key <= ?1";

// ---- searching

// The work left after an erasure, as bits of `erased`. 2: the file must be scrubbed. 4: each step of scrubbing changes
// this bit, so that the step changes the database.
inline constexpr char kFindUnscrubbed[] = "SELECT erased & 2 FROM erasure";
inline constexpr char kNoteUnscrubbed[] = "UPDATE erasure SET erased = erased | 2";
inline constexpr char kScrubMore[] =
    "UPDATE erasure SET erased = (erased | 2) + CASE WHEN erased & 4 THEN -4 ELSE 4 END";
inline constexpr char kScrubbed[] = "UPDATE erasure SET erased = 0";

// Rows of the index: see 0007_settled_sessions.sql.
inline constexpr char kLastWordBlock[] = "SELECT coalesce(max(id), 0) / 32 FROM word";
inline constexpr char kPutWords[] = "INSERT OR REPLACE INTO word (id, body) VALUES (?1, ?2)";
inline constexpr char kReadWords[] = "SELECT body FROM word WHERE id = ?1";
inline constexpr char kReadWordSessions[] = "SELECT id, body FROM word WHERE id < 0";
inline constexpr char kRemoveWords[] = "DELETE FROM word WHERE id >= ?1 AND id < ?2";

inline constexpr char kFindBegin[] = "SELECT created_ms, name, trimmed FROM session WHERE id = ?1";
// The sessions with a label, those created last first.
inline constexpr char kLabelled[] = "SELECT session FROM label WHERE label = ?1 ORDER BY session DESC";

// ---- salvaging (memory/sqlite/salvage.h)

inline constexpr char kCountOwnTables[] =
    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('migration', 'session', 'turn', 'message')";
// The columns of the table ?1, in the order in which they are stored. The third one tells the column that is the rowid.
inline constexpr char kShapeOfTable[] =
    "SELECT name, type, pk != 0 AND NOT wr, \"notnull\", dflt_value IS NOT NULL"
    " FROM pragma_table_info(?1), (SELECT wr FROM pragma_table_list WHERE name = ?1) ORDER BY cid";

// What the indexes of the damaged database know. The second column of kKnownSessions is not used.
inline constexpr char kCreateKnown[] =
    "CREATE TABLE known_session (id INTEGER PRIMARY KEY) STRICT;"
    "CREATE TABLE known_item (session INTEGER, name TEXT, PRIMARY KEY (session, name)) STRICT, WITHOUT ROWID";
inline constexpr char kKnownSessions[] = "SELECT id, name FROM session INDEXED BY sqlite_autoindex_session_1";
inline constexpr char kAddKnownSession[] = "INSERT OR IGNORE INTO known_session (id) SELECT ?1 WHERE ?2 IS NOT NULL";
inline constexpr char kKnownItems[] = "SELECT session, name FROM item INDEXED BY sqlite_autoindex_item_1";
inline constexpr char kAddKnownItem[] = "INSERT OR IGNORE INTO known_item (session, name) VALUES (?1, ?2)";
inline constexpr char kMissingItem[] =
    "SELECT 1 FROM known_item WHERE session = ?1 AND name NOT IN (SELECT name FROM item WHERE session = ?1) LIMIT 1";

// The ids of all sessions that any row names.
#define PARLEY_ALL_SESSIONS(of_turns) \
  "SELECT id FROM session UNION SELECT id FROM known_session UNION " of_turns " ORDER BY 1"
#define PARLEY_SESSIONS_OF_PARTS " UNION SELECT session FROM call UNION SELECT session FROM item"
inline constexpr char kLooseSessions[] = PARLEY_ALL_SESSIONS("SELECT id >> 24 FROM turn" PARLEY_SESSIONS_OF_PARTS);
inline constexpr char kLooseSessionsBefore6[] =
    PARLEY_ALL_SESSIONS("SELECT session FROM turn UNION SELECT session FROM message" PARLEY_SESSIONS_OF_PARTS);
inline constexpr char kLooseSessionsBefore2[] =
    PARLEY_ALL_SESSIONS("SELECT session FROM turn UNION SELECT session FROM message");
#undef PARLEY_SESSIONS_OF_PARTS
#undef PARLEY_ALL_SESSIONS
inline constexpr char kReadLoose[] = "SELECT version, state, name, notes FROM session WHERE id = ?1";
inline constexpr char kReadLooseVersion1[] = "SELECT version, state, name, '' FROM session WHERE id = ?1";
// An index of conversations has rows of the same shape: an id of a session, 2^39 at most, instead of the time.
inline constexpr char kLooseExpired[] =
    "SELECT name_hash, at_ms FROM expired WHERE length(name_hash) = 32 AND at_ms > 1 << 39";

// ---- the tables of turns before schema version 6

#define PARLEY_MESSAGE(details) \
  "SELECT seq, turn, role, at_ms, text, " details " FROM message WHERE session = ?1 ORDER BY seq"

inline constexpr char kReadAllMessages[] = PARLEY_MESSAGE("details");
inline constexpr char kReadMessagesBefore3[] = PARLEY_MESSAGE("''");
inline constexpr char kReadOldTurns[] =
    "SELECT seq, complete, answer, message_id FROM turn WHERE session = ?1 ORDER BY seq";

inline constexpr char kCountOld[] = "SELECT (SELECT count(*) FROM turn), (SELECT count(*) FROM message)";
inline constexpr char kNextOldSession[] =
    "SELECT min(session) FROM (SELECT min(session) AS session FROM turn WHERE session >= ?1"
    " UNION ALL SELECT min(session) FROM message WHERE session >= ?1)";
inline constexpr char kOldTurnIds[] = "SELECT seq, message_id FROM turn WHERE session = ?1 ORDER BY seq";
inline constexpr char kOldTurn[] = "SELECT complete, answer FROM turn WHERE session = ?1 AND message_id = ?2";
inline constexpr char kOldMessages[] = PARLEY_MESSAGE("details");
inline constexpr char kInsertMovedTurn[] =
    "INSERT INTO turn_6 (id, message_id, complete, first_message, body) VALUES (?1, ?2, ?3, ?4, ?5)";
// Sessions with as many turns as a batch of ids.
inline constexpr char kNextLongSession[] =
    "SELECT id, turns FROM session WHERE id >= ?1 AND turns >= ?2 ORDER BY id LIMIT 1";

#undef PARLEY_MESSAGE
#undef PARLEY_SETTLED
#undef PARLEY_UNSETTLED
#undef PARLEY_SESSION_NAMED
#undef PARLEY_SUMMARY
#undef PARLEY_RECENT
#undef PARLEY_FILTERS
#undef PARLEY_ALSO_LABELLED
#undef PARLEY_OF_CONVERSATIONS
#undef PARLEY_NO_CONVERSATION
#undef PARLEY_NOT_ENDED

}  // namespace parley::memory::sql
