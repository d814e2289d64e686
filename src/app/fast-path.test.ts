import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { failure } from '#base/failure.ts';
import { formatSavedFilters } from '#features/filters/rules/saved-filters.ts';
import type { RunPublicRead } from '#platform/database/public-reads.ts';
import type { FastPath } from '#platform/http/fast-path.ts';
import { createResponseCache, PUBLIC_CACHE_CONTROL } from '#platform/http/response-cache.ts';
import type { WebMetrics } from '#platform/metrics/web-metrics.ts';
import { type NetworkBans, noBans } from '#platform/rate-limits/network-bans.ts';
import { REQUESTS_PER_MINUTE } from '#platform/rate-limits/request-limits.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
let renderCount = 0;
const reads: RunPublicRead = (_tags, work) => {
  renderCount += 1;
  return work(context);
};

async function listening(options: Parameters<typeof testServer>[1]): Promise<number> {
  const app = await testServer(context, { cache, reads, ...options });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const port = await listening({});
const reader = await signedIn(context, 'rosalind');

interface Answer {
  status: number;
  headers: string[];
  body: Buffer;
}

const get = (path: string, headers: Record<string, string> | string[] = {}, at = port) =>
  getAddress(`/api${path}`, headers, at);

/** Requests go over a socket, because the fast path runs before Fastify. */
function getAddress(
  path: string,
  headers: Record<string, string> | string[],
  at: number,
  options: { method?: string; localAddress?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port: at, host: '127.0.0.1', path, headers, agent: false, ...options },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const lines = answer.rawHeaders.map((text, index) =>
          index % 2 === 0 ? `${text.toLowerCase()}: ${answer.rawHeaders[index + 1]}` : '',
        );
        resolve({
          status: answer.statusCode ?? 0,
          headers: lines.filter((line) => line !== '' && !line.startsWith('date:')).sort(),
          body: Buffer.concat(chunks),
        });
      },
    );
    outgoing.on('error', reject).end();
  });
}

const { ferry } = stories;

test('the fast path answers what Fastify would have answered, in every header and every byte', async () => {
  for (const accepted of ['br', 'gzip, deflate', 'identity', 'br;q=0, gzip;q=0.5', '']) {
    const headers = { 'accept-encoding': accepted };
    // Fastify sends the first response, the fast path the second.
    const slow = await get('/frontpage?sort=top', headers);
    const fast = await get('/frontpage?sort=top', headers);
    assert.equal(fast.status, 200);
    assert.deepEqual(fast.headers, slow.headers, accepted);
    assert.deepEqual(fast.body, slow.body);
  }
});

test('a request that names two hosts is refused although its answer is kept', async () => {
  const path = '/frontpage?sort=new';
  for (let n = 0; n < 3; n++) assert.equal((await get(path, ['Host', 'x'])).status, 200);
  assert.equal((await get(path, ['Host', 'x', 'host', 'y'])).status, 400);
});

test('a client with the current version gets 304, one with another version or a token the whole page', async () => {
  const path = `/stories/${ferry.slug}`;
  for (let n = 0; n < 3; n++) await get(path);
  const { headers } = await get(path);
  const etag = headers.find((line) => line.startsWith('etag: '))?.slice(6) ?? '';
  const unchanged = await get(path, { 'if-none-match': etag });
  assert.deepEqual([unchanged.status, unchanged.body.length], [304, 0]);
  assert.ok(!unchanged.headers.some((line) => line.startsWith('content-encoding')));
  for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy'])
    assert.deepEqual(
      unchanged.headers.filter((line) => line.startsWith(`${name}:`)),
      headers.filter((line) => line.startsWith(`${name}:`)),
    );
  for (const tags of [`"other", ${etag}`, `W/${etag}`, '*'])
    assert.equal((await get(path, { 'if-none-match': tags })).status, 304, tags);
  assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
  assert.equal((await get('/stories/no-such-story', { 'if-none-match': '*' })).status, 404);
  const known = await get(path, reader.headers);
  assert.ok(known.headers.includes('cache-control: no-store'));
});

/** The numbers of answers that the fast path of a server gives. */
function watchedAnswers(): { answers: { of?: FastPath['answered'] }; metrics: WebMetrics } {
  const answers: { of?: FastPath['answered'] } = {};
  const watch: WebMetrics['watch'] = (_app, { fastPath }) => {
    if (fastPath !== undefined) answers.of = fastPath.answered;
  };
  return { answers, metrics: { watch, text: async () => '' } };
}

