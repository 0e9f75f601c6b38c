-- Conversations: the sessions, what was said in them, and the turns they were answered with.
--
-- A turn writes one row of each kind, and finds its place in each table by that table's own key: no other index is
-- touched. `id` stands for the session in the other tables, so that their keys are short and sessions of the same
-- hour lie on the same pages, whatever the names look like.

CREATE TABLE session (
  id                INTEGER PRIMARY KEY,
  name              TEXT    NOT NULL UNIQUE,
  version           INTEGER NOT NULL,  -- the number of commits
  bot               TEXT    NOT NULL,
  created_ms        INTEGER NOT NULL,
  updated_ms        INTEGER NOT NULL,
  turns             INTEGER NOT NULL,
  messages          INTEGER NOT NULL,  -- rows of this session in `message`
  last_intent       TEXT,
  waiting_for_param TEXT,
  state             TEXT    NOT NULL   -- SessionState as JSON
) STRICT;

CREATE TABLE message (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,  -- 1, 2, 3, ...
  turn    INTEGER NOT NULL,
  role    TEXT    NOT NULL,
  at_ms   INTEGER NOT NULL,
  text    TEXT    NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE turn (
  session    INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  message_id TEXT    NOT NULL,
  seq        INTEGER NOT NULL,
  complete   INTEGER NOT NULL,  -- 0: a tool call was running when this was written
  answer     TEXT    NOT NULL,  -- the turn as JSON, without session, id and seq
  PRIMARY KEY (session, message_id)
) STRICT, WITHOUT ROWID;
