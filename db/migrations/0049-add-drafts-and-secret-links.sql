-- Up Migration

-- ── Drafts ────────────────────────────────────────────────────────────────────────────────────────────────
-- What an author has typed and not saved yet: the fields of a form as they are, as JSON, one row for each account and
-- place. The references repeat the place, so that a draft goes with its story or chapter.
create table drafts (
  account_id bigint not null references accounts on delete cascade,
  place text not null,
  story_id bigint references stories on delete cascade,
  chapter_id bigint references chapters on delete cascade,
  fields text not null check (char_length(fields) <= 200000),
  updated_at timestamptz not null,
  primary key (account_id, place),
  constraint drafts_place_check check (case
    when chapter_id is not null then story_id is null and place = 'chapter-' || chapter_id
    when story_id is not null then place in ('story-' || story_id, 'new-chapter-' || story_id)
    else place = 'create-story' end)
);
create index drafts_by_story on drafts (story_id) where story_id is not null;
create index drafts_by_chapter on drafts (chapter_id) where chapter_id is not null;

-- ── Secret links ──────────────────────────────────────────────────────────────────────────────────────────
-- The address at which beta readers find a draft. The token follows from the site's secret and the salt, so that its
-- author can see it again and the database alone does not reveal it; the hash finds its row.
create table secret_links (
  story_id bigint primary key references stories on delete cascade,
  token_hash bytea not null unique,
  salt bytea not null,
  created_at timestamptz not null default now()
);

-- ── Corrections ───────────────────────────────────────────────────────────────────────────────────────────
-- Readers' suggestions for a chapter. Those of beta readers, who have no account, have a keyed hash of the network
-- instead, by which they are limited.
create table corrections (
  id bigint primary key generated always as identity,
  chapter_id bigint not null references chapters on delete cascade,
  account_id bigint references accounts on delete cascade,
  network bytea,
  quote text not null check (char_length(quote) between 1 and 1000),
  -- Null: a note without a proposal. '' proposes to leave the passage out.
  replacement text check (char_length(replacement) <= 1000),
  note text not null default '' check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decision text check (decision in ('accepted', 'dismissed')),
  constraint corrections_origin_check check ((account_id is null) <> (network is null)),
  constraint corrections_say_something check (replacement is not null or note <> ''),
  constraint corrections_decided_check check ((decided_at is null) = (decision is null))
);
create index corrections_by_chapter on corrections (chapter_id, id);
create index corrections_by_account on corrections (account_id) where account_id is not null;
create index corrections_by_network on corrections (network, created_at) where network is not null;
