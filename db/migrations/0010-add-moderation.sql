-- Up Migration

-- ── Withheld stories ──────────────────────────────────────────────────────────────────────────────────────
-- Readers find nothing at a withheld story's address. Its published_at is set aside, so that everything that goes by
-- it (lists, counters, copies on tags, search) lets go of the story by itself, and takes it back in its old place.
alter table stories
  add column withheld_at timestamptz,
  add column withheld_published_at timestamptz,
  add constraint stories_withheld_unlisted check (withheld_at is null or published_at is null),
  add constraint stories_listed_once check (withheld_at is not null or withheld_published_at is null);

-- As before, but a chapter does not list a story that is withheld.
create or replace function chapters_count_in_story() returns trigger language plpgsql as $$
declare
  story bigint := coalesce(new.story_id, old.story_id);
begin
  update stories set
    chapter_count = chapter_count + (case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end),
    word_count = word_count + coalesce(new.word_count, 0) - coalesce(old.word_count, 0),
    (published_at, withheld_published_at) = (
      select case when withheld_at is null then here end, case when withheld_at is not null then here end
      from (select case
        when tg_op = 'INSERT' and chapter_count = 0 then new.created_at
        when tg_op = 'DELETE' and chapter_count = 1 then null
        else coalesce(published_at, withheld_published_at) end as here) as one),
    updated_at = greatest(updated_at, coalesce(new.updated_at, now()))
  where id = story;
  return null;
end $$;

-- A story without a chapter is in no list, but its page may be kept.
drop trigger stories_notify_updated on stories;
create trigger stories_notify_updated
  after update of title, slug, synopsis, published_at, featured_at, withheld_at on stories for each row
  when ((old.title, old.slug, old.synopsis, old.published_at, old.featured_at, old.withheld_at)
    is distinct from (new.title, new.slug, new.synopsis, new.published_at, new.featured_at, new.withheld_at))
  execute function notify_of_story();

-- ── Suspended accounts ────────────────────────────────────────────────────────────────────────────────────
alter table accounts
  add column suspended_at timestamptz,
  -- What is said to whoever tries to write: the rule.
  add column suspended_for text,
  -- Since when readers do not find the author either, nor any of the stories.
  add column withheld_at timestamptz,
  add constraint accounts_suspended_for check ((suspended_at is null) = (suspended_for is null)),
  add constraint accounts_withheld check (withheld_at is null or suspended_at is not null);
create index accounts_suspended on accounts (suspended_at) where suspended_at is not null;

create function accounts_notify_withheld() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightstand_changes', 'all');
  return null;
end $$;
create trigger accounts_notify_withheld after update of withheld_at on accounts for each row
  when (old.withheld_at is distinct from new.withheld_at) execute function accounts_notify_withheld();

-- ── What comes first ──────────────────────────────────────────────────────────────────────────────────────
-- Words that name minors or a lack of consent. Too many hits do no harm: they only let somebody look earlier.
create function names_grave_harm(words text) returns boolean language sql immutable parallel safe
  return words ~* (
    '\m(minors?|under-?\s?aged?|child|children|childhood|kids?|toddlers?|infants?|pre-?\s?teens?|teens?|teenage|teenaged'
    || '|teenagers?|adolescents?|juveniles?|school-?\s?(girls?|boys?|kids?|child|children)|lolita|loli|shota|csam|csem'
    || '|pa?edo\w*|grooming|groomed|molest\w*'
    || '|(1[0-7]|[1-9])[ -]?(years?[ -]?old|y[./]?o)'
    || '|(nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)[ -]years?[ -]?old'
    || '|non-?\s?consen\w*|consent\w*|dub-?con|non-?con|rape|raped|rapes|rapist|raping'
    || '|without (his|her|their|my|our|any) (knowledge|permission|agreement)|against (his|her|their|my|our) will'
    || '|revenge porn|hidden camera|deep-?\s?fakes?)\M');

alter table reports add column is_grave boolean not null
  generated always as (coalesce(category in ('adults-only', 'real-harm'), false) or names_grave_harm(reason)) stored;
alter table reports drop constraint reports_decision_check;
alter table reports add constraint reports_decision_check
  check (decision in ('dismissed', 'hidden', 'removed', 'suspended'));
-- A report does not go with what it is about: deleting a story must not be the way out of a grave one. Triggers below.
alter table reports drop constraint reports_story_id_fkey, drop constraint reports_author_id_fkey;

