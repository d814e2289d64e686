-- Up Migration

-- Whether a suspension withheld the account's stories, too: the rows of story_withholdings go when it is lifted.
alter table moderation_entries add column withholds_stories boolean;

-- The log is only ever added to. The new column of older entries is filled once, from what is still withheld.
alter table moderation_entries disable trigger moderation_entries_stay;
update moderation_entries as e set withholds_stories = exists (
    select from story_withholdings as w where w.entry_id = e.id and w.cause = 'suspension')
  where action = 'suspend';
alter table moderation_entries enable always trigger moderation_entries_stay;
