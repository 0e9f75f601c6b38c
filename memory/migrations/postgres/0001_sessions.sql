-- Conversations: the sessions, what was said in them, the turns they were answered with, and the tool calls.
--
-- A turn writes one row of each kind and finds its place in each table by that table's own key. `id` stands for the
-- session in the other tables, so that their keys are short and rows of the same hour lie on the same pages.
--
-- All texts are bytea, which takes any byte and sorts by them; psql shows them readably after SET bytea_output = escape.
-- There are no foreign keys: they would look at the session again for each message of each turn. A row of the other
-- tables is written and deleted under the lock of its session's row, which holds the three together as well.

CREATE TABLE session (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name              bytea  NOT NULL UNIQUE,
  version           bigint NOT NULL,  -- the number of commits
  bot               bytea  NOT NULL,
  created_ms        bigint NOT NULL,
  updated_ms        bigint NOT NULL,
  expires_ms        bigint NOT NULL,  -- 0: never
  turns             bigint NOT NULL,  -- ever, as are the messages
  messages          bigint NOT NULL,
  trimmed           bigint NOT NULL,  -- of the messages: those with seq <= trimmed are gone
  last_intent       bytea,
  waiting_for_param bytea,
  input_tokens      bigint NOT NULL,
  output_tokens     bigint NOT NULL,
  cost              bigint NOT NULL,
  state             bytea  NOT NULL,  -- SessionState as JSON
  title             bytea  NOT NULL,
  user_hash         bytea  NOT NULL,  -- empty: nobody's in particular
  tags              bytea[] NOT NULL,
  metadata          bytea  NOT NULL,  -- a JSON object
  archived_ms       bigint NOT NULL   -- 0: it is not
) WITH (fillfactor = 70);  -- room for the next turn's row on the same page, which then touches no index

CREATE INDEX session_by_user ON session (user_hash) WHERE user_hash <> '';
CREATE INDEX session_by_tag ON session USING gin (tags) WHERE tags <> '{}';

CREATE TABLE message (
  session bigint NOT NULL,
  seq     bigint NOT NULL,  -- 1, 2, 3, ...
  turn    bigint NOT NULL,
  role    bytea  NOT NULL,
  at_ms   bigint NOT NULL,
  text    bytea  NOT NULL,
  words   bigint[] NOT NULL,  -- hashes of its words: an index never forgets a word, so it must not know one
  PRIMARY KEY (session, seq)
);

CREATE INDEX message_by_word ON message USING gin (words);

CREATE TABLE turn (
  session    bigint  NOT NULL,
  message_id bytea   NOT NULL,
  seq        bigint  NOT NULL,
  complete   boolean NOT NULL,  -- false: a tool call was running when this was written
  answer     bytea   NOT NULL,  -- the turn as JSON, without session, id and seq
  PRIMARY KEY (session, message_id)
);

CREATE TABLE call (
  session         bigint NOT NULL,
  call_id         bytea  NOT NULL,
  tool            bytea  NOT NULL,
  turn            bigint NOT NULL,
  status          bytea  NOT NULL,
  idempotency_key bytea  NOT NULL,
  started_ms      bigint NOT NULL,
  ended_ms        bigint NOT NULL,  -- 0: not yet
  PRIMARY KEY (session, call_id)
);

-- Sessions that were erased because their time was over, and have not begun again.
CREATE TABLE tombstone (
  name       bytea  PRIMARY KEY,
  expired_ms bigint NOT NULL
);
