-- Up Migration

-- The author's permission to train language models on a story, where the site leaves that to its authors.
alter table stories
  add column ai_training boolean not null default false;
