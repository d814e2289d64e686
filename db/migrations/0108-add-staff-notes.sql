-- Up Migration

-- Working notes of the staff, for the staff alone. Each goes with the account of the person it is about, and with the
-- story or case that it was written on.
create table staff_notes (
  id bigint generated always as identity primary key,
  -- The person concerned: the owner of the story, or the one whom the case is about. Null: a case about nobody here.
  account_id bigint references accounts (id) on delete cascade,
  story_id bigint references stories (id) on delete cascade,
  case_id bigint references moderation_cases (id) on delete cascade,
  writer_id bigint references accounts (id) on delete set null,
  body text not null check (char_length(body) between 1 and 5000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  check (num_nonnulls(account_id, case_id) > 0 and num_nonnulls(story_id, case_id) < 2)
);
create index staff_notes_by_account on staff_notes (account_id, id);
create index staff_notes_by_story on staff_notes (story_id, id) where story_id is not null;
create index staff_notes_by_case on staff_notes (case_id, id) where case_id is not null;
create index staff_notes_by_writer on staff_notes (writer_id) where writer_id is not null;

alter table moderation_entries
  drop constraint moderation_entries_action_check,
  add constraint moderation_entries_action_check check (action in (
    'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
    'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
    'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam',
    'tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo', 'warn', 'unwarn',
    'hide-list', 'restore-list', 'remove-comment', 'restore-comment', 'sweep-comments', 'restore-comments',
    'ban', 'end-ban', 'note', 'edit-note', 'delete-note'));
