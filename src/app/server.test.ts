import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tagMessages } from '#features/tags/contract/tags.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { RunPublicRead } from '#platform/database/public-reads.ts';
import {
  createResponseCache,
  PRIVATE_CACHE_CONTROL,
  PUBLIC_CACHE_CONTROL,
} from '#platform/http/response-cache.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { urls } from '#urls.ts';
import { api } from './api.ts';
import { builtRenderer } from './built-renderer.ts';
import { CONTENT_SECURITY_POLICY } from './headers.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });

const pages = [
  '/',
  '/stories',
  `/story/${stories.ferry.slug}`,
  '/authors',
  '/tags',
  '/tag/sea',
  '/privacy',
  '/faq',
];

test('every answer carries the security headers and the adult label, errors included', async () => {
  for (const url of [
    ...pages,
    '/nope',
    '/api/nope',
    '/api/frontpage?page=0',
    '/healthz',
    '/robots.txt',
    '/%ff',
    '/story/%00',
  ]) {
    const { headers, statusCode } = await app.inject(url);
    assert.ok(statusCode < 500, `${url}: ${statusCode}`);
    assert.equal(headers['content-security-policy'], CONTENT_SECURITY_POLICY, url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.equal(headers['referrer-policy'], 'no-referrer', url);
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin', url);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url);
    for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics'])
      assert.ok(String(headers['permissions-policy']).split(', ').includes(`${feature}=()`), url);
    assert.equal(headers.rating, 'RTA-5042-1996-1400-1577-RTA', url);
    assert.equal(headers['set-cookie'], undefined, url);
  }
});

// Interface, Pages: The content security policy has neither unsafe-inline nor nonces
test('the policy allows no inline script and no inline style', () => {
  assert.doesNotMatch(CONTENT_SECURITY_POLICY, /unsafe|nonce|\*/);
});

// Interface, Pages: Every page is complete HTML with title, description, canonical link, Open Graph, JSON-LD and the adult label
test('a page is complete in its HTML and names its one address', async () => {
  const { body } = await app.inject(`/story/${stories.ferry.slug}`);
  assert.match(body, /^<!doctype html>/);
  assert.match(body, /<h1[^>]*>The Ferry at Dusk<\/h1>/);
  assert.ok(body.includes(`<link rel="canonical" href="${PUBLIC_URL}/story/the-ferry-at-dusk">`));
  assert.ok(body.includes('<meta name="rating" content="adult">'));
  assert.ok(body.includes('Missed Again'));
});

test('text of authors is text in the page, its head and its data', async () => {
  const { body } = await app.inject(`/story/${stories.angles.slug}`);
  assert.ok(body.includes('<title>Élan, &quot;Quotes&quot; &amp; &lt;Angles&gt; · Nightstand</title>'));
  assert.ok(!body.includes('<Angles>'));
  const data = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(body)?.[1] ?? '';
  assert.ok(!data.includes('<'));
  assert.ok(JSON.stringify(JSON.parse(data)).includes('<Angles>'));
});

// Interface, Stories: A former slug answers 301 to the present one, in the API and on the page
test('an old address of a story leads to the new one', async () => {
  await context.db
    .insertInto('story_slugs')
    .values({ slug: 'the-old-ferry', story_id: stories.ferry.id })
    .execute();
  const story = await app.inject('/story/the-old-ferry');
  assert.deepEqual([story.statusCode, story.headers.location], [301, '/story/the-ferry-at-dusk']);
  const chapters = (await app.inject(`/api/stories/${stories.ferry.id}/chapters`)).json().data.chapters;
  const chapter = await app.inject(`/story/the-old-ferry/chapter/${chapters[0].id}`);
  assert.deepEqual(
    [chapter.statusCode, chapter.headers.location],
    [301, `/story/the-ferry-at-dusk/chapter/${chapters[0].id}`],
  );
});

test('an address of an imported archive leads to the story, and is asked for again every time', async () => {
  const address = '/viewstory.php?sid=7';
  await context.db.insertInto('old_addresses').values({ address, story_id: stories.ferry.id }).execute();
  const { statusCode, headers } = await app.inject(address);
  assert.deepEqual(
    [statusCode, headers.location, headers['cache-control']],
    [301, `/story/${stories.ferry.slug}`, 'no-cache'],
  );
});

// Spec 2, Story page: ‘Story not found’
// Spec 2, Chapter page: ‘Chapter Not Found’
// Spec 2, Author page and authors list: ‘Author not found or profile is unavailable’
// Interface, Pages: A page that is not there answers 404
test('an unknown address answers 404 and names what is missing', async () => {
  const table: [string, string, string][] = [
    ['/nope', 'Page not found', 'Please check its spelling.'],
    ['/story/nope', 'Story not found', 'It may have moved'],
    [`/story/${stories.ferry.slug}/chapter/999999`, 'Chapter Not Found', 'It may have moved'],
    ['/author/nobody', 'Author not found or profile is unavailable', 'The author may have'],
    ['/series/nope', 'Series not found', 'It may have been renamed, or withdrawn'],
    ['/list/nope', 'Reading list not found', 'It may have been renamed, deleted'],
    ['/draft/nope', 'This link is no longer valid', 'Ask the author for a new one.'],
    ['/authors?page=0', 'Page not found', 'Please check its spelling.'],
    ['/?page=abc', 'Page not found', 'Please check its spelling.'],
  ];
  for (const [url, text, reason] of table) {
    const { statusCode, body, headers } = await app.inject(url);
    assert.equal(statusCode, 404, url);
    assert.ok(body.includes(text), url);
    assert.ok(body.includes(`There is nothing at this address. ${reason}`), url);
    assert.ok(body.includes('<meta name="robots" content="noindex">'), url);
    assert.equal(headers['cache-control'], 'no-store', url);
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    assert.equal(again.statusCode, 404, url);
  }
});

test('no cache keeps the answer for an unknown call, as a call of this name may come', async () => {
  for (const url of ['/api', '/api?page=2', '/api/nope', '/api/accounts/profile/x.css']) {
    const { statusCode, headers } = await app.inject(url);
    assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], url);
    assert.match(String(headers['content-type']), /^application\/json/, url);
  }
});

