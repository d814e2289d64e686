-- Up Migration

-- Items that an account never wants to meet in a list: each row is one tag, warning, pen name or story.
create table hidden_items (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  tag_id bigint references tags on delete cascade,
  warning text,
  author_id bigint references pen_names on delete cascade,
  story_id bigint references stories on delete cascade,
  hidden_at timestamptz not null default now(),
  constraint hidden_items_one_kind check (num_nonnulls(tag_id, warning, author_id, story_id) = 1),
  constraint hidden_items_warning_known check (warning = any (
    '{violence,death,non_consent,abuse,self_harm,substance_use,horror,grief,none,not_told}'::text[])),
  constraint hidden_items_once unique nulls not distinct (account_id, tag_id, warning, author_id, story_id)
);

create index hidden_items_by_tag on hidden_items (tag_id) where tag_id is not null;
create index hidden_items_by_author on hidden_items (author_id) where author_id is not null;
create index hidden_items_by_story on hidden_items (story_id) where story_id is not null;