test('a client that has the page is answered by the fast path again after it was rendered anew, though nobody else asks', async () => {
  const { answers, metrics } = watchedAnswers();
  const at = await listening({ metrics });
  const path = `/stories/${ferry.slug}`;
  const { headers } = await get(path, {}, at);
  const validator = { 'if-none-match': headers.find((line) => line.startsWith('etag: '))?.slice(6) ?? '' };
  cache.clear();
  const slow = await get(path, validator, at);
  assert.deepEqual(answers.of, { 200: 0, 304: 0 });
  const fast = await get(path, validator, at);
  assert.deepEqual(answers.of, { 200: 0, 304: 1 });
  assert.equal(fast.status, 304);
  assert.deepEqual(fast, slow);
});

test('a page that a visitor’s cookies change is sent to nobody else, and no other page to that visitor', async () => {
  const at = await listening({ renderer: await builtRenderer(installedPath('dist')) });
  const filters = formatSavedFilters([{ name: 'Post', query: 'tags=letters', is_default: false }]);
  const changed: [string, string][] = [
    [urls.home(), `hidden=s%3D${ferry.id}`],
    [urls.tags(), 'discreet=1'],
    [urls.savedFilters(), `filters=${filters}`],
  ];
  for (const [path, cookie] of changed) {
    const ask = async (headers: Record<string, string>, isPublic: boolean) => {
      const bodies = new Set<string>();
      for (let n = 0; n < 3; n++) {
        const { body, headers: lines } = await getAddress(path, headers, at);
        bodies.add(body.toString());
        assert.ok(lines.includes('vary: accept-encoding, cookie'));
        assert.equal(lines.includes(`cache-control: ${PUBLIC_CACHE_CONTROL}`), isPublic, cookie);
      }
      return [...bodies];
    };
    const own = await ask({ cookie }, false);
    const plain = await ask({}, true);
    assert.equal(own.length + plain.length, 2, cookie);
    assert.notEqual(own[0], plain[0], cookie);
    assert.deepEqual(await ask({ cookie }, false), own, cookie);
  }
});

test('a request of another method is none for the kept answer', async () => {
  for (let n = 0; n < 3; n++) assert.equal((await get('/stories')).status, 200);
  assert.equal((await getAddress('/api/stories', {}, port, { method: 'POST' })).status, 401);
});

test('a purged page is not sent again', async () => {
  const path = `/stories/${ferry.id}`;
  for (let n = 0; n < 3; n++) await get(path);
  const before = renderCount;
  await get(path);
  assert.equal(renderCount, before);
  await context.db.updateTable('stories').set({ title: 'Renamed' }).where('id', '=', ferry.id).execute();
  cache.purge([`story ${ferry.id}`]);
  assert.match((await get(path)).body.toString(), /"title":"Renamed"/);
});

test('answers of the fast path count against the limit like others, and are refused like others', async () => {
  const limited = await listening({ rateLimits: true });
  // Fewer concurrent requests than a burst, which is refused for another reason.
  const AT_ONCE = 50;
  for (let requestCount = 0; requestCount < REQUESTS_PER_MINUTE.read; requestCount += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => get('/authors', {}, limited)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  }
  const refused = await get('/authors', {}, limited);
  assert.equal(refused.status, 429);
  assert.ok(refused.headers.some((line) => line.startsWith('retry-after:')));
});

test('a network that is banned from everything gets no kept answer either', async () => {
  let isBanned = false;
  const refuse: NetworkBans['refuse'] = (action) =>
    isBanned && action === 'everything' ? failure('not-yours', 'Not from here') : undefined;
  const at = await listening({ bans: { ...noBans, refuse } });
  for (let n = 0; n < 3; n++) assert.equal((await get('/authors', {}, at)).status, 200);
  isBanned = true;
  assert.equal((await get('/authors', {}, at)).status, 403);
});

test('behind a proxy each visitor has a limit of their own', async () => {
  const { answers, metrics } = watchedAnswers();
  const proxied = await listening({ rateLimits: true, trustProxy: ['127.0.0.1/32'], metrics });
  const from = (address: string) => get('/authors', { 'x-forwarded-for': address }, proxied);
  await Promise.all(Array.from({ length: REQUESTS_PER_MINUTE.read + 5 }, () => from('203.0.113.7')));
  assert.equal((await from('203.0.113.9')).status, 429, 'the same network');
  assert.equal((await from('198.51.100.7')).status, 200);
  const before = answers.of?.[200] ?? 0;
  await from('198.51.100.7');
  assert.equal(answers.of?.[200], before + 1, 'who comes again is known');
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  await getAddress('/api/authors', headers, proxied, { localAddress: '127.0.0.2' });
  assert.equal(answers.of?.[200], before + 1, 'a peer that is no proxy is not believed');
});
