-- Sessions that a person has now. A turn changes the index only when it hands over or gives back.

-- When the bot handed over, and the reason; NULL: the bot has the conversation.
ALTER TABLE session ADD COLUMN handed_off_ms bigint, ADD COLUMN handed_off_reason bytea;

UPDATE session SET
  handed_off_ms = coalesce((convert_from(state, 'UTF8')::json #>> '{handed_off,at}')::bigint, 0),
  handed_off_reason = convert_to(convert_from(state, 'UTF8')::json #>> '{handed_off,reason}', 'UTF8')
WHERE position('"handed_off":'::bytea IN state) > 0
  AND convert_from(state, 'UTF8')::json #>> '{handed_off,reason}' IS NOT NULL;

CREATE INDEX session_handed_off ON session (hour) WHERE handed_off_ms IS NOT NULL;
