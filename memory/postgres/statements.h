// The SQL of the PostgreSQL store, except the query of list() (listing.cc). Values are always bound and never written
// into the SQL text.
#pragma once

#include <string>

#include "memory/postgres/connection.h"

namespace parley::memory::postgres::sql {

// Each of these statements writes a whole turn in one transaction, if the stored session is in the state that the
// commit expects. Returns the number of sessions written, 0 or 1. statements.cc describes the values, which
// written_rows.cc composes. kContinue is for commits without calls, because writing calls costs time even when there
// are none.
extern const Statement kContinue;
extern const Statement kContinueWithCalls;
extern const Statement kContinueAndTrim;  // removes the oldest turns
extern const Statement kBegin;            // also for a whole session

// Follows a kContinue... statement in the same transaction if the commit ends a conversation. $1 is the session, $2 the
// written state, $3 the new continuation id, $4 to $6 the conversation that ended. Stores the current title with the
// ended conversation. Writes nothing if the commit wrote nothing.
inline constexpr Statement kEndConversation = {
    "end_conversation",
    "WITH held AS (SELECT id, title FROM session WHERE name = $1 AND state = $2 AND conversation <> $3),"
    " kept AS (INSERT INTO ended (session, conversation, began_turn, began_ms, title)"
    " SELECT id, $4, $5, $6, title FROM held ON CONFLICT (session, conversation) DO NOTHING)"
    " UPDATE session SET conversation = $3, title = '' FROM held WHERE session.id = held.id RETURNING 1"};

// Follows a kContinue... statement in the same transaction if the commit replaces the notes. $1 is the session, $2 the
// written state. Writes nothing if the commit wrote nothing.
inline constexpr Statement kReplaceNotes = {
    "replace_notes",
    "UPDATE session SET title = $3, user_hash = $4, tags = $5, metadata = $6, archived_ms = $7"
    " WHERE name = $1 AND state = $2 RETURNING 1"};

inline constexpr Statement kLoadSession = {"load_session", "SELECT version, state FROM session WHERE name = $1"};

// After a commit that wrote nothing, reads the stored session and the turn with the commit's message id.
inline constexpr Statement kLookAgain = {
    "look_again",
    "SELECT session.version, session.turns, session.messages, session.trimmed, session.state, turn.seq,"
    " turn.complete, turn.answer, session.created_ms FROM session"
    " LEFT JOIN turn ON turn.session = session.id AND turn.message_id = $2 WHERE session.name = $1"};

inline constexpr Statement kFindTurn = {
    "find_turn",
    "SELECT turn.seq, turn.complete, turn.answer FROM session JOIN turn ON turn.session = session.id"
    " WHERE session.name = $1 AND turn.message_id = $2"};

inline constexpr Statement kReadMessages = {
    "read_messages",
    "SELECT message.seq, message.turn, message.role, message.at_ms, message.text, message.details"
    " FROM session JOIN message ON message.session = session.id"
    " WHERE session.name = $1 AND message.seq < $2 ORDER BY message.seq DESC LIMIT $3"};

inline constexpr Statement kReadTurns = {
    "read_turns",
    "SELECT seq, complete, answer, message_id FROM turn"
    " WHERE session = (SELECT id FROM session WHERE name = $1) AND seq > $2 ORDER BY seq LIMIT $3"};

// The messages of the turns from $2 to $3 - 1; $2 is less than $3. Each bound finds the last message before its turn by
// halving: messages have numbers without gaps, and their turns grow with them.
inline constexpr Statement kReadTurnMessages = {
    "read_turn_messages",
    "WITH RECURSIVE held AS (SELECT id, trimmed, messages FROM session WHERE name = $1),"
    " bound (turn, low, high) AS (SELECT each.turn, held.trimmed, held.messages"
    " FROM held, (VALUES ($2::bigint), ($3::bigint)) AS each (turn)"
    " UNION ALL SELECT bound.turn,"
    " CASE WHEN message.turn < bound.turn THEN message.seq ELSE bound.low END,"
    " CASE WHEN message.turn < bound.turn THEN bound.high ELSE message.seq - 1 END"
    " FROM bound, held, message WHERE bound.low < bound.high AND message.session = held.id"
    " AND message.seq = bound.low + (bound.high - bound.low + 1) / 2)"
    " SELECT message.seq, message.turn, message.role, message.at_ms, message.text, message.details"
    " FROM message WHERE message.session = (SELECT id FROM held)"
    " AND message.seq > (SELECT low FROM bound WHERE turn = $2 AND low = high)"
    " AND message.seq <= (SELECT low FROM bound WHERE turn = $3 AND low = high) ORDER BY message.seq"};

inline constexpr Statement kExpired = {"expired", "SELECT expired_ms FROM tombstone WHERE name = $1"};

inline constexpr Statement kForgetExpired = {"forget_expired",
                                             "WITH unmarked AS (DELETE FROM tombstone WHERE expired_ms < $1)"
                                             " DELETE FROM conversation_tombstone WHERE expired_ms < $1"};

// The second column is 1 for a current conversation, 0 for an ended one, and 2 for a conversation of an erased session.
// The third is ConversationPlace::next_turn.
inline constexpr Statement kFindConversation = {
    "find_conversation",
    "SELECT name, 1::bigint, 0::bigint FROM session WHERE conversation = $1"
    " UNION ALL SELECT session.name, 0::bigint, (SELECT coalesce(min(later.began_turn), 0) FROM ended AS later"
    " WHERE later.session = ended.session AND later.began_turn > ended.began_turn)"
    " FROM ended JOIN session ON session.id = ended.session WHERE ended.conversation = $1"
    " UNION ALL SELECT ''::bytea, 2::bigint, 0::bigint FROM conversation_tombstone WHERE conversation = $1"};

inline constexpr Statement kFindCall = {
    "find_call",
    "SELECT call.call_id, call.tool, call.turn, call.status, call.idempotency_key, call.started_ms, call.ended_ms"
    " FROM session JOIN call ON call.session = session.id WHERE session.name = $1 AND call.call_id = $2"};

inline constexpr Statement kAnnotate = {
    "annotate",
    "UPDATE session SET title = $2, user_hash = $3, tags = $4, metadata = $5, archived_ms = $6 WHERE name = $1"
    " RETURNING 1"};

// ---- a whole session, as a snapshot

inline constexpr Statement kBeginReading = {"", "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"};

inline constexpr Statement kEndReading = {"", "COMMIT"};

inline constexpr Statement kRecordSession = {
    "record_session",
    "SELECT version, state, title, user_hash, tags, metadata, archived_ms FROM session WHERE name = $1"};

inline constexpr Statement kRecordMessages = {
    "record_messages",
    "SELECT message.seq, message.turn, message.role, message.at_ms, message.text, message.details"
    " FROM session JOIN message ON message.session = session.id WHERE session.name = $1 ORDER BY message.seq"};

inline constexpr Statement kRecordTurns = {
    "record_turns",
    "SELECT turn.seq, turn.complete, turn.answer, turn.message_id"
    " FROM session JOIN turn ON turn.session = session.id WHERE session.name = $1 ORDER BY turn.seq"};

inline constexpr Statement kRecordCalls = {
    "record_calls",
    "SELECT call.call_id, call.tool, call.turn, call.status, call.idempotency_key, call.started_ms, call.ended_ms"
    " FROM session JOIN call ON call.session = session.id WHERE session.name = $1 ORDER BY call.turn, call.call_id"};

inline constexpr Statement kRecordItems = {
    "record_items",
    "SELECT item.version, item.expires_ms, item.bytes, item.name"
    " FROM session JOIN item ON item.session = session.id WHERE session.name = $1 ORDER BY item.name"};

inline constexpr Statement kRecordEnded = {
    "record_ended",
    "SELECT ended.conversation, ended.began_turn, ended.began_ms, ended.title"
    " FROM session JOIN ended ON ended.session = session.id WHERE session.name = $1"
    " ORDER BY ended.began_turn, ended.conversation"};

// ---- items

inline constexpr Statement kFindItem = {
    "find_item",
    "SELECT item.version, item.expires_ms, item.bytes FROM session JOIN item ON item.session = session.id"
    " WHERE session.name = $1 AND item.name = $2"};

// Items whose names begin with $2.
inline constexpr Statement kListItems = {
    "list_items",
    "SELECT item.name, item.version, item.expires_ms, length(item.bytes)::bigint"
    " FROM session JOIN item ON item.session = session.id"
    " WHERE session.name = $1 AND substr(item.name, 1, length($2)) = $2 ORDER BY item.name"};

// kHoldSession and kChangeItems form one transaction. $1 is the session, $2 its creation time, $3 to $6 the items and
// $7 the names to remove, as arrays. The second statement starts after the first has locked the session, so it sees all
// earlier writes.
inline constexpr Statement kHoldSession = {"hold_session",
                                           "SELECT 1 FROM session WHERE name = $1 AND created_ms = $2 FOR UPDATE"};
// Returns the number of sessions, and the number of items that differ from what the change expects. Writes only if the
// first number is 1 and the second is 0.
inline constexpr Statement kChangeItems = {
    "change_items",
    "WITH held AS (SELECT id FROM session WHERE name = $1 AND created_ms = $2),"
    " wanted AS (SELECT held.id, each.* FROM held, unnest($3, $4, $5, $6) AS each (name, version, expires_ms, bytes)),"
    " stale AS (SELECT FROM wanted LEFT JOIN item ON item.session = wanted.id AND item.name = wanted.name"
    " WHERE coalesce(item.version, 0) <> wanted.version - 1),"
    " put AS (INSERT INTO item (session, name, version, expires_ms, bytes)"
    " SELECT id, name, version, expires_ms, bytes FROM wanted WHERE NOT EXISTS (SELECT FROM stale)"
    " ON CONFLICT (session, name) DO UPDATE SET version = excluded.version, expires_ms = excluded.expires_ms,"
    " bytes = excluded.bytes),"
    " removed AS (DELETE FROM item USING held, unnest($7) AS gone (name)"
    " WHERE item.session = held.id AND item.name = gone.name AND NOT EXISTS (SELECT FROM stale))"
    " SELECT (SELECT count(*) FROM held), (SELECT count(*) FROM stale)"};

inline constexpr Statement kDropExpiredItems = {
    "drop_expired_items",
    "WITH gone AS (DELETE FROM item WHERE expires_ms > 0 AND expires_ms <= $1 RETURNING 1) SELECT count(*) FROM gone"};

// ---- erasing: a transaction of these, in this order. $1 names, $2 only_version, $3 expired_at, each an array.

// Locks the sessions in the order of their names, so that concurrent erasures do not deadlock, and marks them. The next
// statement sees everything written to these sessions so far, and erases only them.
inline constexpr Statement kMarkDoomed = {
    "mark_doomed",
    "UPDATE session SET version = -1 FROM (SELECT session.id FROM session"
    " JOIN unnest($1, $2, $3) AS each (name, only_version, expired_ms)"
    " ON session.name = each.name AND (each.only_version = 0 OR each.only_version = session.version)"
    " ORDER BY session.name FOR UPDATE OF session) AS doomed WHERE session.id = doomed.id"};

inline constexpr Statement kEraseDoomed = {
    "erase_doomed",
    "WITH doomed AS (SELECT session.id, session.name, session.conversation, max(each.expired_ms) AS expired_ms"
    " FROM session"
    " JOIN unnest($1, $2, $3) AS each (name, only_version, expired_ms) ON session.name = each.name"
    " WHERE session.version = -1 GROUP BY session.id),"
    " said AS (DELETE FROM message USING doomed WHERE message.session = doomed.id),"
    " answered AS (DELETE FROM turn USING doomed WHERE turn.session = doomed.id),"
    " noted AS (DELETE FROM call USING doomed WHERE call.session = doomed.id),"
    " kept AS (DELETE FROM item USING doomed WHERE item.session = doomed.id),"
    " over AS (DELETE FROM ended USING doomed WHERE ended.session = doomed.id"
    " RETURNING ended.conversation, doomed.expired_ms),"
    " gone AS (DELETE FROM session USING doomed WHERE session.id = doomed.id),"
    " marked AS (INSERT INTO tombstone (name, expired_ms) SELECT name, expired_ms FROM doomed WHERE expired_ms <> 0),"
    " marked_too AS (INSERT INTO conversation_tombstone (conversation, expired_ms)"
    " SELECT each.conversation, max(each.expired_ms) FROM (SELECT conversation, expired_ms FROM over"
    " UNION ALL SELECT conversation, expired_ms FROM doomed) AS each"
    " WHERE each.expired_ms <> 0 AND each.conversation <> '' GROUP BY each.conversation"
    " ON CONFLICT (conversation) DO UPDATE SET expired_ms = excluded.expired_ms)"
    " SELECT count(*) FROM doomed"};

// Removes the tombstones of sessions that are erased for another reason than age: the store keeps no trace of them.
inline constexpr Statement kForgetErased = {
    "forget_erased",
    "DELETE FROM tombstone USING unnest($1, $2, $3) AS each (name, only_version, expired_ms)"
    " WHERE tombstone.name = each.name AND each.expired_ms = 0"};

// ---- over all sessions

extern const std::string kSelectSummaries;  // list() appends its conditions
extern const Statement kSummary;

inline constexpr Statement kSearch = {
    "search",
    "SELECT session.name, message.seq, message.turn, message.role, message.at_ms, message.text, message.details"
    " FROM message JOIN session ON session.id = message.session"
    " WHERE message.words @> $1 AND ($2 = '' OR session.user_hash = $2)"
    " ORDER BY session.created_ms DESC, session.name, message.seq DESC LIMIT $3"};

inline constexpr Statement kCount = {"count",
                                     "SELECT count(*), count(*) FILTER (WHERE expires_ms <> 0 AND expires_ms <= $1),"
                                     " count(*) FILTER (WHERE archived_ms <> 0),"
                                     " coalesce(sum(turns), 0)::bigint, coalesce(sum(messages), 0)::bigint,"
                                     " (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class"
                                     " WHERE relnamespace = 'parley'::regnamespace AND relkind = 'r')"
                                     " FROM session"};

}  // namespace parley::memory::postgres::sql
