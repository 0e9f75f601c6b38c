// Tested by tests/memory/postgres_store_test.cc.
#include "memory/postgres/statements.h"

#include <string>

namespace parley::memory::postgres::sql {

const std::string kSelectSummaries =
    "SELECT name, bot, created_ms, updated_ms, expires_ms, turns, messages, last_intent, waiting_for_param,"
    " input_tokens, output_tokens, cost, title, user_hash, tags, metadata, archived_ms, kept_until_ms,"
    " handed_off_ms, handed_off_reason FROM session";

namespace {

// In all statements $1 to $18 are the columns of the session, $19 to $27 the messages and $28 to $34 the calls. The
// messages and the calls are arrays, one per column.

// The words of all messages are one array; each message has its first and last index in that array.
const std::string kInsertMessages =
    " said AS (INSERT INTO message (session, seq, turn, role, at_ms, text, details, words)"
    " SELECT written.id, each.seq, each.turn, each.role, each.at_ms, each.text, each.details,"
    " ($27)[each.first_word:each.last_word] FROM written, unnest($19, $20, $21, $22, $23, $24, $25, $26)"
    " AS each (seq, turn, role, at_ms, text, details, first_word, last_word))";

const std::string kPutCalls =
    " noted AS (INSERT INTO call (session, call_id, tool, turn, status, idempotency_key, started_ms, ended_ms)"
    " SELECT written.id, each.call_id, each.tool, each.turn, each.status, each.idempotency_key, each.started_ms,"
    " each.ended_ms FROM written, unnest($28, $29, $30, $31, $32, $33, $34)"
    " AS each (call_id, tool, turn, status, idempotency_key, started_ms, ended_ms)"
    " ON CONFLICT (session, call_id) DO UPDATE SET tool = excluded.tool, turn = excluded.turn,"
    " status = excluded.status, idempotency_key = excluded.idempotency_key, started_ms = excluded.started_ms,"
    " ended_ms = excluded.ended_ms)";

const std::string kHowMany = " SELECT count(*) FROM written";

// $35 is the message id, $36 complete, $37 the answer, $38 the expected version and $39 the expected number of
// messages. The stored session must have the same creation time, version and number of messages. It must have one turn
// less and no turn with this message id, or its last turn must be this turn, incomplete.
const std::string kUpdate =
    "WITH written AS (UPDATE session SET version = $2, bot = $3, updated_ms = $5, expires_ms = $6,"
    " turns = $7, messages = $8, trimmed = $9, last_intent = $10, waiting_for_param = $11, input_tokens = $12,"
    " output_tokens = $13, cost = $14, state = $15, kept_until_ms = $16, handed_off_ms = $17,"
    " handed_off_reason = $18"
    " WHERE name = $1 AND version = $38 AND created_ms = $4 AND messages = $39 AND (CASE"
    " WHEN turns = $7 THEN EXISTS (SELECT FROM turn"
    " WHERE turn.session = session.id AND message_id = $35 AND seq = $7 AND NOT complete)"
    " ELSE turns = $7 - 1 AND NOT EXISTS (SELECT FROM turn"
    " WHERE turn.session = session.id AND message_id = $35) END)";

const std::string kPutTurn =
    " answered AS (INSERT INTO turn (session, message_id, seq, complete, answer)"
    " SELECT id, $35, $7, $36, $37 FROM written"
    " ON CONFLICT (session, message_id) DO UPDATE SET complete = excluded.complete, answer = excluded.answer)";

const std::string kTrimNothing = " AND trimmed = $9 RETURNING id),";

// $40 is the first turn to keep, and $9 is the last message before this turn. The messages of a turn are contiguous.
const std::string kTrimRight =
    " AND $9 BETWEEN trimmed AND messages"
    " AND NOT EXISTS (SELECT FROM message WHERE message.session = session.id AND seq = $9 AND turn >= $40)"
    " AND NOT EXISTS (SELECT FROM message WHERE message.session = session.id AND seq = $9 + 1 AND turn < $40)"
    " RETURNING id),";

const std::string kTrim =
    " unsaid AS (DELETE FROM message USING written WHERE message.session = written.id AND seq <= $9),"
    " unanswered AS (DELETE FROM turn USING written WHERE turn.session = written.id AND seq < $40),"
    " unnoted AS (DELETE FROM call USING written WHERE call.session = written.id AND turn < $40),";

const std::string kContinueText = kUpdate + kTrimNothing + kInsertMessages + "," + kPutTurn + kHowMany;

const std::string kContinueWithCallsText =
    kUpdate + kTrimNothing + kInsertMessages + "," + kPutCalls + "," + kPutTurn + kHowMany;

const std::string kContinueAndTrimText =
    kUpdate + kTrimRight + kTrim + kInsertMessages + "," + kPutCalls + "," + kPutTurn + kHowMany;

// $35 to $38 are the turns, as arrays, $39 to $43 the notes, $44 to $47 the items, as arrays. $48 is the continuation
// id, and $49 to $52 are the ended conversations, as arrays.
const std::string kBeginText =
    "WITH written AS (INSERT INTO session (name, version, bot, created_ms, updated_ms, expires_ms, turns, messages,"
    " trimmed, last_intent, waiting_for_param, input_tokens, output_tokens, cost, state, kept_until_ms, handed_off_ms, "
    "handed_off_reason,"
    " title, user_hash,"
    " tags, metadata, archived_ms, conversation) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, "
    "$15, $16, $17, $18, "
    "$39, $40, $41,"
    " $42, $43, $48) ON CONFLICT (name) DO NOTHING RETURNING id, name)," +
    kInsertMessages + "," + kPutCalls +
    ", answered AS (INSERT INTO turn (session, message_id, seq, complete, answer)"
    " SELECT written.id, each.message_id, each.seq, each.complete <> 0, each.answer"
    " FROM written, unnest($35, $36, $37, $38) AS each (message_id, seq, complete, answer)),"
    " kept AS (INSERT INTO item (session, name, version, expires_ms, bytes)"
    " SELECT written.id, each.name, each.version, each.expires_ms, each.bytes"
    " FROM written, unnest($44, $45, $46, $47) AS each (name, version, expires_ms, bytes)),"
    " over AS (INSERT INTO ended (session, conversation, began_turn, began_ms, title)"
    " SELECT written.id, each.conversation, each.began_turn, each.began_ms, each.title"
    " FROM written, unnest($49, $50, $51, $52) AS each (conversation, began_turn, began_ms, title)),"
    " unmarked AS (DELETE FROM tombstone USING written WHERE tombstone.name = written.name)" +
    kHowMany;

const std::string kSummaryText = kSelectSummaries + " WHERE name = $1";

}  // namespace

const Statement kContinue = {"continue", kContinueText.c_str()};
const Statement kContinueWithCalls = {"continue_with_calls", kContinueWithCallsText.c_str()};
const Statement kContinueAndTrim = {"continue_and_trim", kContinueAndTrimText.c_str()};
const Statement kBegin = {"begin", kBeginText.c_str()};
const Statement kSummary = {"summary", kSummaryText.c_str()};

}  // namespace parley::memory::postgres::sql
