import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedLimits } from '#base/limits.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { publishingQuotas } from '../rules.ts';

/** Drafts that are shown to readers, also again, and stories of which nothing is published yet. */

const { context } = await testDatabase({ publishing: true });
const request = await createRequester(await testServer(context));
const { unverified } = publishingQuotas(shippedLimits);

type Writer = Pick<SignedInPerson, 'token'>;

async function make(by: Writer, fields: object): Promise<{ id: number; title: string; slug: string }> {
  const { status, data, text } = await request('POST /stories', { token: by.token, body: fields });
  assert.equal(status, 201, text);
  return data;
}

const addChapter = async (by: Writer, story: { id: number }, fields: object = {}) => {
  const body = { title: 'One', content: '<p>The lamp was lit at eight.</p>', ...fields };
  return (await request(`POST /stories/${story.id}/chapters`, { token: by.token, body })).status;
};

const change = (by: Writer, { id, title, slug }: Awaited<ReturnType<typeof make>>, fields: object) =>
  request(`PUT /stories/${id}`, { token: by.token, body: { title, slug, ...fields } });

// Interface, Security, law, operations: A publication counts once; drafts and edits are free
test('a draft with more chapters than a day’s is published, and takes the whole day’s', async () => {
  const writer = await signedIn(context, 'ola-writes', { isVerified: false });
  const story = await make(writer, { title: 'A Long One', visibility: 'draft' });
  for (let n = 0; n <= unverified.chapters; n++) assert.equal(await addChapter(writer, story), 201);
  const shown = await change(writer, story, { visibility: 'public' });
  assert.equal(shown.status, 200, shown.text);
  assert.equal(await addChapter(writer, story), 429);
});

// Interface, Security, law, operations: A publication counts once; drafts and edits are free
test('a story that is taken back and shown again counts its new chapters alone', async () => {
  const writer = await signedIn(context, 'pia-writes', { isVerified: false });
  assert.equal(unverified.stories, 1);
  const story = await make(writer, { title: 'The Only', visibility: 'public' });
  assert.equal(await addChapter(writer, story), 201);
  assert.equal((await change(writer, story, { visibility: 'draft' })).status, 200);
  assert.equal(await addChapter(writer, story), 201);
  const again = await change(writer, story, { visibility: 'public' });
  assert.equal(again.status, 200, again.text);
});

test('a link that is added before the first scheduled chapter is there makes the story wait', async () => {
  const writer = await signedIn(context, 'quin-writes');
  const story = await make(writer, { title: 'Tomorrow' });
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  assert.equal(await addChapter(writer, story, { state: 'scheduled', publish_at }), 201);
  const waitsFor = async () =>
    (await request(`GET /stories/${story.id}`, { token: writer.token })).data.waiting_for;
  assert.equal(await waitsFor(), undefined);
  const synopsis = 'More at https://pills.example/';
  assert.equal((await change(writer, story, { synopsis })).status, 200);
  assert.equal(await waitsFor(), 'moderator');
});
