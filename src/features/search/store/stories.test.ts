import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ANY_STORY } from '#features/stories/service/list-view.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { findTitles } from './stories.ts';

const { context } = await testDatabase();
const { db } = context;
const prolific = await signedIn(context, 'prolific');
const other = await signedIn(context, 'other');

test('a similar title that passes the filter is found among many that do not', async () => {
  await sql`insert into stories (author_id, title, slug, chapter_count)
    select ${other.id}::bigint, 'A Long Winter in the Hills', 'in-the-hills', 1
    union all select ${prolific.id}::bigint, 'A Long Winter', 'a-long-winter-' || n, 1 from generate_series(1, 60) as n`.execute(
    db,
  );
  const query = { matching: "'winter' & 'long'", any: "'winter' | 'long'" };
  const titles = await findTitles(db, query, {
    tagIds: [],
    filter: { ...ANY_STORY, authorIds: [other.id] },
  });
  assert.deepEqual(
    titles.map(({ slug }) => slug),
    ['in-the-hills'],
  );
});
