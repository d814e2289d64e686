-- Up Migration

-- The reason of the story's author for removing a comment that the staff has removed since; null where the author had not.
alter table comments add column author_removal_reason text;
