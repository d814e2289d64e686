import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { searchMessages } from '../contract.ts';

const { context } = await testDatabase();
const { db } = context;
const prolific = await signedIn(context, 'prolific');
const other = await signedIn(context, 'other');
const request = await createRequester(await testServer(context));

// The one story of the other author is the last in each order.
await sql`insert into stories (author_id, title, slug, word_count, chapter_count, ranked_upvote_count, published_at)
  values (${other.id}, 'Alone', 'alone', 7, 1, 0, now() - interval '1 year')`.execute(db);
// A statement for all of them would take too long on a busy machine.
for (let from = 1; from <= 1100; from += 100)
  await sql`insert into stories (author_id, title, slug, word_count, chapter_count, ranked_upvote_count, published_at)
    select ${prolific.id}::bigint, 'Many ' || n, 'many-' || n, 100, 1, 5, now()
    from generate_series(${from}::integer, ${from + 99}::integer) as n`.execute(db);

for (const filter of ['authors=other', 'max_words=50', 'not_authors=prolific'])
  test(`a search by ${filter} alone finds what a list finds, however long the list of all stories is`, async () => {
    const list = await request(`GET /frontpage?${filter}`);
    assert.equal(list.data.pagination.total, 1);
    for (const sort of ['relevance', 'newest', 'popular', 'trending', 'updated']) {
      const { data } = await request(`GET /search?${filter}&sort=${sort}`);
      assert.deepEqual(
        [data.stories[0]?.slug, data.pagination.stories.total, data.is_complete],
        ['alone', 1, true],
      );
    }
  });

test('a search by filter alone says that it gives no more than its first stories', async () => {
  const { data, message } = await request('GET /search?authors=prolific');
  assert.deepEqual(
    [data.pagination.stories.total, data.is_complete, message],
    [600, false, searchMessages.incomplete],
  );
});
