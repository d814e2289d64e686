import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { paragraphMessages } from '../contract/paragraphs.ts';

const { context } = await testDatabase();
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');

const TEXT = [
  'The harbour was dark, and the last of the boats had come in before the rain.',
  '“Yes,” he said.',
  'She lit the lamp at eight, as she did on every night of the long winter, and waited.',
  'Nobody came up the road.',
];
const htmlOf = (paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function write(fields: object = {}): Promise<{ id: number; slug: string; chapterId: number }> {
  const { data } = await request('POST /stories', {
    token: author.token,
    body: { title: 'A story', ...fields },
  });
  const chapter = await request(`POST /stories/${data.id}/chapters`, {
    token: author.token,
    body: { title: 'One', content: htmlOf(TEXT) },
  });
  assert.equal(chapter.status, 201);
  return { id: data.id, slug: data.slug, chapterId: chapter.data.id };
}

type Story = Awaited<ReturnType<typeof write>>;

const say = ({ id, chapterId }: Story, fields: object, by: SignedInPerson = reader) =>
  request(`POST /stories/${id}/comments`, {
    token: by.token,
    body: { chapter_id: chapterId, content: 'Words', ...fields },
  });

const change = ({ id, chapterId }: Story, paragraphs: string[]) =>
  request(`PUT /stories/${id}/chapters/${chapterId}`, {
    token: author.token,
    body: { title: 'One', content: htmlOf(paragraphs) },
  });

const onLamp = { index: 2, text_hash: hashOf(TEXT[2] ?? '') };

async function placeOf({ id, chapterId }: Story) {
  const { data } = await request(`GET /stories/${id}/comments?chapter_id=${chapterId}`);
  return data.comments[0].paragraph;
}

// Interface, Conversation: A comment may be on a paragraph, by index and text_hash
test('a comment on a paragraph follows it through edits, and says when the text has changed', async () => {
  const story = await write();
  const sent = await say(story, { paragraph: onLamp });
  assert.equal(sent.status, 201);
  const here = { ...onLamp, beginning: 'She lit the lamp at eight, as sh', text_has_changed: false };
  assert.deepEqual(sent.data.paragraph, here);
  const reply = await say(story, { parent_id: sent.data.id, paragraph: onLamp }, author);
  assert.equal(reply.data.paragraph, null, 'a reply is where its thread is');
  const counts = () => request(`GET /stories/${story.id}/chapters/${story.chapterId}/paragraphs`);
  assert.deepEqual((await counts()).data.paragraphs, [
    { index: 2, beginning: here.beginning, comment_count: 2 },
  ]);

  await change(story, ['A new beginning.', ...TEXT.with(2, `${TEXT[2]} Nobody knew for whom.`)]);
  assert.deepEqual(await placeOf(story), { ...here, index: 3 });
  assert.equal((await counts()).data.paragraphs[0].index, 3);
  const on = (index: number) =>
    request(`GET /stories/${story.id}/comments?chapter_id=${story.chapterId}&paragraph=${index}`);
  const { data } = await on(3);
  assert.deepEqual([data.comments.length, data.comment_count, data.pagination.total], [1, 2, 1]);
  const elsewhere = await on(2);
  assert.deepEqual(
    [elsewhere.data.comments, elsewhere.data.comment_count, elsewhere.data.pagination.total],
    [[], 0, 0],
  );

  await change(story, TEXT.toSpliced(2, 1));
  assert.deepEqual(await placeOf(story), { ...onLamp, beginning: '', text_has_changed: true });
  assert.deepEqual((await counts()).data.paragraphs, []);
  await change(story, TEXT);
  assert.deepEqual(await placeOf(story), here, 'an earlier version that comes back has its comments');
});

test('a comment on a text that has changed meanwhile is kept and says so', async () => {
  const story = await write();
  await change(story, TEXT.with(2, 'A lantern burnt in the window until the morning.'));
  const sent = await say(story, { paragraph: onLamp });
  assert.equal(sent.status, 201);
  assert.equal(sent.data.paragraph.text_has_changed, true);
  const moved = await say(story, { paragraph: { index: 0, text_hash: hashOf(TEXT[3] ?? '') } });
  assert.equal(moved.data.paragraph.index, 3, 'the words count, not the place');
  const whole = createHash('sha256')
    .update(TEXT[0] ?? '')
    .digest('hex')
    .toUpperCase();
  const full = await say(story, { paragraph: { index: 0, text_hash: whole } });
  assert.equal(full.data.paragraph.text_has_changed, false);
});

test('the pinned comment of a chapter is not among those on a paragraph that it is not about', async () => {
  const story = await write();
  const onChapter = await say(story, {});
  const onParagraph = await say(story, { paragraph: onLamp });
  const pinned = await request(`POST /comments/${onChapter.data.id}/pin`, { token: author.token });
  assert.equal(pinned.status, 200, pinned.text);
  const idsOn = async (query: string) => {
    const { data } = await request(`GET /stories/${story.id}/comments?chapter_id=${story.chapterId}${query}`);
    return [data.comments.map(({ id }: { id: number }) => id), data.pagination.total];
  };
  assert.deepEqual(await idsOn('&paragraph=2'), [[onParagraph.data.id], 1]);
  assert.deepEqual(await idsOn(''), [[onChapter.data.id, onParagraph.data.id], 2]);
  await request(`POST /comments/${onParagraph.data.id}/pin`, { token: author.token });
  assert.deepEqual(await idsOn('&paragraph=2'), [[onParagraph.data.id], 1]);
});

test('a paragraph whose words come back is found again by those who comment on it then', async () => {
  const story = await write();
  const rewritten = [...TEXT.slice(0, 2), 'Nothing burned.', ...TEXT.slice(3)];
  await change(story, rewritten);
  assert.equal((await say(story, { paragraph: onLamp })).data.paragraph.text_has_changed, true);
  await change(story, TEXT);
  assert.equal((await say(story, { paragraph: onLamp })).data.paragraph.text_has_changed, false);
  await change(story, rewritten);
  await say(story, { paragraph: onLamp });
  await change(story, ['A new beginning.', ...TEXT.slice(2, 3), 'A new end.']);
  assert.equal((await placeOf(story)).index, 1);
});

test('nobody finds paragraphs of what they may not read, and wrong input is named', async () => {
  const story = await write();
  await say(story, { paragraph: onLamp });
  const cases: [object, string][] = [
    [{ chapter_id: null, paragraph: onLamp }, 'chapter_id'],
    [{ paragraph: { ...onLamp, index: -1 } }, 'paragraph'],
    [{ paragraph: { ...onLamp, index: 1.5 } }, 'paragraph'],
    [{ paragraph: { ...onLamp, text_hash: '<b>' } }, 'paragraph'],
    [{ paragraph: { index: 2 } }, 'paragraph'],
    [{ paragraph: 'x' }, 'paragraph'],
  ];
  for (const [fields, name] of cases) {
    const { status, error } = await say(story, fields);
    assert.equal(status, 422, JSON.stringify(fields));
    assert.deepEqual(Object.keys(error?.fields ?? {}), [name]);
  }
  const without = await request(`GET /stories/${story.id}/comments?paragraph=2`);
  assert.deepEqual([without.status, without.error?.fields?.paragraph], [422, paragraphMessages.needsChapter]);
  const counts = (chapterId: number | string = story.chapterId) =>
    request(`GET /stories/${story.id}/chapters/${chapterId}/paragraphs`);
  assert.equal((await counts(99_999)).status, 404);
  assert.equal((await counts('x')).status, 404);
  const set = async (fields: object) => {
    const body = { title: 'A story', slug: story.slug, ...fields };
    assert.equal((await request(`PUT /stories/${story.id}`, { token: author.token, body })).status, 200);
  };
  await set({ comments: 'off' });
  assert.deepEqual((await counts()).data.paragraphs, []);
  await set({ visibility: 'draft' });
  assert.equal((await counts()).status, 404);
});
