-- Up Migration

-- The subject of a mail, for kinds whose words are made again when it goes out: ids alone, as JSON.
alter table outbox_mails add column made_from text;
