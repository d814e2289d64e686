-- Up Migration

-- The stories that readers of a story also keep, few for each: no account, no count. Computed again by a job, from groups
-- of readers that are large enough to name none of them.
create table shared_readers (
  story_id bigint not null references stories on delete cascade,
  mate_id bigint not null references stories on delete cascade,
  -- The cosine of the two groups of readers: 0 to 1.
  strength double precision not null check (strength > 0),
  primary key (story_id, mate_id)
);
create index shared_readers_by_mate on shared_readers (mate_id);

alter table moderation_entries drop constraint moderation_entries_action_check;
alter table moderation_entries add constraint moderation_entries_action_check check (action in (
  'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
  'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
  'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam',
  'tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo', 'warn', 'unwarn'));

-- Apart from 0058, so that nobody waits for a table that is read as a whole.
alter table stories
  validate constraint stories_chapter_warnings_known,
  validate constraint stories_staff_warnings_known;
alter table chapters validate constraint chapters_staff_warnings_known;
