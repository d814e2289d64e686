-- Up Migration

alter table comments validate constraint comments_paragraph;

-- The readers who may suggest corrections of a published story: those who may comment on it, every member, or nobody.
alter table stories
  add column corrections text not null default 'commenters',
  add constraint stories_corrections_known check (corrections in ('commenters', 'members', 'off')) not valid;

-- author_id is the pen name under which a correction was sent. Its sender is named at the end of the chapter (given) if
-- they wish so and its author agrees.
alter table corrections
  add column author_id bigint,
  add column credit text not null default 'none',
  add constraint corrections_author foreign key (author_id) references pen_names on delete set null not valid,
  add constraint corrections_credit_known check (credit in ('none', 'wished', 'given')) not valid,
  add constraint corrections_credit_for_accepted check (credit <> 'given' or decision = 'accepted') not valid;
create index corrections_by_author on corrections (author_id) where author_id is not null;
create index corrections_credited on corrections (chapter_id, author_id) where credit = 'given';
update corrections set author_id = account_id where account_id is not null;
