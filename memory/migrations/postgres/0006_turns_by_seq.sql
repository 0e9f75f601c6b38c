-- A reader that follows a session reads the turns after the last one that it has seen.

CREATE INDEX turn_by_seq ON turn (session, seq);
