-- A turn is one row: its messages and its answer (memory/turn_body.h). A turn writes the rows of its session and of
-- itself, and a new session is found by its conversation through one index.
--
-- The schema has to fit on the first page of the file at every moment. So some indexes make room, and come back at the
-- end. A statement is as short as it can be; its columns are described here.

DROP INDEX expired_by_time;
DROP INDEX item_by_expiry;
DROP INDEX label_of_session;

-- id             session id * 2^24 + seq of the turn
-- first_message  the seq of its first message, or of the next one if it has none
-- body           its messages and its answer
CREATE TABLE turn_6 (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL,
  complete INTEGER NOT NULL,
  first_message INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;

-- Here parley moves the rows of `message` and of `turn` (memory/sqlite/turn_migration.h).
-- MOVE TURNS

DROP TABLE message;
DROP TABLE turn;
ALTER TABLE turn_6 RENAME TO turn;

-- Which turn has a message id: `hash` is of the id. Turns come here in batches of 64 (memory/sqlite/turn_ids.h).
CREATE TABLE turn_id (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  hash INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (session, hash, seq)
) STRICT, WITHOUT ROWID;

-- For a session that is deleted by hand. parley deletes the turns itself, because it runs no trigger of a file.
CREATE TRIGGER turns_of_session AFTER DELETE ON session BEGIN
  DELETE FROM turn WHERE id > old.id << 24 AND id < old.id + 1 << 24;
END;

-- conversation   the continuation id of the current conversation. The label 'conversation:...' is now only of those that
--                have ended
-- state          in the form of memory/state_form.h. States of older versions stay JSON until their next turn
ALTER TABLE session ADD COLUMN conversation TEXT;
ALTER TABLE session ADD COLUMN form BLOB;
UPDATE session SET conversation = state ->> '$.continuation_id' WHERE json_valid(state);
UPDATE session SET form = CAST(state AS BLOB);
ALTER TABLE session DROP COLUMN state;
ALTER TABLE session RENAME COLUMN form TO state;
DELETE FROM label WHERE label >= 'conversation:' AND label < 'conversation;'
  AND label = (SELECT 'conversation:' || conversation FROM session WHERE id = label.session);
CREATE INDEX session_by_conversation ON session (conversation);

CREATE INDEX expired_by_time ON expired (at_ms);
CREATE INDEX item_by_expiry ON item (expires_ms) WHERE expires_ms > 0;
CREATE INDEX label_of_session ON label (session, label);
