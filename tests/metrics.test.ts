import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { commentFigures } from '#features/comments/service/figures.ts';
import { openDatabase } from '#platform/database/database.ts';
import { freePort } from '#platform/http/free-port.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { deleteOldMails } from '#platform/mail/mail-store.ts';
import { createOutbox } from '#platform/mail/outbox.ts';
import { createCommentMetrics } from '#platform/metrics/comment-metrics.ts';
import { openMetricsServer } from '#platform/metrics/metrics-server.ts';
import { createWebMetrics } from '#platform/metrics/web-metrics.ts';
import { createWorkMetrics } from '#platform/metrics/work-metrics.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';
import { fillExampleStories, people } from './world.ts';

const { context } = await testDatabase({ publishing: true });
const { stories } = await fillExampleStories(context);
const metrics = createWebMetrics();
const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
const app = await testServer(context, { metrics, cache });
await app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const port = await freePort('127.0.0.1');
const work = createWorkMetrics(context.db);
const comments = createCommentMetrics(() => commentFigures(context.db));
const parts = [metrics.text, work.text, comments.text];
const server = await openMetricsServer({ port, host: '127.0.0.1' }, parts, context.log);
after(() => server.stop());

const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of a metric's line. */
function figure(text: string, name: string, labels: Record<string, string | number> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((line) => line.startsWith(name) && wanted.every((label) => line.includes(label)));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}

