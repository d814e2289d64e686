import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_PART_CHAPTERS } from './contract.ts';

const { context } = await testDatabase();
const ask = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');

async function storyWith(chapters: object[], fields: object = {}) {
  const { token } = author;
  const { data } = await ask('POST /stories', { token, body: { title: 'Slack Water', ...fields } });
  const added = [];
  for (const body of chapters)
    added.push((await ask(`POST /stories/${data.id}/chapters`, { token, body })).data);
  return { ...data, chapters: added };
}

const one = { title: 'One', content: '<p>The lamp.</p>', note_before: '<p>Hello.</p>' };
const two = { title: 'Two', content: '<p>The sea.</p>' };

test('a reader gets the published texts in order, and its author no others', async () => {
  const story = await storyWith([one, two, { ...two, state: 'draft' }]);
  for (const token of [undefined, author.token]) {
    const { status, data } = await ask(`GET /stories/${story.slug}/whole`, { token });
    assert.equal(status, 200);
    assert.equal(data.parts, 1);
    assert.deepEqual(
      data.chapters.map((chapter: { title: string; part: number }) => [chapter.title, chapter.part]),
      [
        ['One', 1],
        ['Two', 1],
      ],
    );
    assert.deepEqual(data.texts, [
      { id: story.chapters[0].id, note_before: '<p>Hello.</p>', content: '<p>The lamp.</p>', note_after: '' },
      { id: story.chapters[1].id, note_before: '', content: '<p>The sea.</p>', note_after: '' },
    ]);
  }
});

test('a chapter in the trash is gone from it', async () => {
  const story = await storyWith([one, two]);
  await ask(`DELETE /stories/${story.id}/chapters/${story.chapters[0].id}`, { token: author.token });
  const { data } = await ask(`GET /stories/${story.slug}/whole`);
  assert.deepEqual(
    data.texts.map(({ id }: { id: number }) => id),
    [story.chapters[1].id],
  );
});

test('a story without chapters is one empty part', async () => {
  const story = await storyWith([]);
  const { data } = await ask(`GET /stories/${story.slug}/whole`);
  assert.deepEqual(data, { part: 1, parts: 1, chapters: [], texts: [] });
});

test('a story for members needs a token, and a draft its author', async () => {
  const members = await storyWith([one], { visibility: 'members' });
  assert.equal((await ask(`GET /stories/${members.slug}/whole`)).status, 401);
  const reader = await signedIn(context, 'otto-reads');
  assert.equal((await ask(`GET /stories/${members.slug}/whole`, { token: reader.token })).status, 200);
  const draft = await storyWith([one], { visibility: 'draft' });
  assert.equal((await ask(`GET /stories/${draft.slug}/whole`, { token: reader.token })).status, 404);
  assert.equal((await ask(`GET /stories/${draft.slug}/whole`, { token: author.token })).status, 200);
});

test('a part that does not exist is missing, and one that can’t exist is refused', async () => {
  const story = await storyWith([one]);
  assert.equal((await ask(`GET /stories/${story.slug}/whole?part=2`)).status, 404);
  for (const part of ['0', '-1', '1.5', '99999999', 'x']) {
    const { status } = await ask(`GET /stories/${story.slug}/whole?part=${part}`);
    assert.equal(status, ['x', '1.5'].includes(part) ? 400 : 422, part);
  }
});

test('a long story is divided', async () => {
  const story = await storyWith([one]);
  await context.db
    .insertInto('chapters')
    .values(
      Array.from({ length: MAX_PART_CHAPTERS }, (_, at) => ({
        ...{ story_id: story.id, title: `More ${at}`, order: at + 10, content: '<p>Line.</p>' },
        ...{ word_count: 1, cleaner_version: 1 },
      })),
    )
    .execute();
  const first = await ask(`GET /stories/${story.slug}/whole`);
  assert.deepEqual([first.data.parts, first.data.texts.length], [2, MAX_PART_CHAPTERS]);
  const second = await ask(`GET /stories/${story.slug}/whole?part=2`);
  assert.deepEqual([second.data.part, second.data.texts.length], [2, 1]);
  assert.equal(second.data.chapters.length, MAX_PART_CHAPTERS + 1);
});
