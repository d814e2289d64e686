import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedLimits } from '#base/limits.ts';
import { chapterMessages, MAX_CHAPTERS_PER_STORY } from '#features/chapters/contract/chapters.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { multipart } from '#tests/support/multipart.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { importMessages } from '../contract.ts';
import { acceptOwnImport } from './accepting.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const app = await testServer(context);
const call = apiCalls(app);
const mira = await signedIn(context, 'mira');

/** Sends files and waits until they are read; answers the address of the import. */
async function sent(person: SignedInPerson, files: { name: string; content: string }[]): Promise<string> {
  const { payload, headers } = await multipart(files);
  const response = await app.inject({
    ...{ method: 'POST', url: '/api/imports', payload },
    headers: { ...headers, ...person.headers },
  });
  await runDueJobs(connectionString, context);
  return `/imports/${response.json().data.id}`;
}

const markdown = (...titles: string[]) => ({
  name: 'more.md',
  content: titles.map((title) => `# ${title}\n\nText of ${title}.`).join('\n\n'),
});

async function storyWith(person: SignedInPerson, title: string, details = {}) {
  const { data } = (await call(person, 'POST', '/stories', { title, ...details })).body;
  await call(person, 'POST', `/stories/${data.id}/chapters`, { title: 'One', content: '<p>Text.</p>' });
  return data as { id: number; slug: string };
}

async function chaptersOf(person: SignedInPerson | undefined, storyId: number) {
  const { chapters } = (await call(person, 'GET', `/stories/${storyId}/chapters`)).body.data;
  return chapters.map(({ title, state, order }: Record<string, unknown>) => [title, state, order]);
}

const storyCount = async () => (await db.selectFrom('stories').select('id').execute()).length;

test('an author adds the chapters of a file to a story, as drafts after its last chapter', async () => {
  const story = await storyWith(mira, 'The Ferry', { tags: ['sea'] });
  const path = await sent(mira, [markdown('Two', 'Three')]);
  const before = await storyCount();
  const accepted = await call(mira, 'POST', `${path}/accept`, { add_to: story.slug });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  assert.equal(accepted.body.message, importMessages.chaptersAdded);
  assert.deepEqual(accepted.body.data.stories, [{ id: story.id, slug: story.slug, title: 'The Ferry' }]);
  const added = [
    ['One', 'published', 1],
    ['Two', 'draft', 2],
    ['Three', 'draft', 3],
  ];
  assert.deepEqual(await chaptersOf(mira, story.id), added);
  assert.deepEqual(await chaptersOf(undefined, story.id), [['One', 'published', 1]]);
  assert.equal(await storyCount(), before);
  // The same acceptance, sent again, adds nothing.
  const again = await call(mira, 'POST', `${path}/accept`, { add_to: story.slug });
  assert.deepEqual(again.body.data, accepted.body.data);
  assert.deepEqual(await chaptersOf(mira, story.id), added);
});

test('an author publishes added chapters at once, and those that are drafts in their file stay drafts', async () => {
  const story = await storyWith(mira, 'The Quay');
  const chapters = [
    { title: 'Two', content: '<p>Text.</p>' },
    { title: 'Three', content: '<p>Text.</p>', state: 'draft' },
  ];
  const file = { format: 'nightstand-story', title: 'Other', chapters };
  const path = await sent(mira, [{ name: 'story.json', content: JSON.stringify(file) }, markdown('Four')]);
  const accepted = await call(mira, 'POST', `${path}/accept`, {
    add_to: String(story.id),
    chapter_state: 'published',
  });
  assert.deepEqual([accepted.status, accepted.body.message], [200, importMessages.chaptersPublished]);
  assert.deepEqual(await chaptersOf(mira, story.id), [
    ['One', 'published', 1],
    ['Two', 'published', 2],
    ['Three', 'draft', 3],
    ['Four', 'published', 4],
  ]);
  const { title, chapter_count } = (await call(mira, 'GET', `/stories/${story.id}`)).body.data;
  assert.deepEqual([title, chapter_count], ['The Quay', 3]);
});

test('an author renames, joins and leaves out chapters before they join a story', async () => {
  const story = await storyWith(mira, 'The Pier');
  const path = await sent(mira, [markdown('Two', 'Three', 'Four')]);
  const [{ number, chapters }] = (await call(mira, 'GET', path)).body.data.stories;
  const [[two], [three]] = chapters.map(({ sections }: { sections: { number: number }[] }) =>
    sections.map((section) => section.number),
  );
  const stories = [{ number, chapters: [{ title: 'Both', sections: [two, three] }] }];
  assert.equal((await call(mira, 'POST', `${path}/accept`, { add_to: story.slug, stories })).status, 200);
  assert.deepEqual((await chaptersOf(mira, story.id)).slice(1), [['Both', 'draft', 2]]);
});