-- ── Cases: what moderators have before them ───────────────────────────────────────────────────────────────
-- All that is open about one story, one author, or a takedown request that names no story of ours. Kept by triggers.
create table moderation_cases (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('story', 'author', 'takedown')),
  -- No foreign key: a case outlives what it is about. So do the names, as they were when it was opened.
  subject_id bigint not null,
  story_title text,
  author_id bigint,
  author_name text,
  report_count integer not null default 0 check (report_count >= 0),
  takedown_count integer not null default 0 check (takedown_count >= 0),
  appeal_count integer not null default 0 check (appeal_count >= 0),
  is_grave boolean not null default false,
  opened_at timestamptz not null default clock_timestamp(),
  -- Since when it waits for a moderator; after a counter-notice only from the first day on which it can be put back.
  since timestamptz not null,
  -- When a moderator has opened it without anybody's asking; stays open until a decision.
  by_hand_at timestamptz,
  -- Grows with all that comes in: who decides says what they have seen.
  revision integer not null default 1,
  -- Up to when the texts it is about are evidence; null: not any more.
  texts_as_of timestamptz default clock_timestamp(),
  -- When its story or author was deleted.
  gone_at timestamptz,
  closed_at timestamptz
);
create unique index moderation_cases_open on moderation_cases (subject, subject_id) where closed_at is null;
create index moderation_cases_waiting on moderation_cases (is_grave desc, since, id) where closed_at is null;
create index moderation_cases_closed on moderation_cases (closed_at desc, id desc) where closed_at is not null;
create index moderation_cases_by_subject on moderation_cases (subject, subject_id, id desc);
create index moderation_cases_by_author on moderation_cases (author_id);

-- ── The log ───────────────────────────────────────────────────────────────────────────────────────────────
-- Every act of a moderator, an admin or the operator. Rows are only ever added; names are as they were then.
create table moderation_entries (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  -- null: the operator, at the command line.
  actor_id bigint,
  actor_name text,
  actor_role text not null check (actor_role in ('moderator', 'admin', 'operator')),
  action text not null check (action in (
    'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
    'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
    'feature', 'unfeature', 'role', 'end-sessions')),
  case_id bigint references moderation_cases,
  story_id bigint,
  story_title text,
  -- Whom it concerns.
  account_id bigint,
  account_name text,
  takedown_id bigint,
  rule text,
  -- Which words it is about, as they stood there.
  passage text not null default '' check (char_length(passage) <= 2000),
  note text not null default '' check (char_length(note) <= 5000),
  -- The decision that was appealed against, where this is the answer.
  answers bigint references moderation_entries,
  check ((actor_id is null) = (actor_role = 'operator'))
);
create index moderation_entries_by_case on moderation_entries (case_id, id desc);
create index moderation_entries_by_story on moderation_entries (story_id, id desc);
create index moderation_entries_by_account on moderation_entries (account_id, id desc);
create index moderation_entries_by_actor on moderation_entries (actor_id, id desc);

create function moderation_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'the log of moderation is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger moderation_entries_stay before update or delete on moderation_entries
  for each row execute function moderation_entries_stay();
create trigger moderation_entries_stay_all before truncate on moderation_entries
  for each statement execute function moderation_entries_stay();
-- Also where triggers are switched off for a session.
alter table moderation_entries enable always trigger moderation_entries_stay;
alter table moderation_entries enable always trigger moderation_entries_stay_all;

-- ── Why a story is withheld ───────────────────────────────────────────────────────────────────────────────
-- It is shown again when no reason is left.
create table story_withholdings (
  story_id bigint not null references stories on delete cascade,
  cause text not null check (cause in ('decision', 'takedown', 'suspension')),
  takedown_id bigint references takedown_requests,
  look text not null check (look in ('hidden', 'removed')),
  entry_id bigint not null references moderation_entries,
  check ((cause = 'takedown') = (takedown_id is not null)),
  unique nulls not distinct (story_id, cause, takedown_id)
);
create index story_withholdings_by_entry on story_withholdings (entry_id);
create index story_withholdings_by_takedown on story_withholdings (takedown_id);

-- Whoever adds or takes away a reason holds the story.
create function stories_follow_withholdings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stories set withheld_at = now(), withheld_published_at = published_at, published_at = null
      where id = new.story_id and withheld_at is null;
    update moderation_cases set texts_as_of = clock_timestamp() where id = (
      select max(id) from moderation_cases where subject = 'story' and subject_id = new.story_id);
  elsif not exists (select from story_withholdings where story_id = old.story_id) then
    update stories set published_at = withheld_published_at, withheld_published_at = null, withheld_at = null
      where id = old.story_id;
    update moderation_cases set texts_as_of = null
      where subject = 'story' and subject_id = old.story_id and closed_at is not null
        and exists (select from stories where id = old.story_id);
  end if;
  return null;
end $$;
create trigger stories_follow_withholdings after insert or delete on story_withholdings
  for each row execute function stories_follow_withholdings();

