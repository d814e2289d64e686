-- Up Migration

alter table moderation_entries drop constraint moderation_entries_action_check;
alter table moderation_entries add constraint moderation_entries_action_check check (action in (
  'open', 'dismiss', 'hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold',
  'takedown-removed', 'takedown-rejected', 'takedown-put-back', 'takedown-linked',
  'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'spam', 'not-spam'));

-- A reason of its own, so that undoing it leaves every other reason in force.
alter table story_withholdings drop constraint story_withholdings_cause_check;
alter table story_withholdings add constraint story_withholdings_cause_check
  check (cause in ('decision', 'takedown', 'suspension', 'spam'));

-- An account that was marked as spam, with what that changed beside the withheld stories: undoing restores exactly this.
create table spam_marks (
  account_id bigint primary key references accounts on delete cascade,
  entry_id bigint not null references moderation_entries,
  -- Whether the account was suspended, or withheld, by this mark and not before.
  has_suspended boolean not null,
  has_withheld boolean not null,
  -- Reports that it decided, cases that it closed, and those among them that a moderator had opened without a report.
  report_ids bigint[] not null,
  case_ids bigint[] not null,
  by_hand_case_ids bigint[] not null
);
create index spam_marks_by_entry on spam_marks (entry_id);
