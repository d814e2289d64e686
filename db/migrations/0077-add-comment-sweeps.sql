-- Up Migration

alter table comments
  -- The reason why a comment had to wait; it stays with the decision.
  add column held_for text,
  -- A hash of its letters, by which repeated texts are found.
  add column fingerprint bigint,
  add constraint comments_held_for_known
    check (held_for in ('approved', 'words', 'new', 'link', 'repeat', 'flood')) not valid;
create index comments_waiting on comments (story_id, id) where state = 'waiting';
create index comments_by_fingerprint on comments (fingerprint, id desc) where fingerprint is not null;
create index comments_removed_by_staff on comments (account_id) where removed_as = 'staff';

-- Removals of many comments at once, by the author of their stories or by a moderator, which can be undone.
create table comment_sweeps (
  id bigint primary key generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  swept_as text not null check (swept_as in ('author', 'staff')),
  -- Null: on several stories.
  story_id bigint references stories on delete set null,
  reason text not null default '',
  comment_count integer not null,
  swept_at timestamptz not null default now(),
  undone_at timestamptz,
  constraint comment_sweeps_reason_length check (char_length(reason) <= 5000)
);
create index comment_sweeps_by_account on comment_sweeps (account_id, id desc);
create index comment_sweeps_by_story on comment_sweeps (story_id);

create table swept_comments (
  sweep_id bigint not null references comment_sweeps on delete cascade,
  comment_id bigint not null references comments on delete cascade,
  former_state text not null check (former_state in ('shown', 'waiting')),
  primary key (sweep_id, comment_id)
);
create index swept_comments_by_comment on swept_comments (comment_id);

alter table moderation_entries
  drop constraint moderation_entries_action_check,
  add constraint moderation_entries_action_check check (action in (
    'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
    'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
    'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam',
    'tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo', 'warn', 'unwarn',
    'hide-list', 'restore-list', 'remove-comment', 'restore-comment', 'sweep-comments', 'restore-comments'));
