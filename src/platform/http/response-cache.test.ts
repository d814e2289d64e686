import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chosenEncoding } from './prepared-response.ts';
import { type CacheableResponse, createResponseCache } from './response-cache.ts';

/** lru-cache treats the time 0 as missing. */
function cacheAt(clock: { now: number }, maxBytes = 1_000_000) {
  return createResponseCache({ maxBytes, freshMilliseconds: 1000, now: () => clock.now + 1 });
}

function page(body: string, tags = ['lists'], status = 200): CacheableResponse {
  return { status, headers: {}, body, tags };
}

/** Waits until a background rendering that awaits nothing has finished. */
const rendered = () => new Promise((resolve) => setImmediate(resolve));

async function textOf(answer: Promise<{ bytes(encoding: 'identity'): Promise<Buffer> }>): Promise<string> {
  return (await (await answer).bytes('identity')).toString();
}

test('a second reader gets what was made for the first, in each encoding the same text', async () => {
  const cache = cacheAt({ now: 0 });
  let renderCount = 0;
  const make = async () => page(`page ${++renderCount}`);
  await cache.respond('home', make);
  const answer = await cache.respond('home', make);
  assert.equal(renderCount, 1);
  const { bytes, ...counts } = cache.counts();
  assert.deepEqual(counts, { hits: 1, misses: 1, entries: 1 });
  assert.ok(bytes > 0);
  assert.equal((await answer.bytes('identity')).toString(), 'page 1');
  assert.equal(brotliDecompressSync(await answer.bytes('br')).toString(), 'page 1');
  assert.equal(gunzipSync(await answer.bytes('gzip')).toString(), 'page 1');
  assert.equal(await answer.bytes('br'), await answer.bytes('br'), 'compressed once');
  const tags = [answer.etag('identity'), answer.etag('br'), answer.etag('gzip')];
  assert.equal(new Set(tags).size, 3);
});

test('a client gets the shortest encoding that it takes', () => {
  const chosen = ['gzip, br', 'gzip', 'br;q=0.1, gzip', 'zstd', 'br;q=0, *;q=0', ''].map(chosenEncoding);
  assert.deepEqual(chosen, ['br', 'gzip', 'gzip', 'identity', 'identity', 'identity']);
});

test('a hundred readers who come at once wait for one making', async () => {
  const cache = cacheAt({ now: 0 });
  let renderCount = 0;
  let finish = (_: CacheableResponse) => {};
  const making = new Promise<CacheableResponse>((resolve) => {
    finish = resolve;
  });
  const answers = Array.from({ length: 100 }, () =>
    cache.respond('home', () => {
      renderCount += 1;
      return making;
    }),
  );
  finish(page('one'));
  assert.deepEqual(new Set(await Promise.all(answers.map(textOf))), new Set(['one']));
  assert.equal(renderCount, 1);
});

test('a purged response is rendered for the next reader, and others stay cached', async () => {
  const cache = cacheAt({ now: 0 });
  await cache.respond('home', async () => page('old', ['lists']));
  await cache.respond('ferry', async () => page('old', ['story ferry']));
  cache.purge(['lists']);
  assert.equal(await textOf(cache.respond('home', async () => page('new'))), 'new');
  assert.equal(await textOf(cache.respond('ferry', async () => page('new'))), 'old');
  cache.clear();
  assert.equal(await textOf(cache.respond('ferry', async () => page('new'))), 'new');
});

test('a page that was being made while its story changed is given, and not kept', async () => {
  const cache = cacheAt({ now: 0 });
  for (const forget of [() => cache.purge(['story ferry']), () => cache.clear()]) {
    let finish = (_: CacheableResponse) => {};
    const making = new Promise<CacheableResponse>((resolve) => {
      finish = resolve;
    });
    const first = cache.respond('ferry', () => making);
    forget();
    finish(page('before the change', ['story ferry']));
    assert.equal(await textOf(first), 'before the change');
    assert.equal(await textOf(cache.respond('ferry', async () => page('after', ['story ferry']))), 'after');
    cache.clear();
  }
});

test('an older page is still given while one new one is made in its place', async () => {
  const clock = { now: 0 };
  const cache = cacheAt(clock);
  await cache.respond('home', async () => page('old'));
  clock.now = 1001;
  assert.equal(cache.fresh('home'), undefined);
  let renderCount = 0;
  const make = async () => page(`new ${++renderCount}`);
  assert.equal(await textOf(cache.respond('home', make)), 'old');
  await rendered();
  assert.equal(await textOf(cache.respond('home', make)), 'new 1');
});

