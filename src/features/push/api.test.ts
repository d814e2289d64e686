import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { newPushBrowser, startPushService } from '#tests/support/push-service.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_PUSH_BROWSERS, pushMessages } from './contract.ts';
import { pushJobs } from './jobs.ts';
import { pushBrowsersToExport } from './service/browsers.ts';
import { NOTIFY_JOB, notifyBrowser, notifyBrowsers } from './service/notifying.ts';
import { sendNotice } from './service/send.ts';
import { vapidKeys } from './service/vapid-keys.ts';

const service = await startPushService();
const database = await testDatabase();
const context = { ...database.context, pushServices: [service.origin] };
const { db } = context;
const request = await createRequester(await testServer(context));

let count = 0;
const newReader = () => signedIn(context, `reader-${++count}`);
const newBrowser = () => newPushBrowser(`${service.origin}/wpush/${++count}`);
type Person = Awaited<ReturnType<typeof signedIn>>;

const turnOn = (reader: Person, body: object) =>
  request('POST /push/browsers', { token: reader.token, body });
const browsersOf = async (reader: Person) =>
  (await request('GET /push', { token: reader.token })).data.browsers;
const notice = { title: 'Something new', body: '', path: '/updates' };
const notify = (id: number, text = notice, postedAt = new Date()) =>
  notifyBrowser(context, { id, notice: text, postedAt });

test('a reader turns notifications on in a browser, repeats it, and turns them off', async () => {
  const reader = await newReader();
  const { subscription } = newBrowser();
  const first = await turnOn(reader, subscription);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual((await turnOn(reader, subscription)).data, first.data);
  const [browser, ...others] = await browsersOf(reader);
  assert.deepEqual(others, []);
  assert.equal(browser.service, '127.0.0.1');
  assert.equal(browser.endpoint, subscription.endpoint);
  const off = await request(`DELETE /push/browsers/${browser.id}`, { token: reader.token });
  assert.equal(off.status, 200);
  assert.deepEqual(await browsersOf(reader), []);
});

test('a browser that is turned on again belongs to the later session, and has its later keys', async () => {
  const reader = await newReader();
  const later = await signedIn(context, reader.username);
  const { subscription } = newBrowser();
  await turnOn(reader, subscription);
  const browser = newPushBrowser(subscription.endpoint);
  const { data } = await turnOn(later, browser.subscription);
  await request('POST /auth/logout', { body: { refreshToken: reader.refreshToken } });
  service.messages.length = 0;
  await notify(data.id);
  assert.deepEqual(browser.read(service.messages[0]?.body ?? Buffer.alloc(0)), notice);
  const [exported] = await pushBrowsersToExport(db, reader.id);
  assert.deepEqual(Object.keys(exported ?? {}), ['endpoint', 'created_at'], 'no key leaves the site');
});

test('nobody sees or removes the browsers of others', async () => {
  const reader = await newReader();
  const stranger = await newReader();
  const { data } = await turnOn(reader, newBrowser().subscription);
  assert.equal((await request(`DELETE /push/browsers/${data.id}`, { token: stranger.token })).status, 200);
  assert.deepEqual(await browsersOf(stranger), []);
  assert.equal((await browsersOf(reader)).length, 1);
});

test('a shared browser notifies only the account that turned it on last', async () => {
  const [before, now] = [await newReader(), await newReader()];
  const { subscription } = newBrowser();
  await turnOn(before, subscription);
  await turnOn(now, subscription);
  assert.deepEqual(await browsersOf(before), []);
  assert.equal((await browsersOf(now)).length, 1);
});

test('a notice that waits for the earlier account of a browser never reaches the next one', async () => {
  const [before, now] = [await newReader(), await newReader()];
  const browser = newBrowser();
  const { data } = await turnOn(before, browser.subscription);
  await turnOn(now, browser.subscription);
  const sent = service.messages.length;
  await notify(data.id, { ...notice, body: 'A title of the earlier one' });
  assert.equal(service.messages.length, sent);
});

test('logging out ends the notifications of the session', async () => {
  const reader = await newReader();
  await turnOn(reader, newBrowser().subscription);
  assert.equal(
    (await request('POST /auth/logout', { body: { refreshToken: reader.refreshToken } })).status,
    200,
  );
  const rows = await db.selectFrom('push_browsers').where('account_id', '=', reader.id).selectAll().execute();
  assert.deepEqual(rows, []);
});

test('a suspended account turns notifications off, and none on', async () => {
  const reader = await newReader();
  const { data } = await turnOn(reader, newBrowser().subscription);
  await db
    .updateTable('accounts')
    .set({ suspended_at: new Date(), suspended_for: 'spam' })
    .where('id', '=', reader.id)
    .execute();
  assert.equal((await turnOn(reader, newBrowser().subscription)).error?.code, 'suspended');
  assert.equal((await request(`DELETE /push/browsers/${data.id}`, { token: reader.token })).status, 200);
  assert.deepEqual(await browsersOf(reader), []);
});

