-- A database of schema version 3, as the parley that introduced it wrote it. Never edited: see sqlite_backup_test.cc.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migration ( version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT;
INSERT INTO migration VALUES(1,'sessions','f63a219cbd1bfff0df7b92ef0099ea5a',1795327638450);
INSERT INTO migration VALUES(2,'sessions_as_a_whole','3828a408c9b407f114439375a0814bfc',1795327638450);
INSERT INTO migration VALUES(3,'beside_what_was_said','c15c47b50d7f6cbf8b4c9761f6501fcb',1795327638450);
CREATE TABLE message (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,  -- 1, 2, 3, ...
  turn    INTEGER NOT NULL,
  role    TEXT    NOT NULL,
  at_ms   INTEGER NOT NULL,
  text    TEXT    NOT NULL, details TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO message VALUES(1,1,1,'user',1767225600000,'I want my money back','');
INSERT INTO message VALUES(1,2,1,'assistant',1767225600000,'What''s your order ID?','{"tool":"refunds.create","model":"some-model","call_id":"call-1","files":[{"path":"a/b.txt","hash":"00ff"},{"kind":"image","path":"c.png"}],"metadata":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0}}');
INSERT INTO message VALUES(2,1,1,'user',1767225600001,'refund it','');
INSERT INTO message VALUES(2,2,1,'assistant',1767225600001,'One moment.','');
INSERT INTO message VALUES(3,3,2,'user',1767232800002,'blue shoes','');
INSERT INTO message VALUES(3,4,2,'assistant',1767232800002,'All right.','');
INSERT INTO message VALUES(3,5,3,'user',1767236400002,'green shoes','');
INSERT INTO message VALUES(3,6,3,'assistant',1767236400002,'All right.','');
INSERT INTO message VALUES(4,1,1,'user',1767225600003,'more shoes','');
INSERT INTO message VALUES(4,2,1,'assistant',1767225600003,'Not indexed yet.','');
CREATE TABLE turn (
  session    INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  message_id TEXT    NOT NULL,
  seq        INTEGER NOT NULL,
  complete   INTEGER NOT NULL,  -- 0: a tool call was running when this was written
  answer     TEXT    NOT NULL,  -- the turn as JSON, without session, id and seq
  PRIMARY KEY (session, message_id)
) STRICT, WITHOUT ROWID;
INSERT INTO turn VALUES(1,'id-1',1,1,'{"status":"tool_call","say":["What''s your order ID?"],"steps":[{"ask_user":{"param":"order_id","prompt":"Which one?","attempt":2,"options":["a","b"]}},{"tool_call":{"call_id":"call-1","name":"refunds.create","args":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"idempotency_key":"key-1"}},{"confirm":{"prompt":"Sure?","params":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"attempt":3}},{"say":""},{"handoff":{"reason":"asked","intent":"refund","params":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"attempts":{"order_id":{"invalid":1}},"recap":["user: hi"]}}],"intent":"track","params":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"waiting_for_param":"order_id","continuation_id":"c-web:1","duplicate":true,"reason":"expired","explain":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0}}');
INSERT INTO turn VALUES(2,'id-2',1,0,'{"status":"done","say":["One moment."],"steps":[{"say":"One moment."}],"continuation_id":"c-web:2"}');
INSERT INTO turn VALUES(3,'m2',2,1,'{"status":"done","say":["All right."],"steps":[{"say":"All right."}],"continuation_id":"c-web:3","continued":true}');
INSERT INTO turn VALUES(3,'m3',3,1,'{"status":"done","say":["All right."],"steps":[{"say":"All right."}],"continuation_id":"c-web:3","continued":true}');
INSERT INTO turn VALUES(4,'m1',1,1,'{"status":"done","say":["Not indexed yet."],"steps":[{"say":"Not indexed yet."}],"continuation_id":"c-web:5"}');
CREATE TABLE IF NOT EXISTS "session" (
  id INTEGER PRIMARY KEY,
  archived INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  bot TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  trimmed INTEGER NOT NULL DEFAULT 0,
  indexed INTEGER NOT NULL DEFAULT -1,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cost INTEGER NOT NULL DEFAULT 0,
  last_intent TEXT,
  waiting_for_param TEXT,
  notes TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL,
  UNIQUE (archived, name)
) STRICT;
INSERT INTO session VALUES(1,0,'web:1',1,'acme',1767225600000,1767225600000,490896,1767225800001,1,2,0,2,1200,340,56,'track',NULL,'{"title":"refund","user":"u-1","tags":["a","b"],"metadata":{"from":"web"}}','{"session":"web:1","version":1,"continuation_id":"c-web:1","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"bytes":41,"plans":2,"calls":1,"created_at":1767225600000,"updated_at":1767225600000,"began_at":1767225600001,"expires_at":1767225800001,"starts":[{"turn":1,"message":1},{"turn":3,"message":5,"bytes":120}],"user":"0123456789abcdef","usage":{"input_tokens":1200,"output_tokens":340,"cost":56},"frames":[{"intent":"refund","plan":1,"params":{"big":{"value":9007199254740993,"turn":1},"empty":{"value":"","turn":1},"list":{"value":[1,"two",null,{}],"turn":1},"no":{"value":false,"turn":1},"null":{"value":null,"turn":1},"object":{"value":{"a":{"b":1}},"turn":1},"real":{"value":-0.1,"turn":1},"text":{"value":"é€ \"q\" \\","turn":1},"whole":{"value":10.0,"turn":1},"zero":{"value":0,"turn":1}},"saved":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"attempts":{"":{"not_understood":1},"order_id":{"not_understood":1,"invalid":2,"silent":3,"rejected":4}},"skipped":["reason","card"],"checked":["order_id"],"held":{"order_id":{"value":"O-1","turn":1}},"unclear":[{"choices":[{"param":"from","value":"Bern","label":"origin"},{"param":"to","value":"Bern","label":"destination"}]}],"changing":"order_id","confirmed":true,"called":true,"step":"2.then.1","runs":[{"step":"0","what":"refunds.check","digest":"beef","status":"done"},{"step":"2.then.1","what":"refunds.create","digest":"cafe","status":"waiting"}]},{"intent":"track","plan":2}],"waiting":{"kind":"tool","intent":"track","param":"order_id","plan":2,"step":"0","choices":[{"param":"order_id","value":"O-1","label":"O-1"},{"param":"order_id","value":2,"label":"2"}],"asides":1,"prompt_id":"track.order_id.2","attempt":2,"asked_at":1767225600001,"expires_at":1767225700001,"config_hash":"beef","call":{"call_id":"call-1","name":"refunds.create","args":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"idempotency_key":"key-1"},"started":true,"runner":"engine-1","running_until":1767225650001},"params":{"locale":{"value":"de","turn":1}},"locale":"de-AT","ways":{"0123abcd":2},"last_intent":"track","last_result":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"queue":[{"intent":"hours","params":{"day":{"value":"monday","turn":1}}},{"intent":"track"}],"unmatched":2,"exhausted":1,"steps":3,"failed_calls":["beef"],"ended":true,"last_message_id":"id-1"}');
INSERT INTO session VALUES(2,0,'web:2',1,'acme',1767225600001,1767225600001,490896,0,1,2,0,2,0,0,0,NULL,NULL,'','{"session":"web:2","version":1,"continuation_id":"c-web:2","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"bytes":20,"created_at":1767225600001,"updated_at":1767225600001,"last_message_id":"id-2"}');
INSERT INTO session VALUES(3,1,'web:3',3,'acme',1767225600002,1767236400002,490899,0,3,6,2,6,0,0,0,NULL,NULL,'{"title":"shoes","user":"u-1","tags":["b"],"archived_at":1767225600009}','{"session":"web:3","version":3,"continuation_id":"c-web:3","bot":"acme","config_hash":"f00d","turns":3,"messages":6,"trimmed":2,"bytes":60,"created_at":1767225600002,"updated_at":1767236400002,"last_message_id":"m3"}');
INSERT INTO session VALUES(4,0,'web:5',1,'acme',1767225600003,1767225600003,490896,0,1,2,0,-1,0,0,0,NULL,NULL,'','{"session":"web:5","version":1,"continuation_id":"c-web:5","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"bytes":26,"created_at":1767225600003,"updated_at":1767225600003,"last_message_id":"m1"}');
CREATE TABLE label (
  label TEXT NOT NULL,
  archived INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  PRIMARY KEY (label, archived, hour, session)
) STRICT, WITHOUT ROWID;
INSERT INTO label VALUES('tag:a',0,490896,1);
INSERT INTO label VALUES('tag:b',0,490896,1);
INSERT INTO label VALUES('user:u-1',0,490896,1);
INSERT INTO label VALUES('tag:b',1,490899,3);
INSERT INTO label VALUES('user:u-1',1,490899,3);
CREATE TABLE call (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  tool TEXT NOT NULL,
  status TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  PRIMARY KEY (session, call_id)
) STRICT, WITHOUT ROWID;
INSERT INTO call VALUES(1,'call-1',1,'refunds.create','unknown','key-1',1767225600000,1767225600005);
CREATE TABLE expired (
  name_hash TEXT NOT NULL PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO expired VALUES('3749cb090526ee186c7700275bba15ed',1767225600007);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','word','word',0,'CREATE VIRTUAL TABLE word USING fts5 (words, content = '''', columnsize = 0, detail = none, tokenize = ''ascii'')');
CREATE TABLE IF NOT EXISTS 'word_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO word_data VALUES(1,X'0816');
INSERT INTO word_data VALUES(10,X'000000000103030003010101020101030101');
INSERT INTO word_data VALUES(137438953473,X'0000005d05306261636b88808001010169888080010201648880800201056d6f6e6579888080010201798880800101056f726465728880800201017388808002010477616e74888080010203686174888080020104796f757288808002040a07070b070b070a09');
INSERT INTO word_data VALUES(274877906945,X'0000002d033069749080800101066d6f6d656e749080800201036f6e65908080020106726566756e649080800104080c09');
INSERT INTO word_data VALUES(412316860417,X'0000003b0430616c6c98808004020104626c7565988080030105677265656e98808005010572696768749880800402010573686f65739880800302040a0a0b0c');
CREATE TABLE IF NOT EXISTS 'word_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO word_idx VALUES(1,X'',2);
INSERT INTO word_idx VALUES(2,X'',2);
INSERT INTO word_idx VALUES(3,X'',2);
CREATE TABLE IF NOT EXISTS 'word_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO word_config VALUES('version',4);
CREATE TABLE search_progress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  reached INTEGER NOT NULL,
  erased INTEGER NOT NULL
) STRICT;
INSERT INTO search_progress VALUES(1,3,0);
CREATE TABLE unindexed (
  session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (session, name)
) STRICT;
INSERT INTO item VALUES(1,1,'summary',1,0,X'6f66206974');
INSERT INTO item VALUES(2,1,'artifact:00',1,1767225600009,X'00ff');
CREATE INDEX session_by_hour ON session (archived, hour);
CREATE INDEX label_of_session ON label (session, label);
CREATE INDEX expired_by_time ON expired (at_ms);
CREATE INDEX item_by_expiry ON item (expires_ms) WHERE expires_ms > 0;
PRAGMA writable_schema=OFF;
COMMIT;
