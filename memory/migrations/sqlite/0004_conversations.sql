-- Which session a continuation id leads to, and the conversations of a session that have ended. The schema has to fit on
-- the first page of the file, so there is no new table.

-- label          also 'conversation:' and a continuation id of the session; `archived` and `hour` are then 0
-- item           also 'ended ' and the continuation id of a conversation that has ended; no other item has a blank in
--                its name. `version` is its first turn, `bytes` when it began, a blank, and its title
INSERT OR IGNORE INTO label (label, archived, hour, session)
SELECT 'conversation:' || (state ->> '$.continuation_id'), 0, 0, id FROM session
WHERE json_valid(state) AND state ->> '$.continuation_id' != '';