test('an address that no browser’s vendor runs is refused, and so are keys that are none', async () => {
  const reader = await newReader();
  const { subscription } = newBrowser();
  for (const endpoint of [
    'https://internal.example/',
    'http://127.0.0.1:1/x',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    const { status, error } = await turnOn(reader, { ...subscription, endpoint });
    assert.equal(status, 422, endpoint);
    assert.equal(error?.fields?.endpoint, pushMessages.badEndpoint);
  }
  const noPoint = Buffer.alloc(65, 4).toString('base64url');
  const { status, error } = await turnOn(reader, { ...subscription, p256dh: noPoint });
  assert.equal(status, 422);
  assert.equal(error?.fields?.p256dh, pushMessages.badKey);
});

test('an account has a limited number of browsers', async () => {
  const reader = await newReader();
  const first = newBrowser();
  await turnOn(reader, first.subscription);
  for (let n = 1; n < MAX_PUSH_BROWSERS; n += 1) await turnOn(reader, newBrowser().subscription);
  const { status, message } = await turnOn(reader, newBrowser().subscription);
  assert.equal(status, 422);
  assert.equal(message, pushMessages.tooMany);
  assert.equal((await turnOn(reader, first.subscription)).status, 200);
});

test('a message can be read by the browser only, always has one length, and names the site to the service', async () => {
  const { subscription, read } = newBrowser();
  service.messages.length = 0;
  const long = { ...notice, body: '“Umlaut” äöü 🕯 '.repeat(200) };
  assert.equal(await sendNotice(context, subscription, notice), 'sent');
  assert.equal(await sendNotice(context, subscription, long), 'sent');
  const [short, cut] = service.messages;
  assert.ok(short !== undefined && cut !== undefined);
  assert.equal(short.path, new URL(subscription.endpoint).pathname);
  assert.deepEqual(read(short.body), notice);
  const { body } = read(cut.body) as { body: string };
  assert.ok(body.length > 300 && long.body.startsWith(body));
  assert.equal(short.body.length, cut.body.length);
  assert.equal(short.body.includes('Something'), false);
  assert.match(short.headers.authorization ?? '', new RegExp(`k=${vapidKeys(context.signer).publicKey}$`));
  assert.deepEqual([short.headers.topic, short.headers.ttl], ['news', '86400']);
});

test('a subscription that its service has ended is told from one that fails for a while', async () => {
  const { subscription } = newBrowser();
  const answers: [number, string][] = [
    [201, 'sent'],
    [404, 'ended'],
    [410, 'ended'],
    [429, 'failed'],
    [500, 'failed'],
    [302, 'failed'],
  ];
  for (const [status, outcome] of answers) {
    service.status = status;
    assert.equal(await sendNotice(context, subscription, notice), outcome, String(status));
  }
  service.status = 201;
  assert.equal(await sendNotice({ ...context, pushServices: [] }, subscription, notice), 'ended');
});

test('an ended subscription is deleted, and a failed attempt is repeated without naming the browser', async () => {
  const reader = await newReader();
  const { subscription } = newBrowser();
  const { data } = await turnOn(reader, subscription);
  service.status = 503;
  await assert.rejects(notify(data.id), (error: Error) => {
    assert.doesNotMatch(String(error.stack), /wpush/);
    return true;
  });
  assert.equal((await browsersOf(reader)).length, 1);
  service.status = 410;
  await notify(data.id);
  assert.deepEqual(await browsersOf(reader), []);
  await notify(data.id);
  service.status = 201;
});

test('a notice that no service accepts for a day is given up, and a later one still arrives', async () => {
  const reader = await newReader();
  const browser = newBrowser();
  const { data } = await turnOn(reader, browser.subscription);
  const run = async (payload: object) => pushJobs(context)[NOTIFY_JOB]?.(payload, {} as JobHelpers);
  service.status = 503;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await assert.rejects(run({ id: data.id, notice, postedAt: hoursAgo(23) }));
  await run({ id: data.id, notice, postedAt: hoursAgo(25) });
  service.status = 201;
  service.messages.length = 0;
  assert.equal((await browsersOf(reader)).length, 1);
  await db.transaction().execute((transaction) => notifyBrowsers(context, transaction, reader.id, notice));
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs
    where key = ${`${NOTIFY_JOB} ${data.id}`} and job_queue_id is not null`.execute(db);
  await run(rows[0]?.payload ?? {});
  assert.equal(service.messages.length, 1);
});
