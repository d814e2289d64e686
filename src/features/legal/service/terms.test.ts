import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { type OwnTerms, SHIPPED_TERMS, type TermsPeriod, termsMessages } from '../contract/terms.ts';

const { context } = await testDatabase();
const request = await createRequester(await testServer(context));
const ada = await signedIn(context, 'ada-keeps', { role: 'admin' });
const revisions = new Map<string, number>();

async function set(name: 'text_terms' | 'terms_asked_since', value: string | null) {
  const revision = revisions.get(name) ?? 0;
  const answer = await request(`PUT /moderation/settings/${name}`, {
    token: ada.token,
    body: { value, revision },
  });
  if (answer.status === 200) revisions.set(name, revision + 1);
  return answer;
}

async function versions(): Promise<TermsPeriod[]> {
  return ((await request('GET /site/terms')).data as { versions: TermsPeriod[] }).versions;
}

async function ownTerms(token: string): Promise<OwnTerms> {
  return (await request('GET /accounts/terms', { token })).data as OwnTerms;
}

const inboxOf = async (token: string) =>
  (await request('GET /inbox', { token })).data as { unread: number; asks_terms: boolean };
const accept = (token: string, version: string) =>
  request('POST /accounts/terms', { token, body: { version } });
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function register(username: string): Promise<string> {
  const { status, data } = await request('POST /accounts/signup', {
    body: { username, email: `${username}@example.org`, password: 'seven quiet lanterns' },
  });
  assert.equal(status, 201);
  return (data as { token: string }).token;
}

test('the day of the shipped text is the one that its page shows', () => {
  const terms = readFileSync(new URL('../content/terms.md', import.meta.url), 'utf8');
  assert.match(terms, new RegExp(`^updated: ${SHIPPED_TERMS}$`, 'm'));
});

test('a newcomer accepts the version in force, and is asked again only from the day that an admin sets', async () => {
  const token = await register('newcomer');
  const first = await ownTerms(token);
  assert.equal(first.version, SHIPPED_TERMS);
  assert.equal(first.accepted?.version, SHIPPED_TERMS);
  assert.equal(first.is_asked, false);

  assert.equal((await set('text_terms', '## Ours\n\nBe kind.')).status, 200);
  assert.equal((await ownTerms(token)).version, '1');
  assert.equal((await ownTerms(token)).is_asked, false, 'a new text asks nobody by itself');
  assert.deepEqual(await inboxOf(token).then(({ unread, asks_terms }) => [unread, asks_terms]), [0, false]);

  // A day to come asks nobody yet.
  await set('terms_asked_since', dayFromNow(2));
  assert.equal((await inboxOf(token)).asks_terms, false);
  await context.db
    .updateTable('terms_acceptances')
    .set({ accepted_at: new Date('2026-01-01') })
    .execute();
  await set('terms_asked_since', '2026-02-01');
  assert.deepEqual(await inboxOf(token).then(({ unread, asks_terms }) => [unread, asks_terms]), [1, true]);
  assert.equal((await request('GET /inbox/count', { token })).data.unread, 1);
  const read = await request('POST /inbox/read', { token, body: {} });
  assert.equal(read.data.unread, 1, 'reading the inbox is no acceptance');

  const late = await accept(token, SHIPPED_TERMS);
  assert.equal(late.status, 409);
  assert.equal(late.error?.message, termsMessages.notInForce);
  assert.equal((await accept(token, '1')).status, 200);
  assert.equal((await accept(token, '1')).status, 200, 'twice is no failure');
  const { accepted, is_asked } = await ownTerms(token);
  assert.deepEqual([accepted?.version, is_asked], ['1', false]);
  assert.deepEqual(await inboxOf(token).then(({ unread, asks_terms }) => [unread, asks_terms]), [0, false]);
  await set('terms_asked_since', null);
});

test('an account without a record is asked too', async () => {
  const old = await signedIn(context, 'old-friend');
  assert.equal((await ownTerms(old.token)).accepted, null);
  assert.equal((await inboxOf(old.token)).asks_terms, false);
  await set('terms_asked_since', dayFromNow(0));
  assert.equal((await inboxOf(old.token)).asks_terms, true);
  await set('terms_asked_since', null);
});

test('every version stays readable with its times in force', async () => {
  await set('text_terms', '## Ours, again\n\nBe kinder. <script>alert(1)</script>');
  await set('text_terms', null);
  const periods = await versions();
  assert.deepEqual(
    periods.map(({ version }) => version),
    [SHIPPED_TERMS, '2', '1', SHIPPED_TERMS],
  );
  assert.equal(periods[0]?.until, null);
  for (const [later, earlier] of periods.slice(1).map((period, index) => [periods[index], period]))
    assert.equal(earlier?.until, later?.from);
  const { data } = await request('GET /site/terms/2');
  assert.match(data.content, /Ours, again/);
  assert.doesNotMatch(data.content, /<script/);
  assert.equal((await request(`GET /site/terms/${SHIPPED_TERMS}`)).data.content, null);
  for (const unknown of ['3', '0', '77', '2025-03-24'])
    assert.equal((await request(`GET /site/terms/${unknown}`)).status, 404, unknown);
  assert.equal((await request('GET /site/terms/newest')).status, 400);
});

test('an acceptance on the day itself counts only for the text with which the day ends', async () => {
  const { token } = await signedIn(context, 'early-bird');
  await accept(token, (await ownTerms(token)).version);
  await set('terms_asked_since', dayFromNow(0));
  assert.equal((await ownTerms(token)).is_asked, false);
  await set('text_terms', '## Ours, on the same day\n\nBe kind and quick.');
  assert.equal((await ownTerms(token)).is_asked, true);
  assert.equal((await inboxOf(token)).asks_terms, true);
  await accept(token, (await ownTerms(token)).version);
  assert.equal((await inboxOf(token)).asks_terms, false);
  // From the next day on, a corrected comma asks nobody.
  await set('terms_asked_since', dayFromNow(-1));
  await set('text_terms', '## Ours, on the same day\n\nBe kind, and quick.');
  assert.equal((await inboxOf(token)).asks_terms, false);
  await set('terms_asked_since', null);
});

test('a day in the settings is a day', async () => {
  for (const wrong of ['soon', '2026-02-30', '', '2026-13-01', dayFromNow(800)])
    assert.equal((await set('terms_asked_since', wrong)).status, 422, wrong);
});
