import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { addStory } from '#tests/support/add-story.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { search, suggestions } from '../contract.ts';
import { searchLibrary } from './search.ts';
import { suggest } from './suggest.ts';

const { context } = await testDatabase();
const { db } = context;
const author = await findOrCreateAccount(db, { username: 'writer' });
assert.ok(author.ok);
const authorId = author.data.id;

async function publish(title: string, text: string, visibility: 'draft' | 'public' = 'public') {
  const story = await addStory(db, { author_id: authorId, title, synopsis: '', tags: [], visibility });
  assert.ok(story.ok);
  const html = `<p>${text}</p>`;
  const chapter = await addChapter(db, { story_id: story.data.id, title: 'One', order: 1, html });
  assert.ok(chapter.ok);
  return story.data.id;
}

async function searchFor(query: string) {
  const found = await searchLibrary(context, search.input.parse({ query }));
  assert.ok(found.ok);
  return found.data;
}

async function suggestionsFor(query: string) {
  const found = await suggest(context, suggestions.input.parse({ query }));
  assert.ok(found.ok);
  return found.data.suggestions;
}

await publish('A plain tale', 'Nothing of the kind.');
const id = await publish('A tale apart', 'Her name was Zorblaxina.');
interface State {
  visibility?: 'draft' | 'members' | 'link' | 'public';
  withheld_at?: Date | null;
}
const change = (state: State) => db.updateTable('stories').set(state).where('id', '=', id).execute();
const TYPED = 'tale zorblaxinna';

for (const [state, values] of Object.entries<State>({
  'a draft': { visibility: 'draft' },
  'a story for members': { visibility: 'members' },
  'a story by link': { visibility: 'link' },
  'a withheld story': { withheld_at: new Date() },
})) {
  test(`a correction never names a word of ${state}`, async () => {
    await change({ visibility: 'public', withheld_at: null });
    assert.equal((await searchFor(TYPED)).showing_for, 'tale zorblaxina');

    await change(values);
    const found = await searchFor(TYPED);
    assert.deepEqual([found.showing_for, found.is_partial], [null, true]);
    assert.equal((await searchFor('zorblaxinna')).showing_for, null);
    assert.ok(!JSON.stringify(await suggestionsFor(TYPED)).includes('zorblaxina'));
  });
}

test('a word of a scheduled chapter is no correction before its time', async () => {
  await change({ visibility: 'public', withheld_at: null });
  const times = {
    state: 'scheduled',
    publish_at: new Date(Date.now() + 86_400_000),
    published_at: null,
  } as const;
  const chapter = await addChapter(db, {
    story_id: id,
    title: 'Two',
    order: 2,
    html: '<p>Quillfeather.</p>',
  });
  assert.ok(chapter.ok);
  assert.equal((await searchFor('tale quilfeather')).showing_for, 'tale quillfeather');
  await db.updateTable('chapters').set(times).where('id', '=', chapter.data.id).execute();
  assert.equal((await searchFor('tale quilfeather')).showing_for, null);
});