test('the host of a request never reaches a page', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  for (const headers of [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
  ]) {
    for (const url of ['/', '/sitemap.xml', '/robots.txt', '/api/openapi.json']) {
      const { body } = await app.inject({ url, headers });
      assert.ok(!body.includes('evil.example'), url);
    }
  }
  for (const path of [
    '//evil.example/',
    '/\\evil.example/',
    '/\\/evil.example/',
    '//evil.example//',
    '/\t/evil.example/',
  ]) {
    // A raw request, because inject() would normalise the address first.
    const location = await new Promise<string | undefined>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .on('data', (data) => (text += data))
        .on('end', () => resolve(/^location: (.*)\r$/im.exec(text)?.[1]))
        .on('error', reject);
    });
    assert.ok(location === undefined || /^\/(?![/\\])/.test(location), `${path}: ${location}`);
  }
});

test('pages take only GET and HEAD, calls only JSON objects', async () => {
  const posted = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } });
  assert.deepEqual([posted.statusCode, posted.headers.allow], [405, 'GET, HEAD']);
  const head = await app.inject({ method: 'HEAD', url: '/' });
  assert.deepEqual([head.statusCode, head.body], [200, '']);
});

// Spec 7: Success flag, data envelope, error.message
// Interface, The API: A body that is too large answers 413
test('a body that is too large or broken is refused in the envelope', async () => {
  const url = `/api/tracking/stories/${stories.ferry.id}/share`;
  const json = { 'content-type': 'application/json' };
  const large = await app.inject({
    method: 'POST',
    url,
    headers: json,
    payload: `{"x":"${'y'.repeat(600_000)}"}`,
  });
  assert.deepEqual([large.statusCode, large.json().error.code], [413, 'too_large']);
  for (const payload of ['{', 'null', '[]', '"x"', '{"__proto__":{"a":1}}', '']) {
    const { statusCode, body } = await app.inject({ method: 'POST', url, headers: json, payload });
    assert.ok(statusCode === 400 || statusCode === 422, `${payload}: ${statusCode}`);
    assert.equal(JSON.parse(body).success, false, payload);
  }
});

