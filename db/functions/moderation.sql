-- Cases follow reports, appeals and requests. Texts that change before a decision are stored as evidence.

-- Words that name minors or a lack of consent. A false hit is harmless: the report is only read earlier.
create or replace function names_grave_harm(words text) returns boolean language sql immutable parallel safe
  return words ~* (
    '\m(minors?|under-?\s?aged?|child|children|childhood|kids?|toddlers?|infants?|pre-?\s?teens?|teens?|teenage|teenaged'
    || '|teenagers?|adolescents?|juveniles?|school-?\s?(girls?|boys?|kids?|child|children)|lolita|loli|shota|csam|csem'
    || '|pa?edo\w*|grooming|groomed|molest\w*'
    || '|(1[0-7]|[1-9])[ -]?(years?[ -]?old|y[./]?o)'
    || '|(nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)[ -]years?[ -]?old'
    || '|non-?\s?consen\w*|consent\w*|dub-?con|non-?con|rape|raped|rapes|rapist|raping'
    || '|without (his|her|their|my|our|any) (knowledge|permission|agreement)|against (his|her|their|my|our) will'
    || '|revenge porn|hidden camera|deep-?\s?fakes?)\M');

-- Locks a case's subject until the transaction ends. Rows of stories and accounts are locked before, never after.
create or replace function hold_subject(of_subject text, of_id bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(of_subject || ' ' || of_id, 3))
$$;

-- Opens, updates or closes the case of a subject by its open reports, appeals and takedown requests.
create or replace function moderation_follow(of_subject text, of_id bigint) returns void language plpgsql as $$
declare
  of_story bigint := case of_subject when 'story' then of_id end;
  of_author bigint := case of_subject when 'author' then of_id end;
  of_list bigint := case of_subject when 'list' then of_id end;
  of_comment bigint := case of_subject when 'comment' then of_id end;
  open record;
  is_withheld boolean;
begin
  perform hold_subject(of_subject, of_id);
  select count(*) filter (where kind = 'report')::integer as reports,
    count(*) filter (where kind = 'takedown')::integer as takedowns,
    count(*) filter (where kind = 'appeal')::integer as appeals,
    min(items.since) as since, coalesce(bool_or(items.is_grave), false) as is_grave,
    coalesce(bool_or(items.is_trusted), false) as is_trusted
  into open from (
    select 'report' as kind, created_at as since, is_grave, trusted_flagger_id is not null as is_trusted from reports
      where decided_at is null and (story_id = of_story or owner_id = of_author or list_id = of_list
        or comment_id = of_comment)
    union all
    select 'appeal', created_at, false, false from appeals
      where answered_at is null and subject = of_subject and subject_id = of_id
    union all
    select 'takedown', greatest(waiting_since, last.put_back_from::timestamp at time zone 'UTC'),
      names_grave_harm(concat_ws(' ', content_description, reason, additional_info)), trusted_flagger_id is not null
      from takedown_requests as request left join lateral (
        select put_back_from from takedown_steps where request_id = request.id order by id desc limit 1
      ) as last on true
      where waiting_since is not null
        and (story_id = of_story or (of_subject = 'takedown' and request.id = of_id and story_id is null))
  ) as items;
  if open.reports + open.takedowns + open.appeals > 0 then
    update moderation_cases set report_count = open.reports, takedown_count = open.takedowns,
      appeal_count = open.appeals, is_grave = open.is_grave, is_trusted = open.is_trusted, since = open.since, revision = revision + 1,
      texts_as_of = clock_timestamp()
      where subject = of_subject and subject_id = of_id and closed_at is null;
    if found then return; end if;
    insert into moderation_cases
      (subject, subject_id, story_title, list_title, comment_excerpt, author_id, author_name,
        report_count, takedown_count, appeal_count, is_grave, is_trusted, since)
    select of_subject, of_id, stories.title, shelves.title, left(comments.content, 80), accounts.id, username,
      open.reports, open.takedowns, open.appeals, open.is_grave, open.is_trusted, open.since
    from (select) as one
    left join stories on stories.id = of_story
    left join shelves on shelves.id = of_list
    left join comments on comments.id = of_comment
    left join accounts on accounts.id
      = coalesce(account_of(stories.author_id), of_author, shelves.owner_id, comments.account_id);
    return;
  end if;
  is_withheld := exists (select from story_withholdings where story_id = of_story)
    or exists (select from list_withholdings where shelf_id = of_list)
    or exists (select from comment_withholdings where comment_id = of_comment)
    or exists (select from accounts where id = of_author and suspended_at is not null);
  update moderation_cases set report_count = 0, takedown_count = 0, appeal_count = 0, is_grave = false, is_trusted = false,
    revision = revision + 1,
    closed_at = case when by_hand_at is null then clock_timestamp() end,
    texts_as_of = case when by_hand_at is not null or is_withheld then clock_timestamp() end
    where subject = of_subject and subject_id = of_id and closed_at is null;
