-- A database of schema version 1, as the parley that introduced it wrote it. Never edited: see sqlite_migrations_test.cc.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migration ( version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT;
INSERT INTO migration VALUES(1,'sessions','f63a219cbd1bfff0df7b92ef0099ea5a',1795230653628);
CREATE TABLE session (
  id                INTEGER PRIMARY KEY,
  name              TEXT    NOT NULL UNIQUE,
  version           INTEGER NOT NULL,  -- the number of commits
  bot               TEXT    NOT NULL,
  created_ms        INTEGER NOT NULL,
  updated_ms        INTEGER NOT NULL,
  turns             INTEGER NOT NULL,
  messages          INTEGER NOT NULL,  -- rows of this session in `message`
  last_intent       TEXT,
  waiting_for_param TEXT,
  state             TEXT    NOT NULL   -- SessionState as JSON
) STRICT;
INSERT INTO session VALUES(1,'web:1',1,'acme',1767225600000,1767225600000,1,2,'track','order_id','{"session":"web:1","version":1,"continuation_id":"c-web:1","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"plans":2,"calls":1,"created_at":1767225600000,"updated_at":1767225600000,"frames":[{"intent":"refund","plan":1,"params":{"big":{"value":9007199254740993,"turn":1},"empty":{"value":"","turn":1},"list":{"value":[1,"two",null,{}],"turn":1},"no":{"value":false,"turn":1},"null":{"value":null,"turn":1},"object":{"value":{"a":{"b":1}},"turn":1},"real":{"value":-0.1,"turn":1},"text":{"value":"é€ \"q\" \\","turn":1},"whole":{"value":10.0,"turn":1},"zero":{"value":0,"turn":1}},"saved":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"attempts":{"":1,"order_id":2},"skipped":["reason","card"],"confirmed":true,"step":2},{"intent":"track","plan":2}],"waiting":{"kind":"param","intent":"track","param":"order_id","plan":2,"step":-1,"prompt_id":"track.order_id.2","attempt":2,"asked_at":1767225600001,"expires_at":1767225700001,"config_hash":"beef","call":{"call_id":"call-1","name":"refunds.create","args":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"idempotency_key":"key-1"},"started":true},"params":{"locale":{"value":"de","turn":1}},"last_intent":"track","last_result":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"unmatched":2,"ended":true,"last_message_id":"id-1"}');
INSERT INTO session VALUES(2,'web:2',1,'acme',1767225500000,1767225500000,1,2,NULL,NULL,'{"session":"web:2","version":1,"continuation_id":"c-web:2","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"created_at":1767225500000,"updated_at":1767225500000,"last_message_id":"id-2"}');
CREATE TABLE message (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,  -- 1, 2, 3, ...
  turn    INTEGER NOT NULL,
  role    TEXT    NOT NULL,
  at_ms   INTEGER NOT NULL,
  text    TEXT    NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO message VALUES(1,1,1,'user',1767225600000,'I want my money back');
INSERT INTO message VALUES(1,2,1,'assistant',1767225600000,'What''s your order ID?');
INSERT INTO message VALUES(2,1,1,'user',1767225500000,'refund it');
INSERT INTO message VALUES(2,2,1,'assistant',1767225500000,'One moment.');
CREATE TABLE turn (
  session    INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  message_id TEXT    NOT NULL,
  seq        INTEGER NOT NULL,
  complete   INTEGER NOT NULL,  -- 0: a tool call was running when this was written
  answer     TEXT    NOT NULL,  -- the turn as JSON, without session, id and seq
  PRIMARY KEY (session, message_id)
) STRICT, WITHOUT ROWID;
INSERT INTO turn VALUES(1,'id-1',1,1,'{"status":"tool_call","say":["What''s your order ID?"],"steps":[{"ask_user":{"param":"order_id","prompt":"Which one?","attempt":2}},{"tool_call":{"call_id":"call-1","name":"refunds.create","args":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"idempotency_key":"key-1"}},{"confirm":{"prompt":"Sure?","params":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"attempt":3}},{"say":""},{"handoff":{"reason":"asked","intent":"refund","params":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0}}}],"intent":"track","params":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"waiting_for_param":"order_id","continuation_id":"c-web:1","duplicate":true,"reason":"expired","explain":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0}}');
INSERT INTO turn VALUES(2,'id-2',1,0,'{"status":"done","say":["One moment."],"steps":[{"say":"One moment."}],"continuation_id":"c-web:2"}');
COMMIT;
