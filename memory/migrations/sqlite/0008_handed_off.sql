-- Sessions that a person has now. A turn writes this column and the label 'handed_off' only when it changes them.

-- handed_off     when the bot handed over, a blank, and the reason; NULL: the bot has the conversation
ALTER TABLE session ADD COLUMN handed_off TEXT;

-- Here parley reads the states of the sessions (memory/sqlite/handoff_migration.h).
-- FIND HANDED OFF
