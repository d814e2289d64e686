-- Up Migration

-- All apostrophes are the same in the keys of tags from now on. The job "replace-stale-tag-keys" derives them again; a new
-- site has neither tags nor, yet, a queue of jobs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job('replace-stale-tag-keys', job_key => 'replace-stale-tag-keys');
end $$;