end $$;

create or replace function reports_follow() returns trigger language plpgsql as $$
declare
  report reports := coalesce(new, old);
begin
  perform case when report.story_id is not null then moderation_follow('story', report.story_id)
    when report.list_id is not null then moderation_follow('list', report.list_id)
    when report.comment_id is not null then moderation_follow('comment', report.comment_id)
    else moderation_follow('author', report.owner_id) end;
  return null;
end $$;

create or replace trigger reports_follow after insert or delete or update of reason, category, decided_at, trusted_flagger_id on reports
  for each row execute function reports_follow();

-- Transparency reports count what was reported also after its deletion; who reported it and why is forgotten.
create or replace function reports_are_counted_on() returns trigger language plpgsql as $$
begin
  insert into forgotten_reports (received_on, subject, is_grave, by_guest, by_trusted, decided_on, is_upheld, hours)
  values ((old.created_at at time zone 'UTC')::date,
    case when old.story_id is not null then 'story' when old.author_id is not null then 'author'
      when old.list_id is not null then 'list' else 'comment' end,
    old.is_grave, old.is_from_guest, old.trusted_flagger_id is not null and not old.is_from_guest,
    (old.decided_at at time zone 'UTC')::date, old.decision <> 'dismissed',
    extract(epoch from old.decided_at - old.created_at) / 3600);
  return null;
end $$;

create or replace trigger reports_are_counted_on after delete on reports
  for each row execute function reports_are_counted_on();

create or replace function appeals_follow() returns trigger language plpgsql as $$
declare
  appeal appeals := coalesce(new, old);
begin
  perform moderation_follow(appeal.subject, appeal.subject_id);
  return null;
end $$;

create or replace trigger appeals_follow after insert or delete or update of answered_at on appeals
  for each row execute function appeals_follow();

create or replace function takedown_requests_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.story_id is distinct from new.story_id then
    perform case when old.story_id is null then moderation_follow('takedown', old.id)
      else moderation_follow('story', old.story_id) end;
  end if;
  perform case when new.story_id is null then moderation_follow('takedown', new.id)
    else moderation_follow('story', new.story_id) end;
  return null;
end $$;

create or replace trigger takedown_requests_follow after insert or update of waiting_since, story_id, trusted_flagger_id on takedown_requests
  for each row execute function takedown_requests_follow();

-- An appeal goes with the account that made it. Transparency reports go on counting it once it is answered; its words are forgotten.
create or replace function appeals_are_counted_on() returns trigger language plpgsql as $$
begin
  insert into forgotten_appeals (received_on, answered_on, is_granted, hours)
  select (old.created_at at time zone 'UTC')::date, (old.answered_at at time zone 'UTC')::date, action <> 'uphold',
    extract(epoch from old.answered_at - old.created_at) / 3600
  from moderation_entries where id = old.answer_id;
  return null;
end $$;

create or replace trigger appeals_are_counted_on after delete on appeals
  for each row when (old.answered_at is not null) execute function appeals_are_counted_on();

-- Closes the case of a deleted subject. A severe one stays open, with its reports and the evidence.
create or replace function subject_is_gone(of_subject text, of_id bigint) returns void language plpgsql as $$
declare
  of_story bigint := case of_subject when 'story' then of_id end;
  of_author bigint := case of_subject when 'author' then of_id end;
  of_list bigint := case of_subject when 'list' then of_id end;
  of_comment bigint := case of_subject when 'comment' then of_id end;
  is_kept boolean;
begin
  perform hold_subject(of_subject, of_id);
  update moderation_cases set gone_at = clock_timestamp()
    where subject = of_subject and subject_id = of_id and closed_at is null and is_grave;
  is_kept := found;
  delete from reports
    where (story_id = of_story or owner_id = of_author or list_id = of_list or comment_id = of_comment)
      and (decided_at is not null or not is_kept);
  delete from appeals where subject = of_subject and subject_id = of_id and answered_at is null;
  update moderation_cases set by_hand_at = null, closed_at = clock_timestamp(), gone_at = clock_timestamp()
    where subject = of_subject and subject_id = of_id and closed_at is null and not is_kept and takedown_count = 0;
end $$;

create or replace function stories_are_gone() returns trigger language plpgsql as $$
begin
  perform subject_is_gone('story', old.id);
  return old;
