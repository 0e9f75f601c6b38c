-- How long a session is kept: SessionState::kept_until; 0: for ever.

ALTER TABLE session ADD COLUMN kept_until_ms bigint NOT NULL DEFAULT 0;
