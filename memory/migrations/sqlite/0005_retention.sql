-- How long a session is kept. A column at the end and without NOT NULL: the schema has to fit on the first page of the file.

-- kept_until_ms  SessionState::kept_until; NULL or 0: for ever
ALTER TABLE session ADD COLUMN kept_until_ms INTEGER;
