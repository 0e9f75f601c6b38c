-- What is kept beside what was said: what a message came with, and a session's items.

-- MessageDetails as JSON; empty: none.
ALTER TABLE message ADD COLUMN details TEXT NOT NULL DEFAULT '';

-- expires_ms     0: with its session
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (session, name)
) STRICT;

CREATE INDEX item_by_expiry ON item (expires_ms) WHERE expires_ms > 0;