// Interface, The API: Too many requests answer 429 with Retry-After
test('a network that asks too often is told how long to wait, and another one is not held up', async () => {
  const limited = await testServer(context, { rateLimits: true, trustProxy: ['127.0.0.1/32'] });
  const request = (address: string) =>
    limited.inject({
      method: 'POST',
      url: `/api/tracking/stories/${stories.ferry.id}/share`,
      headers: { 'x-forwarded-for': address },
      payload: { shared_platform: 'copy' },
    });
  const answers = await Promise.all(Array.from({ length: 241 }, (_, index) => request(`192.0.2.${index}`)));
  const refused = answers.filter((answer) => answer.statusCode === 429);
  assert.equal(refused.length, 1);
  assert.ok(Number(refused[0]?.headers['retry-after']) >= 1);
  assert.match(refused[0]?.json().message, /Please wait \d+ seconds? and try again/);
  assert.equal((await request('198.51.100.7')).statusCode, 200);
});

// Interface, Running: TRUST_PROXY is off by default, and takes addresses of proxies as CIDR blocks
test('a forged address is not believed without a trusted proxy', async () => {
  const limited = await testServer(context, { rateLimits: true });
  const statuses = await Promise.all(
    Array.from({ length: 241 }, async (_, index) => {
      const answer = await limited.inject({
        method: 'POST',
        url: `/api/tracking/stories/${stories.ferry.id}/share`,
        headers: { 'x-forwarded-for': `198.51.${index}.1` },
        payload: { shared_platform: 'copy' },
      });
      return answer.statusCode;
    }),
  );
  assert.equal(statuses.filter((status) => status === 429).length, 1);
});

// Interface, The API: The description in OpenAPI 3.1 is at /api/openapi.json, and a page of it at /api/docs
test('the API describes every call, and the page about it names them', async () => {
  const description = (await app.inject('/api/openapi.json')).json();
  assert.equal(description.openapi, '3.1.0');
  const described = Object.values(description.paths as Record<string, object>).flatMap((methods) =>
    Object.keys(methods),
  );
  assert.equal(described.length, api.length);
  const docs = (await app.inject('/api/docs')).body;
  const discreet = (await app.inject({ url: '/api/docs', headers: { cookie: 'discreet=1' } })).body;
  assert.match(docs, /<meta name="description"/);
  assert.doesNotMatch(discreet.replace(/<body.*/s, ''), /name="description"|Nightstand/);
  for (const { call } of api) {
    assert.ok(description.paths[call.path][call.method.toLowerCase()].operationId === call.name, call.name);
    assert.ok(docs.includes(`id="${call.name}"`), call.name);
  }
});

// Interface, The API: An overload answers 503 with Retry-After
test('a database that is away is answered 503 with a time to come back, never 500', async () => {
  const log = createLogger({ level: 'silent' });
  const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', log });
  const broken = await testServer({ ...context, db: away.db, log }, { renderer });
  for (const url of ['/', '/api/frontpage', '/healthz', '/sitemap.xml']) {
    const { statusCode, headers } = await broken.inject(url);
    assert.equal(statusCode, 503, url);
    assert.ok(Number(headers['retry-after']) >= 1, url);
  }
  assert.equal((await broken.inject('/privacy')).statusCode, 200);
  await away.close();
});

test('a page that lacks a part of it is kept for nobody, and the next visitor gets it whole', async () => {
  const log = createLogger({ level: 'silent' });
  const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', log });
  const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
  let isAway = true;
  const reads: RunPublicRead = (_tags, work) => work(isAway ? { ...context, db: away.db } : context);
  const cached = await testServer(context, { renderer, cache, reads });
  const page = async () => {
    const { statusCode, headers, body } = await cached.inject('/search');
    return [statusCode, headers['cache-control'], body.includes(tagMessages.loadPopularFailed)];
  };
  assert.deepEqual(await page(), [200, 'no-store', true]);
  isAway = false;
  assert.deepEqual(await page(), [200, PUBLIC_CACHE_CONTROL, false]);
  await away.close();
});

