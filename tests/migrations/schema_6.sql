PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migration ( version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT;
INSERT INTO migration VALUES(1,'sessions','f63a219cbd1bfff0df7b92ef0099ea5a',1795457696497);
INSERT INTO migration VALUES(2,'sessions_as_a_whole','3828a408c9b407f114439375a0814bfc',1795457696497);
INSERT INTO migration VALUES(3,'beside_what_was_said','c15c47b50d7f6cbf8b4c9761f6501fcb',1795457696497);
INSERT INTO migration VALUES(4,'conversations','106ae5ab6bc2d5f713d45cb070e8fec1',1795457696497);
INSERT INTO migration VALUES(5,'retention','4557faada8928d7ddfdaa0dd2a31f64a',1795457696497);
INSERT INTO migration VALUES(6,'turns','7bb49387b198928c445b092a75af513f',1795457696497);
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
  state TEXT NOT NULL, kept_until_ms INTEGER, conversation TEXT,
  UNIQUE (archived, name)
) STRICT;
INSERT INTO session VALUES(1,0,'web:1',1,'acme',1767225600000,1767225600000,490896,1767225800001,1,2,0,2,1200,340,56,'track',NULL,'{"title":"refund","user":"u-1","tags":["a","b"],"metadata":{"from":"web"}}','{"session":"web:1","version":1,"continuation_id":"c-web:1","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"bytes":41,"plans":2,"calls":1,"created_at":1767225600000,"updated_at":1767225600000,"began_at":1767225600001,"expires_at":1767225800001,"kept_until":1769817600000,"starts":[{"turn":1,"message":1},{"turn":3,"message":5,"bytes":120}],"user":"0123456789abcdef","usage":{"input_tokens":1200,"output_tokens":340,"cost":56},"frames":[{"intent":"refund","plan":1,"params":{"big":{"value":9007199254740993,"turn":1},"empty":{"value":"","turn":1},"list":{"value":[1,"two",null,{}],"turn":1},"no":{"value":false,"turn":1},"null":{"value":null,"turn":1},"object":{"value":{"a":{"b":1}},"turn":1},"real":{"value":-0.1,"turn":1},"text":{"value":"é€ \"q\" \\","turn":1},"whole":{"value":10.0,"turn":1},"zero":{"value":0,"turn":1}},"saved":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"attempts":{"":{"not_understood":1},"order_id":{"not_understood":1,"invalid":2,"silent":3,"rejected":4}},"skipped":["reason","card"],"checked":["order_id"],"held":{"order_id":{"value":"O-1","turn":1}},"facts":{"order_id":{"context.tier":"beef"}},"unclear":[{"choices":[{"param":"from","value":"Bern","label":"origin"},{"param":"to","value":"Bern","label":"destination"}]}],"changing":"order_id","confirmed":true,"called":true,"step":"2.then.1","runs":[{"step":"0","what":"refunds.check","digest":"beef","status":"done"},{"step":"2.then.1","what":"refunds.create","digest":"cafe","status":"waiting"}]},{"intent":"track","plan":2}],"waiting":{"kind":"tool","intent":"track","param":"order_id","plan":2,"step":"0","choices":[{"param":"order_id","value":"O-1","label":"O-1"},{"param":"order_id","value":2,"label":"2"}],"asides":1,"prompt_id":"track.order_id.2","attempt":2,"asked_at":1767225600001,"expires_at":1767225700001,"config_hash":"beef","call":{"call_id":"call-1","name":"refunds.create","args":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"idempotency_key":"key-1"},"facts":{"context.tier":"cafe"},"started":true,"runner":"engine-1","running_until":1767225650001},"params":{"locale":{"value":"de","turn":1}},"locale":"de-AT","ways":{"0123abcd":2},"last_intent":"track","last_result":{"big":9007199254740993,"empty":"","list":[1,"two",null,{}],"no":false,"null":null,"object":{"a":{"b":1}},"real":-0.1,"text":"é€ \"q\" \\","whole":10.0,"zero":0},"queue":[{"intent":"hours","params":{"day":{"value":"monday","turn":1}},"unclear":[{"choices":[{"param":"at","value":9},{"param":"at","value":21}]}],"refused":[{"param":"place","why":"There is no such place.","turn":1}]},{"intent":"track"}],"unmatched":2,"exhausted":1,"steps":3,"failed_calls":["beef"],"ended":true,"late_result":"done","last_message_id":"id-1"}',1769817600000,'c-web:1');
INSERT INTO session VALUES(2,0,'web:2',1,'acme',1767225600001,1767225600001,490896,0,1,2,0,2,0,0,0,NULL,NULL,'','{"session":"web:2","version":1,"continuation_id":"c-web:2","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"bytes":20,"created_at":1767225600001,"updated_at":1767225600001,"last_message_id":"id-2"}',0,'c-web:2');
INSERT INTO session VALUES(3,1,'web:3',3,'acme',1767225600002,1767236400002,490899,0,3,6,2,6,0,0,0,NULL,NULL,'{"title":"shoes","user":"u-1","tags":["b"],"archived_at":1767225600009}','{"session":"web:3","version":3,"continuation_id":"c-web:3","bot":"acme","config_hash":"f00d","turns":3,"messages":6,"trimmed":2,"bytes":60,"created_at":1767225600002,"updated_at":1767236400002,"last_message_id":"m3"}',0,'c-web:3');
INSERT INTO session VALUES(4,0,'web:5',1,'acme',1767225600003,1767225600003,490896,0,1,2,0,-1,0,0,0,NULL,NULL,'','{"session":"web:5","version":1,"continuation_id":"c-web:5","bot":"acme","config_hash":"f00d","turns":1,"messages":2,"bytes":26,"created_at":1767225600003,"updated_at":1767225600003,"last_message_id":"m1"}',0,'c-web:5');
INSERT INTO session VALUES(5,0,'web:6',2,'acme',1767225600004,1767225600004,490896,0,2,4,0,-1,0,0,0,NULL,NULL,'','{"session":"web:6","version":2,"continuation_id":"c-web:6-2","bot":"acme","config_hash":"f00d","turns":2,"messages":4,"bytes":50,"created_at":1767225600004,"updated_at":1767225600004,"began_turn":2,"began_message":1,"last_message_id":"m2"}',0,'c-web:6-2');
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
INSERT INTO label VALUES('conversation:c-web:6',0,0,5);
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
INSERT INTO expired VALUES('651db8d71e5defe8541aaca06ba18e1f',1767225600007);
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
INSERT INTO item VALUES(3,5,'ended c-web:6',1,0,X'31373637323235363030303034206d6f726e696e67');
CREATE TABLE IF NOT EXISTS "turn" (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL,
  complete INTEGER NOT NULL,
  first_message INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
INSERT INTO turn VALUES(16777217,'id-1',1,1,X'01cdcf993d02000080a0d5edee6628492077616e74206d79206d6f6e6579206261636b8100002a57686174277320796f7572206f726465722049443ff8047b22746f6f6c223a22726566756e64732e637265617465222c226d6f64656c223a22736f6d652d6d6f64656c222c2263616c6c5f6964223a2263616c6c2d31222c2266696c6573223a5b7b2270617468223a22612f622e747874222c2268617368223a2230306666227d2c7b226b696e64223a22696d616765222c2270617468223a22632e706e67227d5d2c226d65746164617461223a7b22626967223a393030373139393235343734303939332c22656d707479223a22222c226c697374223a5b312c2274776f222c6e756c6c2c7b7d5d2c226e6f223a66616c73652c226e756c6c223a6e756c6c2c226f626a656374223a7b2261223a7b2262223a317d7d2c227265616c223a2d302e312c2274657874223a22c3a9e282ac205c22715c22205c5c222c2277686f6c65223a31302e302c227a65726f223a307d7d01f60301030500106f726465725f6964145768696368206f6e653f040202610262010c63616c6c2d311c726566756e64732e637265617465c8027b22626967223a393030373139393235343734303939332c22656d707479223a22222c226c697374223a5b312c2274776f222c6e756c6c2c7b7d5d2c226e6f223a66616c73652c226e756c6c223a6e756c6c2c226f626a656374223a7b2261223a7b2262223a317d7d2c227265616c223a2d302e312c2274657874223a22c3a9e282ac205c22715c22205c5c222c2277686f6c65223a31302e302c227a65726f223a307d0a6b65792d31020a537572653f0d060300040a61736b65640c726566756e640d347b226f726465725f6964223a7b22696e76616c6964223a317d7d0110757365723a2068690a747261636b0d070e632d7765623a310e657870697265640d');
INSERT INTO turn VALUES(33554433,'id-2',0,1,X'01b2fa5c0e02000082a0d5edee6612726566756e64206974010000164f6e65206d6f6d656e742e010101030103030e632d7765623a32');
INSERT INTO turn VALUES(50331650,'m2',1,3,X'013de52cc20200008494c4f4ee6614626c75652073686f657301000014416c6c2072696768742e010901030103030e632d7765623a33');
INSERT INTO turn VALUES(50331651,'m3',1,5,X'017236c15702000084cefbf7ee6616677265656e2073686f657301000014416c6c2072696768742e010901030103030e632d7765623a33');
INSERT INTO turn VALUES(67108865,'m1',1,1,X'01ea02c80c02000086a0d5edee66146d6f72652073686f6573010000204e6f7420696e6465786564207965742e010101030103030e632d7765623a35');
INSERT INTO turn VALUES(83886081,'m1',1,1,X'01acc6e89502000088a0d5edee6618676f6f64206d6f726e696e670100001a476f6f64206d6f726e696e672e010101030103030e632d7765623a36');
INSERT INTO turn VALUES(83886082,'m2',1,3,X'01bae1213302000088a0d5edee6618676f6f64206576656e696e670100001a476f6f64206576656e696e672e0109010301030312632d7765623a362d32');
CREATE TABLE turn_id (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  hash INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (session, hash, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_hour ON session (archived, hour);
CREATE TRIGGER turns_of_session AFTER DELETE ON session BEGIN
  DELETE FROM turn WHERE id > old.id << 24 AND id < old.id + 1 << 24;
END;
CREATE INDEX session_by_conversation ON session (conversation);
CREATE INDEX expired_by_time ON expired (at_ms);
CREATE INDEX item_by_expiry ON item (expires_ms) WHERE expires_ms > 0;
CREATE INDEX label_of_session ON label (session, label);
PRAGMA writable_schema=OFF;
COMMIT;
