import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { api } from '#app/api.ts';
import { addressOf } from '#base/contract.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { apiCalls } from './support/api-calls.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/**
 * Two pen names of one account, and one of somebody else: nothing that the public gets about the two names may have more
 * in common than what is about one of them and the stranger's. The pages show what these calls answer a guest.
 */

const { context } = await testDatabase();
const app = await testServer(context);
const call = apiCalls(app);
const author = await signedIn(context, 'zara-one');
const stranger = await signedIn(context, 'other-hand');

interface Published {
  username: string;
  id: number;
  storyId: number;
  slug: string;
}

async function publish(person: typeof author, username: string, title: string): Promise<Published> {
  if (username !== person.username) {
    const added = await call(person, 'POST', '/pen-names', { username, profile_public: true });
    assert.equal(added.status, 201);
  }
  const { data } = (await call(person, 'POST', '/stories', { title, author_username: username })).body;
  const chapter = { title: 'One', content: `<p>${title}.</p>` };
  assert.equal((await call(person, 'POST', `/stories/${data.id}/chapters`, chapter)).status, 201);
  return { username, id: data.author_id, storyId: data.id, slug: data.slug };
}

const first = await publish(author, 'zara-one', 'The Lamp');
const between = await publish(stranger, 'other-hand', 'The Stair');
const second = await publish(author, 'Quite-Another', 'The Moth');
await updateRankings(context, [first.storyId, between.storyId, second.storyId]);

/** Every public GET call, with what it says about one name. */
function addressesOf({ username, id, storyId, slug }: Published): string[] {
  const known: Record<string, string | number> = {
    username,
    id: storyId,
    account_id: id,
    query: username,
    slug,
  };
  const public_ = api
    .map((one) => one.call)
    .filter(({ method, access }) => method === 'GET' && (access === 'anyone' || access === 'optional-auth'));
  return [
    ...public_.flatMap((one) => {
      const names = Object.keys((one.input as z.ZodObject).shape).filter((name) => name in known);
      const input = Object.fromEntries(names.map((name) => [name, known[name]]));
      const { path, rest } = addressOf(one, input);
      const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
      return path.includes('undefined') ? [] : [`/api${path}?${query}`];
    }),
    `/api/stories?account_id=${id}`,
    `/api/search?query=${username}&type=authors`,
    `/api/search/suggestions?query=${username}`,
  ];
}

async function said(about: Published): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const url of new Set(addressesOf(about))) {
    const { statusCode, headers, body } = await app.inject({ url });
    const { date: _, etag: __, 'content-length': ___, ...rest } = headers;
    assert.notEqual(statusCode, 500, url);
    texts.set(url, JSON.stringify(rest) + body);
  }
  return texts;
}

/** Lists of everybody's stories and authors name all of them; what is about one name must not. */
const isGeneral = (text: string) => text.includes(between.username);

/** Where the answers about one name contain the other, or a value that only the two share. */
function findLinks(
  one: Map<string, string>,
  other: Map<string, string>,
  third: Map<string, string>,
): string[] {
  const links: string[] = [];
  const traces = [second.username, String(second.id), second.slug];
  for (const [url, text] of one) {
    if (isGeneral(text)) continue;
    for (const trace of traces)
      if (new RegExp(`(?<![\\w-])${trace}(?![\\w-])`, 'i').test(text)) links.push(`${url}: ${trace}`);
  }
  // Times, long numbers and tokens; what the stranger's answers have too is everybody's.
  const valuesOf = (texts: Map<string, string>) =>
    new Set(
      [...texts.values()]
        .filter((text) => !isGeneral(text) || texts === third)
        .join('\n')
        .match(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{6,}|[\w-]{30,}/g) ?? [],
    );
  const everybodys = valuesOf(third);
  const others = valuesOf(other);
  for (const value of valuesOf(one))
    if (others.has(value) && !everybodys.has(value)) links.push(`shared: ${value}`);
  return links;
}

const [ofFirst, ofSecond, ofBetween] = [await said(first), await said(second), await said(between)];

test('nothing in any public answer links two pen names of one account', () => {
  assert.ok(ofFirst.size > 8, String(ofFirst.size));
  assert.ok([...ofFirst.values()].some((text) => text.includes('zara-one') && !isGeneral(text)));
  assert.deepEqual(findLinks(ofFirst, ofSecond, ofBetween), []);
  assert.ok(
    !addressesOf(second).some(
      (url) => (ofSecond.get(url) ?? '').includes('zara-one') && !isGeneral(ofSecond.get(url) ?? ''),
    ),
  );
});

test('the search for links finds planted ones', () => {
  const [url = ''] = [...ofFirst.keys()].filter((one) => one.includes('zara-one'));
  const planted = (map: Map<string, string>, leak: string) => new Map([...map, ['/planted', leak]]);
  assert.notDeepEqual(findLinks(planted(ofFirst, 'see quite-another'), ofSecond, ofBetween), [], url);
  assert.notDeepEqual(findLinks(planted(ofFirst, `"account":${second.id}`), ofSecond, ofBetween), []);
  const time = '"created_at":"2026-11-22T10:11:12.131Z"';
  assert.notDeepEqual(findLinks(planted(ofFirst, time), planted(ofSecond, time), ofBetween), []);
});

test('ids of pen names neither follow each other nor that of the account', async () => {
  const added: number[] = [];
  for (let count = 0; count < 5; count += 1)
    added.push((await call(author, 'POST', '/pen-names', { username: `many-${count}` })).body.data.id);
  for (const [index, id] of added.entries())
    for (const other of [author.id, ...added.slice(0, index)]) assert.ok(Math.abs(id - other) > 1000);
});