test('a page of twice the age is rendered before it is given, and given only where that fails', async () => {
  const clock = { now: 0 };
  const cache = cacheAt(clock);
  await cache.respond('home', async () => page('a month old'));
  clock.now = 2000;
  assert.equal(await textOf(cache.respond('home', () => Promise.reject(new Error('away')))), 'a month old');
  assert.equal(await textOf(cache.respond('home', async () => page('busy', ['lists'], 503))), 'a month old');
  const answers = [1, 2].map((n) => textOf(cache.respond('home', async () => page(`new ${n}`))));
  assert.deepEqual(await Promise.all(answers), ['new 1', 'new 1']);
  assert.deepEqual([cache.counts().hits, cache.counts().misses], [0, 4]);
});

test('a page of twice the age that is purged while its rendering fails is not given again', async () => {
  const clock = { now: 0 };
  const cache = cacheAt(clock);
  for (const end of [() => Promise.reject(new Error('away')), async () => page('busy', ['lists'], 503)]) {
    clock.now += 10_000;
    await cache.respond('ferry', async () => page('withheld', ['story ferry']));
    clock.now += 2000;
    const answer = cache.respond('ferry', async () => {
      await rendered();
      return end();
    });
    cache.purge(['story ferry']);
    assert.notEqual(await textOf(answer).catch(() => 'failed'), 'withheld');
  }
});

test('a stale page that is purged while it is rendered anew is not given again', async () => {
  const clock = { now: 0 };
  const cache = cacheAt(clock);
  await cache.respond('ferry', async () => page('withheld', ['story ferry']));
  clock.now = 1001;
  let finish = (_: CacheableResponse) => {};
  const making = new Promise<CacheableResponse>((resolve) => {
    finish = resolve;
  });
  assert.equal(await textOf(cache.respond('ferry', () => making)), 'withheld');
  cache.purge(['story ferry']);
  assert.equal(cache.fresh('ferry'), undefined);
  const gone = cache.respond('ferry', async () => page('gone', ['story ferry'], 404));
  finish(page('rendered before the purge', ['story ferry']));
  assert.equal(await textOf(gone), 'gone');
  await rendered();
  assert.equal(await textOf(cache.respond('ferry', async () => page('back', ['story ferry']))), 'back');
});

test('a failure is not cached, and a stale page is served instead', async () => {
  const clock = { now: 0 };
  const cache = cacheAt(clock);
  await assert.rejects(
    cache.respond('home', () => Promise.reject(new Error('away'))),
    /away/,
  );
  for (const status of [301, 404, 429, 503]) {
    const answer = await cache.respond('home', async () => page('failed', ['lists'], status));
    assert.deepEqual([answer.status, answer.key], [status, undefined]);
  }
  assert.equal(await textOf(cache.respond('home', async () => page('fine'))), 'fine');
  clock.now = 1001;
  assert.equal(await textOf(cache.respond('home', () => Promise.reject(new Error('away')))), 'fine');
  await rendered();
  for (const status of [429, 503]) {
    assert.equal(await textOf(cache.respond('home', async () => page('busy', ['lists'], status))), 'fine');
    await rendered();
  }
  assert.equal(await textOf(cache.respond('home', async () => page('gone', ['lists'], 404))), 'fine');
  await rendered();
  assert.equal(await textOf(cache.respond('home', async () => page('back'))), 'back');
  assert.equal(await textOf(cache.respond('untagged', async () => page('a', []))), 'a');
  assert.equal(await textOf(cache.respond('untagged', async () => page('b', []))), 'b');
});

test('the least recently used responses make room, and an oversized one is not cached', async () => {
  const cache = cacheAt({ now: 0 }, 100_000);
  const body = 'x'.repeat(5_000);
  for (let n = 0; n < 30; n++) {
    await cache.respond(`page ${n}`, async () => page(body));
    await cache.respond('page 0', async () => page('made again'));
  }
  assert.equal(await textOf(cache.respond('page 0', async () => page('made again'))), body);
  assert.equal(await textOf(cache.respond('page 1', async () => page('made again'))), 'made again');
  await cache.respond('giant', async () => page('x'.repeat(200_000)));
  assert.equal(await textOf(cache.respond('page 29', async () => page('made again'))), body);
  assert.equal(await textOf(cache.respond('giant', async () => page('made again'))), 'made again');
});
