-- Up Migration

-- Networks that may not register, write, or use the site at all, for a time. Admins type the ranges; no reader's address
-- is ever stored here.
create table network_bans (
  id bigint generated always as identity primary key,
  range cidr not null,
  scope text not null check (scope in ('sign-up', 'writing', 'everything')),
  -- For the staff alone.
  reason text not null check (char_length(reason) <= 5000),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index network_bans_by_expiry on network_bans (expires_at);

alter table moderation_entries
  drop constraint moderation_entries_action_check,
  add constraint moderation_entries_action_check check (action in (
    'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
    'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
    'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam',
    'tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo', 'warn', 'unwarn',
    'hide-list', 'restore-list', 'remove-comment', 'restore-comment', 'sweep-comments', 'restore-comments',
    'ban', 'end-ban'));
