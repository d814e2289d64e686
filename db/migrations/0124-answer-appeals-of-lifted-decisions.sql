-- Up Migration

-- An older release left appeals open whose decision was lifted outside of their case. They are answered by what lifted it,
-- at that time; the author was told of it then, so that no mail follows. The trigger on appeals closes their cases.
update appeals set answered_at = lifting.happened_at, answer_id = lifting.id
from moderation_entries as decision
cross join lateral (
  select later.id, later.happened_at from moderation_entries as later
  where later.id > decision.id and case
    when decision.action in ('spam', 'suspend')
      then later.action in ('not-spam', 'reinstate') and later.account_id = decision.account_id
    when decision.action in ('hide', 'remove') then later.action = 'restore' and later.story_id = decision.story_id
    when decision.action = 'hide-list' then later.action = 'restore-list' and later.list_id = decision.list_id
    when decision.action = 'remove-comment'
      then later.action = 'restore-comment' and later.comment_id = decision.comment_id
    -- Warnings can be lifted one by one.
    when decision.action = 'warn' then later.action = 'unwarn' and later.story_id = decision.story_id
      and later.chapter_id is not distinct from decision.chapter_id
      and not exists (select from unnest(decision.warnings) as added (name) where name = any (case
        when decision.chapter_id is null then (select staff_warnings from stories where stories.id = decision.story_id)
        else (select staff_warnings from chapters where chapters.id = decision.chapter_id) end))
    else false end
  order by later.id desc limit 1
) as lifting
where appeals.entry_id = decision.id and appeals.answered_at is null
  -- A suspension that outlasts the undoing of a spam mark is still in force.
  and not (decision.action in ('spam', 'suspend') and exists (
    select from accounts where accounts.id = decision.account_id and suspended_at is not null
      and not exists (select from moderation_entries as again where again.account_id = accounts.id
        and again.action in ('spam', 'suspend') and again.id > decision.id)));
