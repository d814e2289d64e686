-- Up Migration

-- Stories are found by the keys of their tags from now on. The job "refresh-searched-tags" indexes them again; a new site
-- has neither stories nor, yet, a queue of jobs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job('refresh-searched-tags', '{"above": 0}', job_key => 'refresh-searched-tags');
end $$;
