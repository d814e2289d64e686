-- Up Migration

-- A position is the place among the author's own tags. Without one the row is implied: the canonical tag, or an ancestor,
-- of an own tag.
alter table story_tags alter column position drop not null;

-- Both follow from tag_changes, like tag_parents: tags_derive_relations() in db/functions/tags.sql.
alter table tags
  -- The tag that this one means; null: itself. Never a synonym itself.
  add column canonical_id bigint,
  add column kind text,
  add constraint tags_canonical_id_fkey foreign key (canonical_id) references tags not valid,
  add constraint tags_canonical_is_another check (canonical_id <> id) not valid,
  add constraint tags_kind_known check (kind in ('genre', 'pairing', 'setting', 'theme')) not valid;
create index tags_synonyms on tags (canonical_id) where canonical_id is not null;

-- Between canonical tags: a story with the child is in the list of the parent.
create table tag_parents (
  tag_id bigint not null references tags,
  parent_id bigint not null references tags,
  primary key (tag_id, parent_id),
  check (tag_id <> parent_id)
);
create index tag_parents_by_parent on tag_parents (parent_id, tag_id);

-- What members suggest and staff decide. One open proposal of each content, however many members suggest it.
create table tag_proposals (
  id bigint generated always as identity primary key,
  relation text not null check (relation in ('canonical', 'parent', 'kind')),
  tag_id bigint not null references tags,
  target_id bigint references tags,
  kind text check (kind in ('genre', 'pairing', 'setting', 'theme')),
  created_at timestamptz not null default now(),
  decision text check (decision in ('accept', 'reject')),
  decided_at timestamptz,
  -- The words of the staff to the members who suggested it.
  note text not null default '' check (char_length(note) <= 500),
  check ((relation = 'kind') = (target_id is null) and (relation = 'kind') = (kind is not null)),
  check (tag_id <> target_id),
  check ((decision is null) = (decided_at is null))
);
create unique index tag_proposals_open on tag_proposals (tag_id, relation, coalesce(target_id, 0), coalesce(kind, ''))
  where decision is null;
create index tag_proposals_by_age on tag_proposals (id) where decision is null;

create table tag_proposers (
  proposal_id bigint not null references tag_proposals on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, proposal_id)
);
create index tag_proposers_by_proposal on tag_proposers (proposal_id);

-- What the staff have decided, as they decided it. Canonical tags, parents and kinds are derived from those that are not
-- undone, so that undoing one restores exactly what the others say.
create table tag_changes (
  id bigint generated always as identity primary key,
  relation text not null check (relation in ('canonical', 'parent', 'kind')),
  tag_id bigint not null references tags,
  target_id bigint references tags,
  kind text check (kind in ('genre', 'pairing', 'setting', 'theme')),
  proposal_id bigint references tag_proposals,
  changed_at timestamptz not null default now(),
  undone_at timestamptz,
  check ((relation = 'kind') = (target_id is null) and (relation = 'kind') = (kind is not null)),
  check (tag_id <> target_id)
);
create unique index tag_changes_in_force on tag_changes (tag_id, relation, target_id)
  where undone_at is null and relation = 'parent';
create unique index tag_changes_one_canonical on tag_changes (tag_id) where undone_at is null and relation = 'canonical';
create index tag_changes_by_tag on tag_changes (tag_id, id);
create index tag_changes_by_target on tag_changes (target_id, id);
create index tag_changes_by_proposal on tag_changes (proposal_id);

alter table moderation_entries
  add column tag_name text check (char_length(tag_name) <= 50),
  add column tag_target text check (char_length(tag_target) <= 50);
alter table moderation_entries drop constraint moderation_entries_action_check;
alter table moderation_entries add constraint moderation_entries_action_check check (action in (
  'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
  'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
  'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam',
  'tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo'));
