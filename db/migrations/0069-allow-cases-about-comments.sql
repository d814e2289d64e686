-- Up Migration

-- Comments as a subject of reports, cases, decisions and appeals.
alter table reports
  -- No foreign key: a report outlives its comment, as it outlives its story.
  add column comment_id bigint,
  drop constraint reports_one_target,
  add constraint reports_one_target check (num_nonnulls(story_id, author_id, list_id, comment_id) = 1);
create unique index reports_open_on_comment on reports (reporter_id, comment_id)
  where decided_at is null and comment_id is not null;
create index reports_by_comment on reports (comment_id) where comment_id is not null;

-- The beginning of the comment, for lists of cases.
alter table moderation_cases
  add column comment_excerpt text,
  drop constraint moderation_cases_subject_check,
  add constraint moderation_cases_subject_check
    check (subject in ('story', 'author', 'list', 'comment', 'takedown'));

alter table appeals
  drop constraint appeals_subject_check,
  add constraint appeals_subject_check check (subject in ('story', 'author', 'list', 'comment'));

alter table evidence
  drop constraint evidence_kind_check,
  add constraint evidence_kind_check check (kind in ('story', 'chapter', 'author', 'list', 'note', 'comment'));

alter table moderation_entries
  add column comment_id bigint,
  add column comment_excerpt text,
  drop constraint moderation_entries_action_check,
  add constraint moderation_entries_action_check check (action in (
    'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
    'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
    'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam',
    'tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo', 'warn', 'unwarn',
    'hide-list', 'restore-list', 'remove-comment', 'restore-comment'));
create index moderation_entries_by_comment on moderation_entries (comment_id, id desc) where comment_id is not null;

-- Comments that moderators removed, with the decision.
create table comment_withholdings (
  comment_id bigint primary key references comments on delete cascade,
  entry_id bigint not null references moderation_entries
);
create index comment_withholdings_by_entry on comment_withholdings (entry_id);
