-- Up Migration

-- The paragraphs of chapters that comments are about, as they were when somebody commented, with what finds them again in
-- the edited text. An empty text: it had changed before the comment came.
create table comment_paragraphs (
  id bigint primary key generated always as identity,
  chapter_id bigint not null references chapters on delete cascade,
  index integer not null check (index >= 0),
  text_hash text not null,
  text text not null,
  before text not null,
  after text not null,
  copies integer not null check (copies >= 0),
  constraint comment_paragraphs_key unique (chapter_id, index, text_hash),
  constraint comment_paragraphs_text_length check (char_length(text) <= 1000)
);

alter table comments
  add column paragraph_id bigint,
  add constraint comments_paragraph foreign key (paragraph_id) references comment_paragraphs on delete set null not valid;
create index comments_of_paragraph on comments (paragraph_id, id) where paragraph_id is not null;
