-- Up Migration

-- Colleagues can undo an action on several rows, and the removal of a wave of comments, also when the moderator has left.
-- Both tables are small. An author's removals go with the account, by accounts_withdraw_comments().
alter table bulk_actions
  alter column actor_id drop not null,
  drop constraint bulk_actions_actor_id_fkey,
  add constraint bulk_actions_actor_id_fkey foreign key (actor_id) references accounts (id) on delete set null;
alter table comment_sweeps
  alter column account_id drop not null,
  drop constraint comment_sweeps_account_id_fkey,
  add constraint comment_sweeps_account_id_fkey foreign key (account_id) references accounts (id) on delete set null;