test('metrics count refused publishing by kind of account', async () => {
  const { headers } = await signedIn(context, 'writes-too-much', { isVerified: false });
  const publish = async (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
  const { data } = (await publish('/stories', { title: 'The First' })).json();
  await publish(`/stories/${data.id}/chapters`, { title: 'One', content: '<p>Once.</p>' });
  assert.equal((await publish('/stories', { title: 'The Second' })).statusCode, 429);
  const text = await read();
  const refused = (reason: string) => figure(text, 'nightstand_publications_refused_total', { reason });
  assert.deepEqual([refused('unverified'), refused('new'), refused('established')], [1, 0, 0]);
});

test('metrics show requests, responses and queues', async () => {
  const { headers } = await signedIn(context, 'canary-name');
  const fetchBody = async (path: string, init: RequestInit = {}) =>
    (await fetch(url + path, init)).arrayBuffer();
  for (let n = 0; n < 5; n++) await fetchBody(`/api/stories/${stories.ferry.slug}`);
  await fetchBody('/api/search?query=canary-words');
  await fetchBody(`/api/accounts/users/${people.mira}`);
  await fetchBody('/api/accounts/profile', { headers });
  await fetchBody('/api/accounts/profile');
  await fetchBody('/api/no-such-call-canary');
  await fetchBody('/api/auth/verify-email/canary-token');
  await fetchBody('/story/canary-slug', { method: 'POST' });
  await fetchBody('/story/canary-slug', { method: 'PROPFIND' });
  const text = await read();
  const requests = (labels: Record<string, string | number>) =>
    figure(text, 'nightstand_requests_total', labels);
  // Fastify answers the first, the fast path the others.
  assert.equal(requests({ route: '/api/stories/:id', status: 200 }), 1);
  assert.equal(requests({ route: 'kept', status: 200 }), 4, 'the fast path is counted too');
  assert.equal(requests({ route: '/api/accounts/profile', status: 200 }), 1);
  assert.equal(requests({ route: '/api/accounts/profile', status: 401 }), 1);
  assert.equal(requests({ route: '/api/auth/verify-email/:token', status: 400 }), 1);
  assert.equal(requests({ route: 'page', method: 'POST', status: 405 }), 1);
  assert.equal(requests({ method: 'other' }), 1);
  assert.equal(figure(text, 'nightstand_request_seconds_count', { route: '/api/stories/:id' }), 1);
  assert.ok(figure(text, 'nightstand_cache_answers_total', { from: 'making' }) >= 2);
  assert.ok(figure(text, 'nightstand_cache_bytes') > 0);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    assert.ok(figure(text, name) > 0, name);
  for (const state of ['used', 'idle', 'waited_for'])
    assert.ok(figure(text, 'nightstand_pool_connections', { state }) >= 0, state);
  // The second read counts no request of the fast path again.
  await fetchBody(`/api/stories/${stories.ferry.slug}`);
  assert.equal(figure(await read(), 'nightstand_requests_total', { route: 'kept', status: 200 }), 5);
});

test('metrics contain no personal data', async () => {
  const text = await read();
  for (const word of ['canary', people.mira, stories.ferry.slug, '127.0.0.1'])
    assert.ok(!text.includes(word), word);
});

test('pending jobs and mails are counted', async () => {
  const { db, jobs } = context;
  await jobs.enqueue(db, 'sum-rankings', {});
  await db
    .insertInto('outbox_mails')
    .values(
      [1, 2].map((n) => ({
        ...{ subject: 'x', text_part: 'x', html_part: 'x' },
        kind: 'x',
        address: `a${n}@example.org`,
        send_at: new Date(0),
        try_at: new Date(),
      })),
    )
    .execute();
  const text = await read();
  assert.ok(figure(text, 'nightstand_jobs', { state: 'due' }) >= 1);
  assert.equal(figure(text, 'nightstand_mails', { state: 'waiting' }), 2);
  assert.ok(figure(text, 'nightstand_mail_oldest_seconds') > 1_000_000);
});

test('comments are counted by state and by the reason why they wait', async () => {
  const writer = await signedIn(context, 'canary-writes');
  const say = async (words: string) => {
    const sent = await app.inject({
      ...{ method: 'POST', url: `/api/stories/${stories.ferry.slug}/comments` },
      ...{ headers: writer.headers, payload: { content: words } },
    });
    assert.equal(sent.statusCode, 201, sent.body);
    return sent.json().data.id as number;
  };
  const [shown, removed] = [await say('One'), await say('Two'), await say('See https://three.test')];
  const moderator = await signedIn(context, 'canary-keeps', { role: 'moderator' });
  for (const [id, act] of [
    [shown, 'approve'],
    [removed, 'remove'],
  ] as const) {
    const decided = await app.inject({
      ...{ method: 'POST', url: `/api/comments/${id}/${act}` },
      ...{ headers: moderator.headers, payload: { reason: 'A rule.' } },
    });
    assert.equal(decided.statusCode, 200, decided.body);
  }
  await context.db
    .updateTable('comments')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('state', '=', 'waiting')
    .execute();
  const text = await read();
  const states = ['shown', 'waiting', 'removed'].map((state) =>
    figure(text, 'nightstand_comments', { state }),
  );
  assert.deepEqual(states, [1, 1, 1]);
  const held = (reason: string) => figure(text, 'nightstand_comments_held', { reason });
  assert.deepEqual([held('link'), held('flood'), held('unknown')], [1, 0, 0]);
  assert.ok(figure(text, 'nightstand_comment_oldest_seconds') >= 3600);
  assert.ok(!text.includes('canary'));
});

// Interface, Security, law, operations: nightstand_mails_dropped_total{kind} counts dropped mails
test('mails dropped by a quota are counted by kind, also after their rows are deleted', async () => {
  const { db } = context;
  const capped = createOutbox({
    jobs: context.jobs,
    log: { ...context.log, warn: () => undefined },
    caps: true,
  });
  const words = { subject: 'x', text: 'x', html: 'x' };
  for (let i = 0; i < 4; i++) {
    await capped.post(db, 'canary@example.org', () => ({ kind: 'newsletter-confirm', ...words }));
    await capped.post(db, 'canary@example.org', () => ({ kind: 'password-changed', ...words }));
  }
  const drops = (text: string, kind: string) => figure(text, 'nightstand_mails_dropped_total', { kind });
  const before = await read();
  assert.deepEqual(
    [drops(before, 'newsletter-confirm'), drops(before, 'reset-password'), drops(before, 'password-changed')],
    [3, 0, Number.NaN],
  );
  assert.ok(!before.includes('canary'));
  const longAgo = new Date(Date.now() - 3 * 86_400_000);
  await db
    .updateTable('outbox_mails')
    .set({ created_at: longAgo })
    .where('dropped_at', 'is not', null)
    .execute();
  await deleteOldMails(db);
  await capped.post(db, 'canary@example.org', () => ({ kind: 'newsletter-confirm', ...words }));
  assert.equal(drops(await read(), 'newsletter-confirm'), 4);
});

test('the metrics port serves nothing else, and unavailable metrics are left out', async () => {
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
  assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status, 404);
  const other = await freePort('127.0.0.1');
  const away = () => Promise.reject(new Error('away'));
  const silent = { ...context.log, warn: () => undefined };
  const failing = await openMetricsServer({ port: other, host: '127.0.0.1' }, [away], silent);
  assert.equal((await fetch(`http://127.0.0.1:${other}/metrics`)).status, 503);
  await failing.stop();
  await assert.rejects(
    openMetricsServer({ port, host: '127.0.0.1' }, [], context.log),
    /METRICS_PORT \d+ on 127\.0\.0\.1 cannot be used/,
  );
});

test('metrics of the process are served while the database is away', async () => {
  const away = openDatabase({
    connectionString: 'postgresql://nightstand@localhost/nightstand?host=/nowhere',
    log: context.log,
  });
  after(() => away.close());
  const alone = await freePort('127.0.0.1');
  const log = { ...context.log, warn: () => {} };
  const partly = await openMetricsServer(
    { port: alone, host: '127.0.0.1' },
    [metrics.text, createWorkMetrics(away.db).text],
    log,
  );
  after(() => partly.stop());
  const answer = await fetch(`http://127.0.0.1:${alone}/metrics`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  assert.match(text, /^nightstand_pool_connections/m);
  assert.doesNotMatch(text, /^nightstand_jobs/m);
});
