-- Up Migration

-- Words with vowel signs, Korean words and words of scripts without spaces are counted otherwise from now on. The job
-- "recount-words" counts the texts that have them again; a new site has neither texts nor, yet, a queue of jobs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job('recount-words', '{"table": "chapters", "above": 0}', job_key => 'recount-words');
end $$;
