-- What is kept beside what was said: what a message came with, and a session's items.

ALTER TABLE message ADD COLUMN details bytea NOT NULL DEFAULT '';  -- MessageDetails as JSON; empty: none

CREATE TABLE item (
  session    bigint NOT NULL,
  name       bytea  NOT NULL,
  version    bigint NOT NULL,
  expires_ms bigint NOT NULL,  -- 0: with its session
  bytes      bytea  NOT NULL,
  PRIMARY KEY (session, name)
);

CREATE INDEX item_by_expiry ON item (expires_ms) WHERE expires_ms > 0;