test('a page behind a secret link is gone as soon as the link is revoked', async () => {
  const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
  const cached = await testServer(context, { renderer, cache });
  const { headers } = await signedIn(context, people.mira);
  const link = (method: 'POST' | 'DELETE') =>
    cached.inject({ method, url: `/api/stories/${stories.ferry.id}/secret-link`, headers });
  const { pathname } = new URL((await link('POST')).json().data.url);
  assert.equal((await cached.inject(pathname)).statusCode, 200);
  assert.equal((await link('DELETE')).statusCode, 200);
  assert.equal((await cached.inject(pathname)).statusCode, 404);
});

test('an announcement is on every page but the one that browsers keep', async () => {
  const shown = { id: 1, kind: 'notice' as const, text: 'We move house on Sunday.' };
  const announcements = { ...context.announcements, current: () => [shown] };
  const telling = await testServer({ ...context, announcements }, { renderer });
  for (const [url, isTold] of [
    [urls.home(), true],
    [urls.kept(), false],
  ] as const)
    assert.equal((await telling.inject(url)).body.includes(shown.text), isTold, url);
});

test('a page is private for the last minute before an announcement begins or ends', async () => {
  const announcements = { ...context.announcements, isChangeNear: () => true };
  const near = await testServer({ ...context, announcements }, { renderer });
  assert.equal((await near.inject('/')).headers['cache-control'], PRIVATE_CACHE_CONTROL);
});

// Interface, The API: A site that is shutting down answers 503 with Retry-After, after those who came before
test('a request that arrives while the site is stopping is answered 503 with a time to come back', async () => {
  const stopping = await testServer(context);
  await stopping.listen({ port: 0, host: '127.0.0.1' });
  const { port } = stopping.server.address() as AddressInfo;
  const accepted = once(stopping.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  // A connection in the middle of a request outlasts the beginning of the end.
  socket.write('GET /api/frontpage HTTP/1.1\r\nhost: x\r\n');
  await accepted;
  await sleep(200);
  const closed = stopping.close();
  await sleep(200);
  let text = '';
  socket.on('data', (data) => (text += data));
  socket.write('\r\n');
  await once(socket, 'close');
  await closed;
  assert.match(text, /^HTTP\/1\.1 503 /);
  assert.match(text, /^retry-after: \d+\r$/im);
  const { success, error } = JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
  assert.deepEqual([success, error.code], [false, 'unavailable']);
});

test('a client that announces JSON or a form with every request is answered at once without a body, too', async () => {
  const listening = await testServer(context, { renderer });
  await listening.listen({ port: 0, host: '127.0.0.1' });
  const { port } = listening.server.address() as AddressInfo;
  for (const type of [
    'application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ])
    for (const [request, status] of [
      ['DELETE /api/feed-token', 401],
      ['POST /api/auth/logout', 200],
      ['POST /api/imports', 401],
      ['POST /hidden', 422],
      ['PUT /', 405],
    ] as const) {
      // A raw request, because fetch sends the length of nothing with most methods.
      const socket = connect(port, '127.0.0.1');
      socket.write(`${request} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`);
      const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(5000) });
      assert.match(String(answer), new RegExp(`^HTTP/1\\.1 ${status} `), `${request}, ${type}`);
      socket.destroy();
    }
});

test('no address, name or search of a reader is in the log', async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const logged = await testServer({ ...context, log }, { renderer });
  await logged.inject({
    url: '/api/search/tags?query=canary-search',
    remoteAddress: '203.0.113.77',
    headers: { authorization: 'Bearer canary-token', 'user-agent': 'canary-agent', cookie: 'canary=cookie' },
  });
  await logged.inject({ url: '/author/canary-name', remoteAddress: '203.0.113.77' });
  await logged.inject({
    method: 'POST',
    url: '/api/tracking/stories/canary-story/share',
    payload: { shared_platform: 'canary-body' },
  });
  assert.ok(lines.length >= 3);
  assert.doesNotMatch(lines.join(''), /canary|203\.0\.113/);
});
