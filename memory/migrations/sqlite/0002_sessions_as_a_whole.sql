-- Sessions as a whole: what a host notes about them, how they are listed, searched, trimmed and found to have expired.
--
-- A turn still touches no index but the tables' own keys. Sessions are listed by recency to the hour: `hour` has an
-- index and is written, by itself, when it has changed; within an hour a list sorts. Archived sessions lie apart in
-- every index, so that however many they are, they are in the way of no list.

--
-- What stands between the brackets of a table is kept in the first page of the file, without which nothing can be
-- read: so that it fits there, comments stand outside.

-- archived       1: SessionNotes::archived_at is set
-- name           unique, archived or not: it is looked for before it is written
-- version        the number of commits
-- hour           updated_ms / 3600000
-- messages       that were ever said; `trimmed` of them are gone, the oldest
-- indexed        messages that the search index has seen; -1: see search_progress
-- notes          SessionNotes as JSON; empty: none
-- state          SessionState as JSON
CREATE TABLE session_2 (
  id INTEGER PRIMARY KEY,
  archived INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  bot TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  trimmed INTEGER NOT NULL DEFAULT 0,
  indexed INTEGER NOT NULL DEFAULT -1,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cost INTEGER NOT NULL DEFAULT 0,
  last_intent TEXT,
  waiting_for_param TEXT,
  notes TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL,
  UNIQUE (archived, name)
) STRICT;

INSERT INTO session_2 (id, name, version, bot, created_ms, updated_ms, hour, turns, messages, last_intent,
                       waiting_for_param, state)
SELECT id, name, version, bot, created_ms, updated_ms, updated_ms / 3600000, turns, messages, last_intent,
       waiting_for_param, state
FROM session ORDER BY id;

DROP TABLE session;
ALTER TABLE session_2 RENAME TO session;

CREATE INDEX session_by_hour ON session (archived, hour);

-- What else a session is listed by: its user ('user:...') and its tags ('tag:...'). `archived` and `hour` are the
-- session's.
CREATE TABLE label (
  label TEXT NOT NULL,
  archived INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  PRIMARY KEY (label, archived, hour, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX label_of_session ON label (session, label);

CREATE TABLE call (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  tool TEXT NOT NULL,
  status TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  PRIMARY KEY (session, call_id)
) STRICT, WITHOUT ROWID;

-- Sessions that were erased because their time was over. No name stays, only its hash.
CREATE TABLE expired (
  name_hash TEXT NOT NULL PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX expired_by_time ON expired (at_ms);

-- The words of messages, of session id * 2^24 + seq. A turn writes nothing here: a search first takes up what is new.
-- The words are folded and split before they come here (memory/search_words.h), so blanks are all there is to split at.
CREATE VIRTUAL TABLE word USING fts5 (words, content = '', columnsize = 0, detail = none, tokenize = 'ascii');

-- How far it is. Sessions with an id over `reached` are new to it; of the others those in `unindexed` have messages
-- that are new to it. `erased`: words of erased sessions are still in its segments.
CREATE TABLE search_progress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  reached INTEGER NOT NULL,
  erased INTEGER NOT NULL
) STRICT;

INSERT INTO search_progress VALUES (1, 0, 0);

CREATE TABLE unindexed (
  session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE
) STRICT;