test('chapters that the day’s quota refuses are in the story, as drafts, with the reason', async () => {
  const author = await signedIn(context, 'prolific');
  const story = await storyWith(author, 'Long');
  const titles = Array.from({ length: shippedLimits.new_account_chapters + 1 }, (_, n) => `Part ${n}`);
  const path = await sent(author, [markdown(...titles)]);
  const limited = { ...context, publishing: { ...context.publishing, isLimited: true } };
  const input = {
    id: path.slice('/imports/'.length),
    ...{ author_username: undefined, stories: undefined, visibility: 'draft' as const },
    ...{ add_to: story.slug, chapter_state: 'published' as const },
  };
  const accepted = await acceptOwnImport(limited, input, author.caller);
  assert.ok(accepted.ok);
  assert.ok(accepted.data.refusal?.startsWith(`${importMessages.chaptersStayDrafts} In its first`));
  const added = (await chaptersOf(author, story.id)).slice(1);
  assert.deepEqual(new Set(added.map(([, state]: string[]) => state)), new Set(['draft']));
  assert.equal(added.length, titles.length);
});

test('chapters for which a story has no room are refused with the numbers, and the import stays', async () => {
  const story = await storyWith(mira, 'Full');
  const rows = Array.from({ length: MAX_CHAPTERS_PER_STORY - 2 }, (_, n) => ({
    ...{ story_id: story.id, title: `${n}`, order: n + 2, content: '<p>x</p>', word_count: 1 },
    ...{ state: 'draft' as const, cleaner_version: 1 },
  }));
  await db.insertInto('chapters').values(rows).execute();
  const path = await sent(mira, [markdown('Two', 'Three')]);
  const refused = await call(mira, 'POST', `${path}/accept`, { add_to: story.slug });
  assert.deepEqual(
    [refused.status, refused.body.message],
    [
      422,
      'A story can hold 2,000 chapters. This one has room for 1 more, and you have chosen 2. Leave some out.',
    ],
  );
  assert.equal((await call(mira, 'GET', path)).body.data.state, 'ready');
  const stories = [{ number: 1, chapters: [{ title: 'Last', sections: [0] }] }];
  assert.equal((await call(mira, 'POST', `${path}/accept`, { add_to: story.slug, stories })).status, 200);
  const next = await sent(mira, [markdown('Two')]);
  const full = await call(mira, 'POST', `${next}/accept`, { add_to: story.slug });
  assert.deepEqual([full.status, full.body.message], [422, chapterMessages.tooMany]);
});

test('chapters are added to stories of one’s own alone, once, and never without a choice', async () => {
  const story = await storyWith(mira, 'Mine');
  const other = await signedIn(context, 'somebody-else');
  const theirs = await sent(other, [markdown('Two')]);
  const refused = await call(other, 'POST', `${theirs}/accept`, { add_to: story.slug });
  assert.deepEqual([refused.status, refused.body.message], [403, chapterMessages.addNotYours]);
  assert.equal((await call(mira, 'POST', `${theirs}/accept`, { add_to: story.slug })).status, 404);
  assert.equal((await call(other, 'POST', `${theirs}/accept`, { add_to: 'no-such-story' })).status, 404);
  const draft = await storyWith(mira, 'Hidden', { visibility: 'draft' });
  assert.equal((await call(other, 'POST', `${theirs}/accept`, { add_to: draft.slug })).status, 404);
  const path = await sent(mira, [markdown('Two')]);
  const none = await call(mira, 'POST', `${path}/accept`, { add_to: story.slug, stories: [] });
  assert.deepEqual([none.status, none.body.message], [422, importMessages.nothingChosen]);
  assert.deepEqual(await chaptersOf(mira, story.id), [['One', 'published', 1]]);
  assert.equal((await call(mira, 'POST', `${path}/accept`, { add_to: draft.slug })).status, 200);
  // Accepted again in another way, it neither adds anything elsewhere nor shows the draft that got the chapters.
  for (const input of [{ add_to: story.slug }, { visibility: 'public' }]) {
    const again = await call(mira, 'POST', `${path}/accept`, input);
    assert.deepEqual([again.status, again.body.message], [422, importMessages.acceptedAlready]);
  }
  assert.equal((await call(mira, 'GET', `/stories/${draft.id}`)).body.data.visibility, 'draft');
});
