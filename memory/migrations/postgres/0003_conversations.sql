-- Which session a continuation id leads to, and the conversations of a session that have ended.

-- The continuation id of the current conversation. It is also in the state.
ALTER TABLE session ADD COLUMN conversation bytea NOT NULL DEFAULT '';
UPDATE session SET conversation = convert_to(coalesce(convert_from(state, 'UTF8')::json ->> 'continuation_id', ''), 'UTF8');
CREATE INDEX session_by_conversation ON session (conversation);

CREATE TABLE ended (
  session      bigint NOT NULL,
  conversation bytea  NOT NULL,
  began_turn   bigint NOT NULL,
  began_ms     bigint NOT NULL,
  title        bytea  NOT NULL,  -- the title that the notes had when the conversation ended
  PRIMARY KEY (session, conversation)
);

CREATE INDEX ended_by_conversation ON ended (conversation);

-- Conversations of sessions that were erased because their time was over.
CREATE TABLE conversation_tombstone (
  conversation bytea  PRIMARY KEY,
  expired_ms   bigint NOT NULL
);