end $$;

create or replace trigger stories_are_gone before delete on stories for each row execute function stories_are_gone();

create or replace function accounts_are_gone() returns trigger language plpgsql as $$
begin
  perform subject_is_gone('author', old.id);
  return old;
end $$;

-- Runs after accounts_lock_stories, by the order of their names.
create or replace trigger accounts_pass_cases before delete on accounts for each row execute function accounts_are_gone();

create or replace function shelves_are_gone() returns trigger language plpgsql as $$
begin
  perform subject_is_gone('list', old.id);
  return old;
end $$;

create or replace trigger shelves_are_gone before delete on shelves for each row execute function shelves_are_gone();

-- Most comments have no case; the lock of each that is deleted with a story would be one too many.
create or replace function comments_are_gone() returns trigger language plpgsql as $$
begin
  if exists (select from moderation_cases where subject = 'comment' and subject_id = old.id) then
    perform subject_is_gone('comment', old.id);
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger comments_are_gone before delete on comments for each row execute function comments_are_gone();

create or replace trigger comments_are_gone_but_stay after update of state on comments for each row
  when (old.state <> 'deleted' and new.state = 'deleted') execute function comments_are_gone();

-- Keeps the text of a subject of a case or a decision at its first replacement or deletion.
create or replace function keep_evidence(of_subject text, of_id bigint, of_kind text, source bigint, of_title text, of_content text)
  returns void language sql as $$
  insert into evidence (case_id, kind, source_id, title, content)
  select latest.id, of_kind, source, of_title, of_content from (
    select id, texts_as_of from moderation_cases where subject = of_subject and subject_id = of_id
    order by id desc limit 1
  ) as latest
  where texts_as_of is not null and not exists (
    -- Only the first change after texts_as_of counts.
    select from evidence as kept
    where kept.case_id = latest.id and kind = of_kind and source_id = source and kept_at > texts_as_of
  )
$$;

create or replace function stories_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('story', old.id, 'story', old.id, old.title, old.synopsis);
  return null;
end $$;

create or replace trigger stories_keep_evidence_changed after update of title, synopsis on stories for each row
  when ((old.title, old.synopsis) is distinct from (new.title, new.synopsis)) execute function stories_keep_evidence();

create or replace trigger stories_keep_evidence_deleted after delete on stories
  for each row execute function stories_keep_evidence();

create or replace function chapters_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('story', old.story_id, 'chapter', old.id, old.title,
    old.note_before || old.content || old.note_after);
  return null;
end $$;

-- A text that nobody but its author could read is no evidence.
create or replace trigger chapters_keep_evidence_changed
  after update of title, content, note_before, note_after on chapters for each row
  when ((old.state = 'published' or old.published_at is not null)
    and (old.title, old.content, old.note_before, old.note_after)
      is distinct from (new.title, new.content, new.note_before, new.note_after))
  execute function chapters_keep_evidence();

create or replace trigger chapters_keep_evidence_deleted after delete on chapters for each row
  when (old.state = 'published' or old.published_at is not null) execute function chapters_keep_evidence();

create or replace function pen_names_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('author', old.account_id, 'author', old.id,
    concat_ws(' · ', nullif(old.display_name, ''), old.username, old.profile_picture_url), old.bio);
  return null;
end $$;

create or replace trigger pen_names_keep_evidence_changed after update of username, display_name, bio, profile_picture_url on pen_names
  for each row when ((old.username, old.display_name, old.bio, old.profile_picture_url)
    is distinct from (new.username, new.display_name, new.bio, new.profile_picture_url))
  execute function pen_names_keep_evidence();

create or replace trigger pen_names_keep_evidence_deleted after delete on pen_names
  for each row execute function pen_names_keep_evidence();

-- With a list that is deleted or made private, the notes on it go.
create or replace function shelves_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('list', old.id, 'list', old.id, old.title, old.synopsis);
  if tg_op = 'DELETE' or new.visibility = 'private' then
    perform keep_evidence('list', old.id, 'note', story_id, stories.title, note)
      from shelf_stories join stories on stories.id = story_id where shelf_id = old.id and note <> '';
  end if;
  return coalesce(new, old);
end $$;

-- A shelf that nobody but its owner could read is no evidence.
create or replace trigger shelves_keep_evidence_changed after update of title, synopsis, visibility on shelves for each row
  when (old.visibility <> 'private'
    and ((old.title, old.synopsis) is distinct from (new.title, new.synopsis) or new.visibility = 'private'))
  execute function shelves_keep_evidence();

-- Before the deletion, while the list has its notes.
create or replace trigger shelves_keep_evidence_deleted before delete on shelves for each row
  when (old.visibility <> 'private') execute function shelves_keep_evidence();

