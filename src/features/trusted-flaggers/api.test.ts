import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import type { TrustedFlagger } from './contract.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { reader, another, moderator, admin, call, newStory, report, caseOf, decide } = site;

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function trust(who: string, until = dayFromNow(30)): Promise<number> {
  const { status, body } = await call(admin, 'POST', '/moderation/trusted-flaggers', {
    ...{ organisation: 'Hotline Europe', who, until, note: 'Awarded by the coordinator.' },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

const revoke = (id: number) => call(admin, 'DELETE', `/moderation/trusted-flaggers/${id}`);

async function flaggerOf(id: number): Promise<TrustedFlagger> {
  const { body } = await call(admin, 'GET', '/moderation/trusted-flaggers');
  return body.data.flaggers.find((one: TrustedFlagger) => one.id === id);
}

async function queue(): Promise<{ subject_id: number; is_trusted: boolean }[]> {
  const { body } = await call(moderator, 'GET', '/moderation/cases?limit=100');
  return body.data.cases;
}

test('reports of a trusted flagger come first, are labelled, and counted', async () => {
  const [plain, flagged] = [await newStory(), await newStory()];
  await report(plain, 'I do not like the ending');
  const id = await trust('BEN-reads');
  await report(flagged, 'The tags promise a gothic tale');
  const [first, second] = await queue();
  assert.deepEqual([first?.subject_id, first?.is_trusted], [flagged.id, true]);
  assert.deepEqual([second?.subject_id, second?.is_trusted], [plain.id, false]);
  const found = await caseOf(flagged);
  assert.equal(found.reports[0].trusted_flagger, 'Hotline Europe');
  const decided = await decide(moderator, found, { action: 'hide' });
  assert.equal(decided.status, 200);
  const { notice_count, upheld_count, is_trusted, username } = await flaggerOf(id);
  assert.deepEqual([notice_count, upheld_count, is_trusted, username], [1, 1, true, 'ben-reads']);
  const dismissed = await newStory();
  await report(dismissed, 'I do not like the ending');
  await decide(moderator, await caseOf(dismissed), { action: 'dismiss', passage: '' });
  const { body } = await call(site.author, 'GET', `/accounts/decisions?story_id=${flagged.id}`);
  assert.equal(body.data.decisions[0].statement.source, 'trusted-flagger');
  const today = dayFromNow(0);
  const figures = await call(
    moderator,
    'GET',
    `/moderation/transparency?from=${dayFromNow(-1)}&until=${today}`,
  );
  assert.equal(figures.body.data.reports.by_trusted_flaggers, 2);
  await revoke(id);
  const counted = await flaggerOf(id);
  assert.deepEqual([counted.notice_count, counted.upheld_count], [2, 1], 'what was decided stays counted');
});

test('a domain counts for members with a verified address there, and for guests with a word of caution', async () => {
  const id = await trust('@example.org');
  const story = await newStory();
  await report(story, 'The tags promise a gothic tale', another);
  const guest = await call(undefined, 'POST', '/reports', {
    ...{ url: `/story/${story.slug}`, reason: 'It is copied from my book', email: 'desk@EXAMPLE.org' },
  });
  assert.equal(guest.status, 201, JSON.stringify(guest.body));
  const { reports } = await caseOf(story);
  assert.deepEqual(
    reports.map((one: { trusted_flagger: string; is_from_guest: boolean }) => [
      one.trusted_flagger,
      one.is_from_guest,
    ]),
    [
      ['Hotline Europe', false],
      ['Hotline Europe', true],
    ],
  );
  await db
    .updateTable('credentials')
    .set({ email_verified_at: null })
    .where('account_id', '=', reader.id)
    .execute();
  const other = await newStory();
  await report(other, 'The tags promise a gothic tale', reader);
  assert.equal((await caseOf(other)).is_trusted, false, 'an unverified address');
  await revoke(id);
});

test('a revoked trust takes the priority of what waits, and ends once', async () => {
  const id = await trust('cleo-reads');
  const story = await newStory();
  await report(story, 'The tags promise a gothic tale', another);
  assert.equal((await caseOf(story)).is_trusted, true);
  assert.equal((await revoke(id)).status, 200);
  assert.equal((await caseOf(story)).is_trusted, false);
  assert.equal((await revoke(id)).status, 404);
  assert.equal((await flaggerOf(id)).is_trusted, false);
  const { entries } = (await call(admin, 'GET', '/moderation/log?limit=2')).body.data;
  assert.deepEqual(
    entries.map(({ note }: { note: string }) => note),
    [
      `No longer a trusted flagger: ${id}, Hotline Europe.`,
      `Trusted flagger ${id}, Hotline Europe, until ${dayFromNow(30)}. Awarded by the coordinator.`,
    ],
  );
});

test('trust ends with its last day', async () => {
  const id = await trust('cleo-reads', dayFromNow(0));
  await db
    .updateTable('trusted_flaggers')
    .set({ until: dayFromNow(-1) })
    .where('id', '=', id)
    .execute();
  const [latest] = (await call(admin, 'GET', '/moderation/trusted-flaggers')).body.data.flaggers;
  assert.deepEqual([latest.id, latest.is_trusted], [id, false]);
  const story = await newStory();
  await report(story, 'The tags promise a gothic tale', another);
  assert.equal((await caseOf(story)).is_trusted, false);
});

test('a legal request of a trusted flagger comes first, too', async () => {
  const id = await trust('desk@hotline.example');
  const story = await newStory();
  const sent = await call(undefined, 'POST', '/account/legal/takedown', {
    ...{
      requester_name: 'Ida',
      requester_email: 'Desk@hotline.example',
      owner_info: 'Ida',
      address: '4 Quay',
    },
    content_url: `${context.publicUrl}/story/${story.slug}`,
    ...{ content_description: 'All of it', reason: 'Mine.', electronic_signature: true },
  });
  assert.equal(sent.status, 201);
  assert.equal((await caseOf(story)).is_trusted, true);
  const { notice_count, upheld_count } = await flaggerOf(id);
  assert.deepEqual([notice_count, upheld_count], [1, 0]);
  await revoke(id);
  assert.equal((await caseOf(story)).is_trusted, false);
});

test('a flagger that cannot be trusted is refused at its field, and only admins trust', async () => {
  const refused: [object, string][] = [
    [{ who: 'nobody-here' }, 'who'],
    [{ who: '@org' }, 'who'],
    [{ until: dayFromNow(-1) }, 'until'],
    [{ until: 'soon' }, 'until'],
    [{ organisation: ' ' }, 'organisation'],
    [{ note: '' }, 'note'],
  ];
  const good = { organisation: 'Hotline', who: '@hotline.example', until: dayFromNow(9), note: 'Awarded.' };
  for (const [wrong, field] of refused) {
    const { status, body } = await call(admin, 'POST', '/moderation/trusted-flaggers', { ...good, ...wrong });
    assert.ok(status === 400 || status === 422, `${status} ${field}`);
    assert.deepEqual(Object.keys(body.error.fields), [field]);
  }
  assert.equal((await call(moderator, 'GET', '/moderation/trusted-flaggers')).status, 404);
});
