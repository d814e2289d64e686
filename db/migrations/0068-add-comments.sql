-- Up Migration

-- Who may comment on a story: nobody, every member, those who follow it, or every member once the author approves it.
alter table stories
  add column comments text not null default 'members',
  add constraint stories_comments_known check (comments in ('off', 'members', 'followers', 'approved')) not valid;

-- Comments on a story, or on a chapter of it, in threads of two levels. A comment that its writer deletes, or whose writer
-- is gone, keeps its place while others have replied to it, without text and name.
create table comments (
  id bigint primary key generated always as identity,
  story_id bigint not null references stories on delete cascade,
  chapter_id bigint references chapters on delete cascade,
  parent_id bigint references comments on delete cascade,
  account_id bigint references accounts on delete set null,
  author_id bigint references pen_names on delete set null,
  content text not null,
  state text not null check (state in ('shown', 'waiting', 'removed', 'deleted')),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- When a comment that had to wait was approved.
  approved_at timestamptz,
  removed_by bigint references accounts on delete set null,
  removed_as text check (removed_as in ('author', 'staff')),
  removal_reason text not null default '',
  -- While the account of its writer is suspended or withheld.
  withheld_at timestamptz,
  reply_count integer not null default 0,
  thank_count integer not null default 0,
  is_shown boolean not null generated always as (state = 'shown' and withheld_at is null) stored,
  is_listed boolean not null generated always as ((state = 'shown' and withheld_at is null) or reply_count > 0) stored,
  constraint comments_content_length check (char_length(content) <= 10000),
  constraint comments_reason_length check (char_length(removal_reason) <= 5000),
  constraint comments_deleted_without_text check (state <> 'deleted' or (content = '' and account_id is null)),
  constraint comments_removed_by_somebody check ((state = 'removed') = (removed_as is not null))
);
create index comments_by_time on comments (story_id, id) where parent_id is null and is_listed;
create index comments_by_thanks on comments (story_id, thank_count desc, id) where parent_id is null and is_listed;
create index comments_of_chapter_by_time on comments (chapter_id, id) where parent_id is null and is_listed;
create index comments_of_chapter_by_thanks on comments (chapter_id, thank_count desc, id) where parent_id is null and is_listed;
create index comments_replies on comments (parent_id, id) where is_shown;
create index comments_of_parent on comments (parent_id);
create index comments_hidden on comments (story_id, id) where not is_shown and state <> 'deleted';
create index comments_by_account on comments (account_id, id);
create index comments_by_author on comments (author_id);
create index comments_by_chapter on comments (chapter_id) where chapter_id is not null;
create index comments_by_story on comments (story_id, id);

-- Earlier texts of a comment, for the staff.
create table comment_versions (
  id bigint primary key generated always as identity,
  comment_id bigint not null references comments on delete cascade,
  content text not null,
  replaced_at timestamptz not null default now(),
  constraint comment_versions_content_length check (char_length(content) <= 10000)
);
create index comment_versions_by_comment on comment_versions (comment_id, id);

create table comment_thanks (
  comment_id bigint not null references comments on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  thanked_at timestamptz not null default now(),
  primary key (comment_id, account_id)
);
create index comment_thanks_by_account on comment_thanks (account_id);

-- The comments of each chapter, and, without a chapter, of the story as a whole.
create table comment_totals (
  story_id bigint not null references stories on delete cascade,
  chapter_id bigint references chapters on delete cascade,
  comment_count integer not null default 0,
  thread_count integer not null default 0,
  waiting_count integer not null default 0,
  constraint comment_totals_key unique nulls not distinct (story_id, chapter_id)
);
create index comment_totals_by_chapter on comment_totals (chapter_id);

-- Accounts whose comments somebody does not want to see (mute), or who may not comment on their stories either (block).
-- author_id is the pen name that was named.
create table blocks (
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references pen_names on delete cascade,
  blocked_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('mute', 'block')),
  created_at timestamptz not null default now(),
  primary key (account_id, author_id)
);
create index blocks_by_author on blocks (author_id);
create index blocks_by_blocked on blocks (blocked_id, account_id);
