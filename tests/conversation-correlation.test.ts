import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtRenderer } from '#app/built-renderer.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { urls } from '#urls.ts';
import { createRequester } from './support/api-requester.ts';
import { type SignedInPerson, signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/**
 * Two people talk to an author as Xena and Yara: in one world they are two names of one account, in the other two accounts.
 * The answers to the author, to another reader and to a guest must be the same in both.
 */

const { context } = await testDatabase({ publishing: true });
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const request = await createRequester(app);

interface Voice extends Pick<SignedInPerson, 'token'> {
  /** The name under which it speaks. */
  name: string;
}

interface World {
  author: SignedInPerson;
  reader: SignedInPerson;
  xena: Voice;
  yara: Voice;
  slug: string;
  other: string;
}

async function newWorld(mark: string, isOneAccount: boolean): Promise<World> {
  const person = async (name: string) => {
    const one = await signedIn(context, `${name}-${mark}`);
    await context.db
      .updateTable('accounts')
      .set({ created_at: new Date(0) })
      .where('id', '=', one.id)
      .execute();
    return one;
  };
  const [author, reader, first] = [await person('una'), await person('rosa'), await person('xena')];
  const yara = `yara-${mark}`;
  if (isOneAccount) {
    const made = await request('POST /pen-names', { token: first.token, body: { username: yara } });
    assert.equal(made.status, 201, made.text);
  }
  const second = isOneAccount ? first : await person('yara');
  const slugs: string[] = [];
  for (const title of ['The Lamp', 'The Stair']) {
    const body = { title: `${title} ${mark}`, notes: true };
    const { data } = await request('POST /stories', { token: author.token, body });
    const chapter = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
    await request(`POST /stories/${data.id}/chapters`, { token: author.token, body: chapter });
    slugs.push(data.slug);
  }
  const [slug = '', other = ''] = slugs;
  return {
    ...{ author, reader, slug, other },
    xena: { token: first.token, name: first.username },
    yara: { token: second.token, name: yara },
  };
}

const MARKS = ['kk', 'qq'];
const worlds = [await newWorld('kk', true), await newWorld('qq', false)] as const;

/** The words of a page; its elements carry ids and drawings, and API answers have their data. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|svg|style)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Without what differs between any two worlds: their marks, ids, times and tags of content. */
function plain(text: string): string {
  return text
    .replaceAll(new RegExp(`[- ](?:${MARKS.join('|')})\\b`, 'gi'), '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(\\?"(?:\w+_)?id\\?":|comment-|thread=|chapter\/)\d+/g, '$1ID')
    .replaceAll(/\d{1,2} \w+ 20\d\d/g, 'DAY');
}

async function answersIn({ author, reader, slug, other }: World): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const lists = [slug, other].flatMap((story) =>
    ['oldest', 'newest', 'best'].map((sort) => `/api/stories/${story}/comments?sort=${sort}`),
  );
  const personal = [
    ...[
      '/comments?state=shown',
      '/comments?state=waiting',
      '/comments/waves',
      '/blocks',
      '/inbox',
      '/inbox/count',
    ],
    ...['/notes?box=received', '/notes?box=sent', '/updates', '/comments/filtered-words'],
  ].map((path) => `/api${path}`);
  for (const [who, person, urlsOf] of [
    ['author', author, [...lists, ...personal]],
    ['reader', reader, [...lists, ...personal]],
    ['guest', undefined, [...lists, urls.comments(slug), urls.comments(other), urls.story(slug)]],
  ] as const)
    for (const url of urlsOf) {
      const { statusCode, headers, body } = await app.inject({
        url,
        ...(person === undefined ? {} : { headers: person.headers }),
      });
      const { date: _, etag: __, 'content-length': ___, 'x-request-id': ____, ...rest } = headers;
      answers[`${who}: ${plain(url)}`] = plain(
        `${statusCode}\n${JSON.stringify(rest)}\n${body.startsWith('<') ? wordsOf(body) : body}`,
      );
    }
  return answers;
}

/** Takes a step in both worlds and compares what everybody is answered, then and after it. */
async function step(name: string, take: (world: World) => Promise<unknown>): Promise<void> {
  const results: string[] = [];
  for (const world of worlds) results.push(plain(JSON.stringify((await take(world)) ?? null)));
  assert.equal(results[0], results[1], `the answer to ${name}`);
  const [one, two] = [await answersIn(worlds[0]), await answersIn(worlds[1])];
  for (const [url, answer] of Object.entries(one)) assert.equal(answer, two[url], `${url} after ${name}`);
}

const send = async (call: Parameters<typeof request>[0], token: string, body: object = {}) => {
  const { status, text } = await request(call, { token, body });
  return { status, text };
};
const say = (story: string, { token, name }: Voice, content: string, parent_id?: number) =>
  send(`POST /stories/${story}/comments`, token, { content, author_username: name, parent_id });
const write = (story: string, { token, name }: Voice, content: string) =>
  send(`POST /stories/${story}/notes`, token, { content, author_username: name });

test('comments, replies and thanks under two names look like those of two people', async () => {
  await step('a comment of each', async ({ slug, xena, yara }) => {
    await say(slug, xena, 'I loved the lamp.');
    // Only the author is told what the two of them said.
    return (await say(slug, yara, 'I loved the stair.')).status;
  });
  await step('a reply and thanks', async ({ slug, author, xena, yara }) => {
    const sent = await request(`POST /stories/${slug}/comments`, {
      token: author.token,
      body: { content: 'Thank you.' },
    });
    await say(slug, yara, 'Not at all.', sent.data.id);
    await send(`POST /comments/${sent.data.id}/thank`, xena.token);
  });
});

test('private notes and comments are not linked by what the author gets', async () => {
  await step('a note under one name', ({ slug, xena }) =>
    write(slug, xena, 'Is there more?').then(({ status }) => status),
  );
  await step('a note under the other, and a comment', async ({ other, slug, yara }) => {
    await write(other, yara, 'And what of the stair?');
    await say(other, yara, 'I climbed it twice.');
    return say(slug, yara, 'And again.').then(({ status }) => status);
  });
  await step('an answer to one', async ({ author, yara }) => {
    const { data } = await request('GET /notes?box=received', { token: author.token });
    const thread = data.threads.find((one: { with_username: string }) => one.with_username === yara.name);
    return send(`POST /notes/${thread.id}/answers`, author.token, { content: 'Soon.' });
  });
});

test('muting and blocking one name changes nothing about the other, for the one who does it', async () => {
  const block = (by: 'author' | 'reader', kind: 'mute' | 'block') => (world: World) =>
    send(`PUT /blocks/${world.xena.name}`, world[by].token, { kind });
  await step('a reader mutes one', block('reader', 'mute'));
  await step('the author mutes one', block('author', 'mute'));
  await step('the author blocks one', block('author', 'block'));
  await step('the reader blocks one', block('reader', 'block'));
  await step('an answer to the other', async ({ author, yara }) => {
    const { data } = await request('GET /notes?box=received', { token: author.token });
    const thread = data.threads.find((one: { with_username: string }) => one.with_username === yara.name);
    return send(`POST /notes/${thread.id}/answers`, author.token, { content: 'It is there.' });
  });
  for (const { author, xena, yara } of worlds) {
    const { data } = await request('GET /blocks', { token: author.token });
    assert.deepEqual(
      data.blocks.map(({ username }: { username: string }) => username),
      [xena.name],
      yara.name,
    );
  }
});

// Interface, Conversation: A blocked account gets the answer of a story closed to comments
// Interface, Conversation: A block applies to all pen names, and /blocks lists the one that was named
test('a blocked account gets the answer of a story closed to comments, under each of its names', async () => {
  const [{ author, reader, slug, other, xena, yara }] = worlds;
  const closed = await request('POST /stories', {
    token: author.token,
    body: { title: 'Closed', comments: 'off' },
  });
  const chapter = { title: 'One', content: '<p>It was shut.</p>' };
  await request(`POST /stories/${closed.data.id}/chapters`, { token: author.token, body: chapter });
  const refusal = await say(closed.data.slug, { token: reader.token, name: reader.username }, 'Anybody?');
  assert.equal(refusal.status, 403);
  const words = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).message];
  for (const voice of [xena, yara])
    for (const story of [slug, other])
      assert.deepEqual(words(await say(story, voice, 'Still there?')), words(refusal), voice.name);
  const mine = await request(`GET /stories/${slug}/comments`, { token: xena.token });
  const others = await request(`GET /stories/${closed.data.slug}/comments`, { token: xena.token });
  assert.deepEqual([mine.data.may_comment, others.data.may_comment], [false, false]);
});
