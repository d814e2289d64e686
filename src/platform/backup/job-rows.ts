import '../server-only.ts';
import type pg from 'pg';
import type { RowGroup } from './table-rows.ts';

// graphile-worker's own tables change with its releases, so a backup holds the arguments that jobs were added with.
const jobColumns = [
  ...['task.identifier', 'job.payload::text', 'queue.queue_name', 'job.run_at::text'],
  ...[
    'job.max_attempts::text',
    'job.key',
    'job.priority::text',
    'array_to_json(array(select jsonb_object_keys(job.flags)))',
  ],
];

/** The jobs that were waiting or under way, without those that had failed permanently. */
export async function* pendingJobs(client: pg.Client): AsyncGenerator<RowGroup> {
  const { rows } = await client.query<{ line: string }>(`
    select json_build_array(${jobColumns.join(', ')})::text as line
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
    where job.attempts < job.max_attempts order by job.run_at, job.id`);
  if (rows.length > 0) yield { lines: `${rows.map(({ line }) => line).join('\n')}\n`, rows: rows.length };
}

/** Adds the same jobs again. */
export async function restoreJobs(client: pg.Client, lines: string[]): Promise<void> {
  await client.query(
    `select graphile_worker.add_job(
      identifier => line ->> 0, payload => (line ->> 1)::json, queue_name => line ->> 2,
      run_at => (line ->> 3)::timestamptz, max_attempts => (line ->> 4)::integer, job_key => line ->> 5,
      priority => (line ->> 6)::integer,
      flags => nullif(array(select json_array_elements_text(line -> 7)), '{}'))
    from json_array_elements($1::json) as line`,
    [`[${lines.join(',')}]`],
  );
}