-- What is said of an author is evidence as long as the account is suspended.
create function accounts_follow_suspension() returns trigger language plpgsql as $$
begin
  update moderation_cases set texts_as_of = case when new.suspended_at is not null then clock_timestamp() end
    where subject = 'author' and subject_id = new.id and closed_at is not null
      and id = (select max(id) from moderation_cases where subject = 'author' and subject_id = new.id);
  return null;
end $$;
create trigger accounts_follow_suspension after update of suspended_at on accounts for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function accounts_follow_suspension();

-- ── Appeals ───────────────────────────────────────────────────────────────────────────────────────────────
create table appeals (
  id bigint generated always as identity primary key,
  -- One for each decision.
  entry_id bigint not null unique references moderation_entries,
  account_id bigint not null references accounts on delete cascade,
  subject text not null check (subject in ('story', 'author')),
  subject_id bigint not null,
  words text not null check (char_length(words) between 1 and 5000),
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  answer_id bigint references moderation_entries,
  check ((answered_at is null) = (answer_id is null))
);
create index appeals_open on appeals (subject, subject_id) where answered_at is null;
create index appeals_by_account on appeals (account_id);
create index appeals_by_answer on appeals (answer_id);

-- ── Evidence ──────────────────────────────────────────────────────────────────────────────────────────────
-- What stood there when it was reported or decided upon, kept when it is changed or deleted afterwards.
create table evidence (
  id bigint generated always as identity primary key,
  case_id bigint not null references moderation_cases,
  kind text not null check (kind in ('story', 'chapter', 'author')),
  source_id bigint not null,
  title text not null,
  -- A chapter's HTML as it was stored; a synopsis or a bio as plain text.
  content text not null,
  kept_at timestamptz not null default clock_timestamp()
);
create index evidence_by_case on evidence (case_id, kind, source_id, id);
create index evidence_by_age on evidence (kept_at);

create function keep_evidence(of_subject text, of_id bigint, of_kind text, source bigint, of_title text, of_content text)
  returns void language sql as $$
  insert into evidence (case_id, kind, source_id, title, content)
  select latest.id, of_kind, source, of_title, of_content from (
    select id, texts_as_of from moderation_cases where subject = of_subject and subject_id = of_id
    order by id desc limit 1
  ) as latest
  where texts_as_of is not null and not exists (
    -- The first change after it is the one that counts.
    select from evidence as kept
    where kept.case_id = latest.id and kind = of_kind and source_id = source and kept_at > texts_as_of
  )
$$;

create function chapters_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('story', old.story_id, 'chapter', old.id, old.title, old.content);
  return null;
end $$;
create trigger chapters_keep_evidence_changed after update of title, content on chapters for each row
  when ((old.title, old.content) is distinct from (new.title, new.content)) execute function chapters_keep_evidence();
create trigger chapters_keep_evidence_deleted after delete on chapters
  for each row execute function chapters_keep_evidence();

create function stories_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('story', old.id, 'story', old.id, old.title, old.synopsis);
  return null;
end $$;
create trigger stories_keep_evidence_changed after update of title, synopsis on stories for each row
  when ((old.title, old.synopsis) is distinct from (new.title, new.synopsis)) execute function stories_keep_evidence();
create trigger stories_keep_evidence_deleted after delete on stories
  for each row execute function stories_keep_evidence();

create function accounts_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('author', old.id, 'author', old.id,
    concat_ws(' · ', nullif(old.display_name, ''), old.username, old.profile_picture_url), old.bio);
  return null;
end $$;
create trigger accounts_keep_evidence_changed after update of username, display_name, bio, profile_picture_url on accounts
  for each row when ((old.username, old.display_name, old.bio, old.profile_picture_url)
    is distinct from (new.username, new.display_name, new.bio, new.profile_picture_url))
  execute function accounts_keep_evidence();
create trigger accounts_keep_evidence_deleted after delete on accounts
  for each row execute function accounts_keep_evidence();

-- ── How cases follow ──────────────────────────────────────────────────────────────────────────────────────
-- Comes after the rows of stories and accounts are locked, in every transaction.
create function hold_subject(of_subject text, of_id bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(of_subject || ' ' || of_id, 3))
$$;

create function moderation_follow(of_subject text, of_id bigint) returns void language plpgsql as $$
declare
  of_story bigint := case of_subject when 'story' then of_id end;
  of_author bigint := case of_subject when 'author' then of_id end;
  open record;
  is_withheld boolean;
