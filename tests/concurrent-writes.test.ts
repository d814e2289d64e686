import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { apiCalls } from './support/api-calls.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/** Many authors, or one in many tabs, write at the same moment: nothing fails, and every counter is right. */

const { context } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const authors = await Promise.all(
  ['ada', 'bea', 'cleo', 'dora'].map((username) => signedIn(context, username)),
);
const [ada] = authors as [(typeof authors)[0], ...typeof authors];
type Answer = Awaited<ReturnType<typeof call>>;

const authorAt = (index: number) => authors[index % authors.length] ?? ada;
const text = (content: string) => ({ title: 'One', content: `<p>${content}</p>` });

function atOnce(count: number, one: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

async function makeStory(author: typeof ada, title: string, tags: string[] = []): Promise<Story> {
  const { status, body } = await call(author, 'POST', '/stories', { title, tags });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

function statuses(answers: Answer[]): number[] {
  return [...new Set(answers.map((answer) => answer.status))].sort();
}

/** Every stored counter that differs from its rows. */
async function miscounts(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'chapters of' as what, s.id::text as which from stories s
      where chapter_count <> (select count(*) from chapters c where c.story_id = s.id and c.trashed_at is null)
        or word_count <> (select coalesce(sum(c.word_count), 0) from chapters c
          where c.story_id = s.id and c.trashed_at is null)
        or (published_at is null) <> (chapter_count = 0 or trashed_at is not null)
    union all select 'stories of', account_id::text from author_stats a
      where story_count <> (select count(*) from stories where author_id = a.account_id and published_at is not null)
    union all select 'stories tagged', name from tags t
      where story_count <> (select count(*) from story_tags st join stories s on s.id = story_id
        where st.tag_id = t.id and s.published_at is not null)
    union all select 'tag rows of', story_id::text from story_tags st join stories s on s.id = story_id
      where st.published_at is distinct from s.published_at
    union all select 'all listed', '' from story_totals
      where listed <> (select count(*) from stories where published_at is not null)
    union all select 'all authors and tags', '' from browse_totals
      where authors <> (select count(*) from author_stats where story_count > 0)
        or tags <> (select count(*) from tags where story_count > 0)`.execute(db);
  return rows;
}

test('twenty stories with one title, created at once, all get a slug', async () => {
  const mine = await atOnce(20, () => call(ada, 'POST', '/stories', { title: 'The Same Idea' }));
  const ours = await atOnce(20, (index) =>
    call(authorAt(index), 'POST', '/stories', { title: 'Everybody’s Idea' }),
  );
  for (const answers of [mine, ours]) {
    assert.deepEqual(statuses(answers), [201]);
    assert.equal(new Set(answers.map((answer) => answer.body.data.slug)).size, 20);
  }
});

test('twenty chapters, added at once, all get a different order', async () => {
  const story = await makeStory(ada, 'Twenty Chapters', ['twenty']);
  const answers = await atOnce(20, () =>
    call(ada, 'POST', `/stories/${story.id}/chapters`, text('Two words.')),
  );
  assert.deepEqual(statuses(answers), [201]);
  const orders = answers.map((answer) => answer.body.data.order).sort((a, b) => a - b);
  assert.deepEqual(
    orders,
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  const { data } = (await call(undefined, 'GET', `/stories/${story.id}`)).body;
  assert.deepEqual([data.chapter_count, data.word_count], [20, 40]);
  assert.deepEqual(await miscounts(), []);
});

test('one of many simultaneous requests for a slug gets it', async () => {
  const stories = await Promise.all(authors.map((author, index) => makeStory(author, `Wants ${index}`)));
  const answers = await Promise.all(
    stories.map((story, index) =>
      call(authorAt(index), 'PUT', `/stories/${story.id}`, { title: story.title, slug: 'the-one' }),
    ),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409]);
});

test('one of two conflicting saves is stored, the other gets a conflict', async () => {
  const story = await makeStory(ada, 'Two Saves');
  const { data } = (await call(ada, 'POST', `/stories/${story.id}/chapters`, text('Opened.'))).body;
  const path = `/stories/${story.id}/chapters/${data.id}`;
  const answers = await atOnce(8, (index) =>
    call(ada, 'PUT', path, { ...text(`Tab ${index}.`), expected_updated_at: data.updated_at }),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409, 409, 409, 409, 409]);
  const stored = answers.find((answer) => answer.status === 200)?.body.data.content;
  assert.equal((await call(undefined, 'GET', path)).body.data.content, stored);
  assert.equal((await call(ada, 'GET', `${path}/versions`)).body.data.versions.length, 1);
});

test('a chapter that is edited, restored and deleted at once is deleted, and the counts are exact', async () => {
  const story = await makeStory(ada, 'Changed and Deleted', ['fleeting']);
  const { data } = (await call(ada, 'POST', `/stories/${story.id}/chapters`, text('There.'))).body;
  await call(ada, 'POST', `/stories/${story.id}/chapters`, text('Stays.'));
  const path = `/stories/${story.id}/chapters/${data.id}`;
  await call(ada, 'PUT', path, text('A version.'));
  const [version] = (await call(ada, 'GET', `${path}/versions`)).body.data.versions;
  const answers = await atOnce(24, (index) => {
    if (index === 9) return call(ada, 'DELETE', path);
    if (index % 3 === 0) return call(ada, 'POST', `${path}/versions/${version.id}/restore`);
    return call(ada, 'PUT', path, text(`Change number ${index}.`));
  });
  for (const status of statuses(answers)) assert.ok(status === 200 || status === 404, String(status));
  assert.equal(answers[9]?.status, 200);
  assert.equal((await call(undefined, 'GET', path)).status, 404);
  assert.deepEqual(await miscounts(), []);
});

test('a story that is edited, extended and deleted at once is deleted, and the counts are exact', async () => {
  for (let round = 0; round < 4; round++) {
    const story = await makeStory(ada, 'Written On and Deleted', ['one', 'two', 'three']);
    const path = `/stories/${story.id}`;
    await call(ada, 'POST', `${path}/chapters`, text('There.'));
    const answers = await atOnce(20, (index) => {
      if (index === 4 * round + 2) return call(ada, 'DELETE', path);
      if (index % 2 === 0) return call(ada, 'POST', `${path}/chapters`, text(`Chapter ${index}.`));
      return call(ada, 'PUT', path, {
        title: `Title ${index}`,
        slug: story.slug,
        tags: [`tag ${index}`, 'two'],
      });
    });
    for (const status of statuses(answers)) assert.ok([200, 201, 404].includes(status), String(status));
    assert.equal((await call(undefined, 'GET', path)).status, 404);
    assert.deepEqual(await miscounts(), []);
  }
});

test('a new title waits for nobody who counts the author’s stories', async () => {
  const story = await makeStory(ada, 'Renamed', ['alpha']);
  assert.equal((await call(ada, 'POST', `/stories/${story.id}/chapters`, text('Listed.'))).status, 201);
  await db.transaction().execute(async (transaction) => {
    await sql`select from author_stats where account_id = ${ada.id} for no key update`.execute(transaction);
    const { status } = await call(ada, 'PUT', `/stories/${story.id}`, {
      title: 'Renamed Twice',
      slug: story.slug,
      tags: ['beta'],
    });
    assert.equal(status, 200);
  });
});

test('simultaneous tag changes, deletions and summing cause no deadlock', async () => {
  const sets = [
    ['alpha', 'gamma', 'zeta', 'eta'],
    ['theta', 'beta', 'epsilon', 'delta'],
  ];
  const stories = await Promise.all(
    Array.from({ length: 12 }, (_, index) => makeStory(authorAt(index), `Tagged ${index}`, sets[index % 2])),
  );
  const paths = stories.map((story) => `/stories/${story.id}`);
  const listing = await atOnce(12, (index) =>
    call(authorAt(index), 'POST', `${paths[index]}/chapters`, text('Listed.')),
  );
  assert.deepEqual(statuses(listing), [201]);
  for (let round = 1; round <= 6; round++) {
    const storyIds = stories.map((story) => story.id);
    const summing = [updateRankings(context, storyIds), updateRankings(context, storyIds.toReversed())];
    const changing = await atOnce(12, (index) => {
      const path = paths[index] ?? '';
      if (index === 2 * round - 1) return call(authorAt(index), 'DELETE', path);
      const tags = [...(sets[(index + round) % 2] ?? []), `new in round ${round}`];
      return call(authorAt(index), 'PUT', path, { title: 'Tagged Anew', slug: stories[index]?.slug, tags });
    });
    await Promise.all(summing);
    for (const status of statuses(changing)) assert.ok([200, 404].includes(status), String(status));
    assert.deepEqual(await miscounts(), []);
  }
});

test('one of many simultaneous requests for a pen name gets it, and nobody gets more than ten', async () => {
  const wanted = await atOnce(8, (index) =>
    call(authorAt(index), 'POST', '/pen-names', { username: 'wanted-by-all' }),
  );
  assert.deepEqual(wanted.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
  const eve = await signedIn(context, 'eve');
  const many = await atOnce(14, (index) => call(eve, 'POST', '/pen-names', { username: `eve-${index}` }));
  assert.equal(many.filter(({ status }) => status === 201).length, 10);
  assert.equal((await call(eve, 'GET', '/pen-names')).body.data.pen_names.length, 11);
});

test('things that are followed, reported, proposed or hidden at once in many tabs are stored once', async () => {
  const story = await makeStory(authors[1] ?? ada, 'Followed', ['slow burn', 'slowly burning']);
  assert.equal(
    (await call(authors[1], 'POST', `/stories/${story.id}/chapters`, text('Listed.'))).status,
    201,
  );
  const writes: ['POST' | 'PUT', string, object, table: string][] = [
    ['POST', '/follows', { kind: 'story', id: story.id, mail: 'none' }, 'follows'],
    ['POST', `/stories/${story.id}/report`, { reason: 'It copies a novel of mine.' }, 'reports'],
    ['POST', '/tags/proposals', { tag: 'slowly burning', canonical: 'slow burn' }, 'tag_proposals'],
    ['PUT', `/hidden/stories/${story.id}`, {}, 'hidden_items'],
    ['PUT', '/hidden', { tags: [900_001] }, 'unfound_hidden_items'],
  ];
  for (const [method, path, body, table] of writes) {
    const answers = await atOnce(8, () => call(ada, method, path, body));
    for (const status of statuses(answers)) assert.ok(status === 200 || status === 201, `${path} ${status}`);
    const { rows } = await sql`select from ${sql.table(table)}`.execute(db);
    assert.equal(rows.length, 1, table);
  }
});
