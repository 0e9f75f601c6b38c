-- Sessions that have been idle for some time are settled: their numbers are in the totals, and their words are in the
-- search index. Counts, lists and searches read the other sessions one by one (memory/sqlite/settling.h).
--
-- A turn within an hour still changes no index. A session that gets a turn is no longer settled.

DROP TABLE word;
DROP TABLE unindexed;
ALTER TABLE search_progress RENAME TO erasure;

-- erased         work that is left after an erasure: 2 and 4, see memory/sqlite/statements.h. The bit 1 was for the former
--                index
UPDATE erasure SET erased = 2 WHERE erased != 0;
ALTER TABLE erasure DROP COLUMN reached;

-- hour           of a settled session: updated_ms + 2^62. Of others as before: updated_ms / 3600000
-- indexed        the messages up to this number are in the search index; -1: none
UPDATE session SET indexed = -1 WHERE indexed != -1;

-- The search index, in blocks of some thousand messages (memory/sqlite/word_block.h).
-- id             -block: the sessions of the block; block * 32 + part: the words of the block whose hash has this part
CREATE TABLE word (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;

-- Sums over the settled sessions.
-- key            -1: sessions; -2: archived ones; -3: turns; -4: messages; above 0: sessions with this expires_ms
CREATE TABLE total (key INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
INSERT INTO total VALUES (-4, 0), (-3, 0), (-2, 0), (-1, 0);

-- For a session that is deleted by hand, as before.
DROP TRIGGER turns_of_session;
CREATE TRIGGER turns_of_session AFTER DELETE ON session BEGIN
  DELETE FROM turn WHERE id > old.id << 24 AND id < old.id + 1 << 24;
  UPDATE total SET number = number - CASE key WHEN -2 THEN old.archived WHEN -3 THEN old.turns
    WHEN -4 THEN old.messages ELSE 1 END WHERE old.hour >= 1 << 62 AND (key < 0 OR key = old.expires_ms);
END;