begin
  perform hold_subject(of_subject, of_id);
  select count(*) filter (where kind = 'report')::integer as reports,
    count(*) filter (where kind = 'takedown')::integer as takedowns,
    count(*) filter (where kind = 'appeal')::integer as appeals,
    min(items.since) as since, coalesce(bool_or(items.is_grave), false) as is_grave
  into open from (
    select 'report' as kind, created_at as since, is_grave from reports
      where decided_at is null and (story_id = of_story or author_id = of_author)
    union all
    select 'appeal', created_at, false from appeals
      where answered_at is null and subject = of_subject and subject_id = of_id
    union all
    select 'takedown', greatest(waiting_since, last.put_back_from::timestamp at time zone 'UTC'),
      names_grave_harm(concat_ws(' ', content_description, reason, additional_info))
      from takedown_requests as request left join lateral (
        select put_back_from from takedown_steps where request_id = request.id order by id desc limit 1
      ) as last on true
      where waiting_since is not null
        and (story_id = of_story or (of_subject = 'takedown' and request.id = of_id and story_id is null))
  ) as items;
  if open.reports + open.takedowns + open.appeals > 0 then
    update moderation_cases set report_count = open.reports, takedown_count = open.takedowns,
      appeal_count = open.appeals, is_grave = open.is_grave, since = open.since, revision = revision + 1,
      texts_as_of = clock_timestamp()
      where subject = of_subject and subject_id = of_id and closed_at is null;
    if found then return; end if;
    insert into moderation_cases
      (subject, subject_id, story_title, author_id, author_name, report_count, takedown_count, appeal_count, is_grave, since)
    select of_subject, of_id, title, accounts.id, username,
      open.reports, open.takedowns, open.appeals, open.is_grave, open.since
    from (select) as one
    left join stories on stories.id = of_story
    left join accounts on accounts.id = coalesce(author_id, of_author);
    return;
  end if;
  is_withheld := exists (select from story_withholdings where story_id = of_story)
    or exists (select from accounts where id = of_author and suspended_at is not null);
  update moderation_cases set report_count = 0, takedown_count = 0, appeal_count = 0, is_grave = false,
    revision = revision + 1,
    closed_at = case when by_hand_at is null then clock_timestamp() end,
    texts_as_of = case when by_hand_at is not null or is_withheld then clock_timestamp() end
    where subject = of_subject and subject_id = of_id and closed_at is null;
end $$;

create function reports_follow() returns trigger language plpgsql as $$
declare
  report reports := coalesce(new, old);
begin
  perform case when report.story_id is not null then moderation_follow('story', report.story_id)
    else moderation_follow('author', report.author_id) end;
  return null;
end $$;
create trigger reports_follow after insert or delete or update of reason, category, decided_at on reports
  for each row execute function reports_follow();

create function takedown_requests_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.story_id is distinct from new.story_id then
    perform case when old.story_id is null then moderation_follow('takedown', old.id)
      else moderation_follow('story', old.story_id) end;
  end if;
  perform case when new.story_id is null then moderation_follow('takedown', new.id)
    else moderation_follow('story', new.story_id) end;
  return null;
end $$;
create trigger takedown_requests_follow after insert or update of waiting_since, story_id on takedown_requests
  for each row execute function takedown_requests_follow();

create function appeals_follow() returns trigger language plpgsql as $$
declare
  appeal appeals := coalesce(new, old);
begin
  perform moderation_follow(appeal.subject, appeal.subject_id);
  return null;
end $$;
create trigger appeals_follow after insert or delete or update of answered_at on appeals
  for each row execute function appeals_follow();

-- ── What is deleted while it is before a moderator ────────────────────────────────────────────────────────
-- Grave reports stay open, with what they are about as evidence; everything else has settled itself.
create function subject_is_gone(of_subject text, of_id bigint) returns void language plpgsql as $$
declare
  of_story bigint := case of_subject when 'story' then of_id end;
  of_author bigint := case of_subject when 'author' then of_id end;
  is_kept boolean;
begin
  perform hold_subject(of_subject, of_id);
  update moderation_cases set gone_at = clock_timestamp()
    where subject = of_subject and subject_id = of_id and closed_at is null and is_grave;
  is_kept := found;
  delete from reports
    where (story_id = of_story or author_id = of_author)
      and (decided_at is not null or not is_kept);
  delete from appeals where subject = of_subject and subject_id = of_id and answered_at is null;
  update moderation_cases set by_hand_at = null, closed_at = clock_timestamp(), gone_at = clock_timestamp()
    where subject = of_subject and subject_id = of_id and closed_at is null and not is_kept and takedown_count = 0;
end $$;

create function stories_are_gone() returns trigger language plpgsql as $$
begin
  perform subject_is_gone('story', old.id);
  return old;
end $$;
create trigger stories_are_gone before delete on stories for each row execute function stories_are_gone();

create function accounts_are_gone() returns trigger language plpgsql as $$
begin
  perform subject_is_gone('author', old.id);
  return old;
end $$;
-- By its name after accounts_lock_stories.
create trigger accounts_pass_cases before delete on accounts for each row execute function accounts_are_gone();
