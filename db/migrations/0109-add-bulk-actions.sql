-- Up Migration

-- The actions of a moderator on several rows at once, for undoing them at once. The log has each of them by itself.
create table bulk_actions (
  id bigint generated always as identity primary key,
  actor_id bigint not null references accounts (id) on delete cascade,
  action text not null check (action in ('spam', 'dismiss', 'accept-tags', 'reject-tags')),
  note text not null check (char_length(note) <= 5000),
  created_at timestamptz not null default now()
);
create index bulk_actions_by_time on bulk_actions (created_at);
create index bulk_actions_by_actor on bulk_actions (actor_id);

create table bulk_action_rows (
  bulk_id bigint not null references bulk_actions (id) on delete cascade,
  -- The account, the case or the suggestion.
  target bigint not null,
  -- Of a dismissed case: the reports that it decided, and whether a moderator had opened it.
  report_ids bigint[] not null default '{}',
  was_by_hand boolean not null default false,
  undone_at timestamptz,
  primary key (bulk_id, target)
);
