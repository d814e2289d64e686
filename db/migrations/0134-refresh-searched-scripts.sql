-- Up Migration

-- Words inside sentences without spaces, and words beside Arabic signs, are found from now on. The job
-- "refresh-searched-scripts" indexes the stories that have them again; a new site has neither stories nor, yet, a queue of
-- jobs.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job('refresh-searched-scripts', '{"above": 0}', job_key => 'refresh-searched-scripts');
end $$;