create or replace function shelf_stories_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('list', old.shelf_id, 'note', old.story_id,
      coalesce((select title from stories where stories.id = old.story_id), 'A deleted story'), old.note)
    from shelves where shelves.id = old.shelf_id and shelves.visibility <> 'private';
  return null;
end $$;

create or replace trigger shelf_stories_keep_evidence_changed after update of note on shelf_stories for each row
  when (old.note <> '' and old.note <> new.note) execute function shelf_stories_keep_evidence();

create or replace trigger shelf_stories_keep_evidence_deleted after delete on shelf_stories for each row
  when (old.note <> '') execute function shelf_stories_keep_evidence();

create or replace function comments_keep_evidence() returns trigger language plpgsql as $$
begin
  perform keep_evidence('comment', old.id, 'comment', old.id, 'Comment', old.content);
  return coalesce(new, old);
end $$;

-- Named to come before comments_are_gone, which closes the case.
create or replace trigger comments_a_keep_evidence_changed after update of content on comments for each row
  when (old.content <> '' and old.content <> new.content) execute function comments_keep_evidence();

create or replace trigger comments_a_keep_evidence_deleted before delete on comments for each row
  when (old.content <> '') execute function comments_keep_evidence();

-- Texts of a suspended account are evidence until the suspension ends.
create or replace function accounts_follow_suspension() returns trigger language plpgsql as $$
begin
  update moderation_cases set texts_as_of = case when new.suspended_at is not null then clock_timestamp() end
    where subject = 'author' and subject_id = new.id and closed_at is not null
      and id = (select max(id) from moderation_cases where subject = 'author' and subject_id = new.id);
  return null;
end $$;

create or replace trigger accounts_follow_suspension after update of suspended_at on accounts for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function accounts_follow_suspension();

-- Withholds a story at the first reason and restores it when the last is gone. The caller has locked the story.
create or replace function stories_follow_withholdings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stories set withheld_at = now() where id = new.story_id and withheld_at is null;
    update moderation_cases set texts_as_of = clock_timestamp() where id = (
      select max(id) from moderation_cases where subject = 'story' and subject_id = new.story_id);
  elsif not exists (select from story_withholdings where story_id = old.story_id) then
    update stories set withheld_at = null where id = old.story_id;
    update moderation_cases set texts_as_of = null
      where subject = 'story' and subject_id = old.story_id and closed_at is not null
        and exists (select from stories where id = old.story_id);
  end if;
  return null;
end $$;

create or replace trigger stories_follow_withholdings after insert or delete on story_withholdings
  for each row execute function stories_follow_withholdings();

-- The texts of a withheld list are evidence until it is shown again. Its page, and the lists that name it, change at once.
create or replace function lists_follow_withholdings() returns trigger language plpgsql as $$
declare
  list bigint := coalesce(new.shelf_id, old.shelf_id);
begin
  update moderation_cases set texts_as_of = case tg_op when 'INSERT' then clock_timestamp() end
    where id = (select max(id) from moderation_cases where subject = 'list' and subject_id = list)
      and (tg_op = 'INSERT' or closed_at is not null) and exists (select from shelves where id = list);
  perform pg_notify('nightstand_changes', 'list ' || slug || E'\nlists') from shelves where id = list;
  return null;
end $$;

create or replace trigger lists_follow_withholdings after insert or delete on list_withholdings
  for each row execute function lists_follow_withholdings();

create or replace function comments_follow_withholdings() returns trigger language plpgsql as $$
declare
  comment bigint := coalesce(new.comment_id, old.comment_id);
begin
  update moderation_cases set texts_as_of = case tg_op when 'INSERT' then clock_timestamp() end
    where id = (select max(id) from moderation_cases where subject = 'comment' and subject_id = comment)
      and (tg_op = 'INSERT' or closed_at is not null) and exists (select from comments where id = comment);
  return null;
end $$;

create or replace trigger comments_follow_withholdings after insert or delete on comment_withholdings
  for each row execute function comments_follow_withholdings();

-- The moderation log is append-only.
create or replace function moderation_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'the log of moderation is only ever added to' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger moderation_entries_stay before update or delete on moderation_entries
  for each row execute function moderation_entries_stay();

create or replace trigger moderation_entries_stay_all before truncate on moderation_entries
  for each statement execute function moderation_entries_stay();

-- The trigger also fires in a replication role, which switches ordinary triggers off.
alter table moderation_entries enable always trigger moderation_entries_stay;
alter table moderation_entries enable always trigger moderation_entries_stay_all;
