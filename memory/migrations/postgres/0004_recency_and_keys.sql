-- Sessions are listed by an index, and what belongs to a session goes with it.

-- The hour of the last turn. Each turn would write an index of updated_ms itself, and so every index of the session.
ALTER TABLE session ADD COLUMN hour bigint NOT NULL GENERATED ALWAYS AS (updated_ms / 3600000) STORED;

CREATE INDEX session_by_hour ON session (hour);

-- Rows without a session: somebody has deleted sessions by hand. Nothing could read them, or erase them.
DELETE FROM message WHERE NOT EXISTS (SELECT FROM session WHERE session.id = message.session);
DELETE FROM turn WHERE NOT EXISTS (SELECT FROM session WHERE session.id = turn.session);
DELETE FROM call WHERE NOT EXISTS (SELECT FROM session WHERE session.id = call.session);
DELETE FROM item WHERE NOT EXISTS (SELECT FROM session WHERE session.id = item.session);

-- ON DELETE CASCADE, whoever deletes a session. Foreign keys would do the same, and look at the session again for each
-- row that a turn writes: the server would work half as much again for each turn.
CREATE FUNCTION erase_what_belongs_to_sessions() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM message USING gone WHERE message.session = gone.id;
  DELETE FROM turn USING gone WHERE turn.session = gone.id;
  DELETE FROM call USING gone WHERE call.session = gone.id;
  DELETE FROM item USING gone WHERE item.session = gone.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER session_cascade AFTER DELETE ON session REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION erase_what_belongs_to_sessions();
