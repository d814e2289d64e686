import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '#app/api.ts';
import { inProcessApi } from '#platform/http/implemented-call.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { homePageLoader } from './loaders.ts';

const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const mira = await db
  .selectFrom('pen_names')
  .select('id')
  .where('username', '=', people.mira)
  .executeTakeFirst();
await db.updateTable('stories').set({ featured_at: new Date() }).where('id', '=', stories.ferry.id).execute();

/** The story that leads the home page. */
async function leading(query: string, hidden = ''): Promise<string | undefined> {
  const page = await homePageLoader({
    api: inProcessApi(api, context),
    params: {},
    url: new URL(`http://localhost/?${query}`),
    remoteImages: 'click',
    ...{ hidden, savedFilters: '' },
  });
  return page.featured?.slug;
}

test('a featured story leads the home page if its list shows it', async () => {
  const { slug } = stories.ferry;
  const hidden = `a=${mira?.id}`;
  assert.equal(await leading(''), slug);
  assert.equal(await leading('page=2'), undefined);
  assert.equal(await leading('authors=nobody'), undefined);
  assert.equal(await leading('', hidden), undefined);
  assert.equal(await leading('show_hidden=true', hidden), slug);
  // The refused part is left out of the filter, here as in the list.
  assert.equal(await leading('min_words=many'), slug);
  assert.equal(await leading('min_words=many&authors=nobody'), undefined);
});
