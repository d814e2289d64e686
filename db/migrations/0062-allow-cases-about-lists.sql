-- Up Migration

-- Reading lists as a subject of reports, cases, decisions and appeals. A list is a published shelf.
alter table reports
  -- No foreign key: a report outlives its list, as it outlives its story.
  add column list_id bigint,
  drop constraint reports_check,
  add constraint reports_one_target check (num_nonnulls(story_id, author_id, list_id) = 1);
create unique index reports_open_on_list on reports (reporter_id, list_id)
  where decided_at is null and list_id is not null;
create index reports_by_list on reports (list_id);

alter table moderation_cases
  add column list_title text,
  drop constraint moderation_cases_subject_check,
  add constraint moderation_cases_subject_check check (subject in ('story', 'author', 'list', 'takedown'));

alter table appeals
  drop constraint appeals_subject_check,
  add constraint appeals_subject_check check (subject in ('story', 'author', 'list'));

-- A list and the notes on it, as they were when they were reported.
alter table evidence
  drop constraint evidence_kind_check,
  add constraint evidence_kind_check check (kind in ('story', 'chapter', 'author', 'list', 'note'));

-- The warnings that a decision added, and the chapter that they are about if not the whole story: an appeal lifts them.
alter table moderation_entries
  add column list_id bigint,
  add column list_title text,
  add column chapter_id bigint,
  add column warnings text[],
  drop constraint moderation_entries_action_check,
  add constraint moderation_entries_action_check check (action in (
    'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
    'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
    'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam',
    'tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo', 'warn', 'unwarn',
    'hide-list', 'restore-list'));
create index moderation_entries_by_list on moderation_entries (list_id, id desc) where list_id is not null;

-- A list that moderators withhold from everybody but its owner, however visible its owner wants it.
create table list_withholdings (
  shelf_id bigint primary key references shelves on delete cascade,
  entry_id bigint not null references moderation_entries
);
create index list_withholdings_by_entry on list_withholdings (entry_id);
