import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { MAX_FEATURED_STORIES } from '../contract/stories.ts';
import { storyOrder } from './orders.ts';

/**
 * Features again the story among the latest featured ones that was featured first, if none has been featured since a time.
 * A single featured story stays as it is.
 */
export async function featureEarliestAgain(
  connection: Connection,
  { since, leadFrom }: { since: Date; leadFrom: Date },
): Promise<void> {
  await sql`
    with latest as (
      select id, featured_at from stories where published_at is not null and featured_at is not null
      order by ${storyOrder('featured')} limit ${MAX_FEATURED_STORIES}
    ),
    earliest as (
      select id from latest
      where (select count(*) > 1 and max(featured_at) <= ${since} from latest)
      order by featured_at, id limit 1
    ),
    lead as (update stories set featured_at = ${leadFrom} where id in (select id from earliest) returning id)
    insert into weekly_leads (story_id, led_at) select id, ${leadFrom} from lead
    on conflict (story_id) do update set led_at = excluded.led_at`.execute(connection);
}
