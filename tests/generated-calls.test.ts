import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { api } from '#app/api.ts';
import { REFUSED_BY_DATABASE } from '#app/errors.ts';
import { addressOf, type Call, pathNames } from '#base/contract.ts';
import { failureTable } from '#base/failure.ts';
import { insertTicket } from '#features/accounts/store/sign-in-tickets.ts';
import { CHAPTER_STATES } from '#features/chapters/contract/chapters.ts';
import { SHIPPED_TERMS } from '#features/legal/contract/terms.ts';
import { subscriberToken } from '#features/newsletter/service/links.ts';
import { READING_STATES } from '#features/reactions/contract/reading-state.ts';
import { newRecoveryCodes } from '#features/second-factors/service/factors.ts';
import { VISIBILITIES } from '#features/stories/contract/visibility.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { hashPassword } from '#platform/security/password.ts';
import {
  generatedInput,
  hostileBody,
  hostileQuery,
  hostileSegment,
  type Known,
} from './support/generated-input.ts';
import { moderatedSite } from './support/moderated-site.ts';
import { newPushBrowser } from './support/push-service.ts';
import { runDueJobs } from './support/run-due-jobs.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';
import { fillExampleStories, people } from './world.ts';

/**
 * Makes every call of the contract with generated input: good, hostile, missing, of the wrong kind; as a
 * visitor, a user, a moderator and an admin. The seed is fixed, so that a failed run can be repeated; for a
 * long hunt: GENERATED_RUNS=3000 GENERATED_SEED=$RANDOM node --test tests/generated-calls.test.ts
 */
const numRuns = Number(process.env.GENERATED_RUNS ?? 14);
const seed = Number(process.env.GENERATED_SEED ?? 20_261_121);

const { context, connectionString } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const site = await moderatedSite(context);
const cache = createResponseCache({ maxBytes: 2 ** 20, freshMilliseconds: 20_000 });
const app = await testServer(context, { cache });

const PASSWORD = 'nine quiet harbours';
const password_hash = await hashPassword(PASSWORD);
assert.ok(password_hash !== undefined);

// Shared fixtures that need time to arise: a decision with its mail, a request, links of all kinds.
const hidden = await site.hiddenStory();
await site.call(site.author, 'POST', '/accounts/delete-link', {});
await site.call(undefined, 'POST', '/newsletter/subscribe', { email: 'ben-reads@example.org' });
await site.call(undefined, 'POST', '/account/legal/takedown', {
  ...{ requester_name: 'C. Laimant', requester_email: 'claimant@lawyers.example', address: '1 Quay' },
  ...{ content_url: `/story/${stories.ferry.slug}`, content_description: 'A tale', reason: 'Mine.' },
  ...{ owner_info: 'C. Laimant', electronic_signature: true },
});
await site.call(undefined, 'POST', '/auth/password-reset', { email: 'ben-reads@example.org' });
await site.call(site.author, 'PUT', '/accounts/email', { email: 'moved@example.org' });
await runDueJobs(connectionString, context);
const mails = await db.selectFrom('outbox_mails').select(['kind', 'text_part']).execute();
const tokensIn = (some: typeof mails) =>
  some.flatMap(({ text_part }) => (text_part ?? '').match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? []);
const isAboutEmail = ({ kind }: { kind: string }) => kind === 'confirm-email' || kind === 'email-changed';
const mailedTokens = tokensIn(mails.filter((mail) => !isAboutEmail(mail)));
const emailTokens = tokensIn(mails.filter(isAboutEmail));

/** Whether a call is about the shelves, whose states and tags are those of their reader. */
const isOnShelf = ({ path }: Call) => path.startsWith('/shelves') || path.endsWith('/mark');

function statesOf(call: Call): readonly string[] {
  if (call.path.startsWith('/comments')) return ['waiting', 'shown', 'removed'];
  if (call.path.startsWith('/moderation')) return ['open', 'closed', 'decided', 'waiting', 'all'];
  return isOnShelf(call) ? READING_STATES : CHAPTER_STATES;
}

function kindsOf({ path }: Call): string[] {
  if (path.startsWith('/blocks')) return ['mute', 'block'];
  if (path.startsWith('/moderation/announcements')) return ['notice', 'maintenance'];
  return path.startsWith('/follows')
    ? ['story', 'author', 'tag', 'filter']
    : ['tags', 'warnings', 'authors', 'stories'];
}

const { subscription } = newPushBrowser('');
const hashOfText = createHash('sha256').update('The lamp was out.').digest('hex');

const roles = ['user', 'moderator', 'admin'] as const;

/** People with some of everything. */
async function createFixtures(n: number) {
  const [user, moderator, admin] = await Promise.all(
    roles.map((role) => signedIn(context, `${role}-of-${n}`, { role })),
  );
  assert.ok(user && moderator && admin);
  const ids = [user.id, moderator.id, admin.id];
  const tomorrow = new Date(Date.now() + 86_400_000);
  await db.updateTable('credentials').set({ password_hash }).where('account_id', 'in', ids).execute();
  await db
    .insertInto('email_changes')
    .values(ids.map((id) => ({ account_id: id, email: `next-${id}@example.net`, expires_at: tomorrow })))
    .execute();
  const own = await site.newStory(user, ['harbour', 'slow burn', `tag of ${n}`, `wider of ${n}`]);
  const follow = await site.call(user, 'POST', '/follows', {
    kind: 'story',
    id: own.id,
    mail: 'now',
  });
  assert.equal(follow.status, 201);
  const path = `/stories/${own.id}/chapters/${own.chapterId}`;
  const saved = await site.call(user, 'PUT', path, { title: 'One', content: '<p>The lamp was out.</p>' });
  assert.equal(saved.status, 200);
  const versions = await site.call(user, 'GET', `${path}/versions`);
  const penName = await site.call(user, 'POST', '/pen-names', { username: `pen-of-${n}` });
  assert.equal(penName.status, 201);
  const penNameId = String(penName.body.data.id);
  const series = await site.call(user, 'POST', '/series', { title: `Series ${n}` });
  assert.equal(series.status, 201);
  const shelf = await site.call(user, 'POST', '/shelves', { title: `Shelf ${n}`, visibility: 'public' });
  assert.equal(shelf.status, 201);
  await site.call(user, 'PUT', `/shelves/${shelf.body.data.id}/stories/${own.id}`, { note: 'Good.' });
  const comments: number[] = [];
  for (const person of [user, admin]) {
    const comment = await site.call(person, 'POST', `/stories/${own.id}/comments`, {
      content: 'The *lamp*.',
    });
    assert.equal(comment.status, 201);
    comments.push(comment.body.data.id);
  }
  await db.updateTable('stories').set({ notes: true }).execute();
  const note = await site.call(admin, 'POST', `/stories/${own.id}/notes`, { content: 'I liked the lamp.' });
  assert.equal(note.status, 201);
  const items = await db.selectFrom('inbox_items').select('id').where('account_id', '=', user.id).execute();
  assert.ok(items.length > 0);
  await site.call(user, 'PUT', '/history/choice', { keep: 'account' });
  await site.call(user, 'PUT', '/drafts/create-story', { title: 'A draft' });
  const thrownAway = await site.newStory(user);
  const trashed = await site.call(user, 'DELETE', `/stories/${thrownAway.id}`);
  assert.equal(trashed.status, 200);
  const { id: importId } = await db
    .insertInto('imports')
    .values({ account_id: user.id, state: 'ready' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = await site.call(user, 'POST', `/stories/${own.id}/secret-link`, {});
  const othersList = await site.call(admin, 'POST', '/shelves', {
    title: `List of the admin ${n}`,
    visibility: 'public',
  });
  const correction = { quote: 'lamp', note: 'Which?' };
  const sent = await site.call(admin, 'POST', `/chapters/${own.chapterId}/corrections`, correction);
  assert.deepEqual([link.status, sent.status], [200, 201]);
  const opened = await site.call(moderator, 'POST', '/moderation/cases', { story: own.slug });
  const { revision } = await site.caseOf(own, moderator);
  const evidence = await db.selectFrom('evidence').select(['id', 'case_id']).limit(3).execute();
  const decisions = await db.selectFrom('moderation_entries').select('id').limit(5).execute();
  const proposalIds = [];
  for (const tag of [{ parent: `wider of ${n}` }, { canonical: `wider of ${n}` }, { kind: 'theme' }]) {
    const proposed = await site.call(user, 'POST', '/tags/proposals', { tag: `tag of ${n}`, ...tag });
    assert.equal(proposed.status, 201);
    proposalIds.push(proposed.body.data.id);
  }
  await site.call(moderator, 'POST', '/moderation/tag-changes', { tag: `wider of ${n}`, kind: 'genre' });
  const changes = await db.selectFrom('tag_changes').select('id').orderBy('id', 'desc').limit(1).execute();
  const requests = await db.selectFrom('takedown_requests').select('id').execute();
  // Repeated, because most calls require one's own story.
  const storyIds = [own.id, own.id, own.id, own.id, hidden.id, stories.ferry.id, stories.unfinished.id];
  await db
    .insertInto('totp_secrets')
    .values({ account_id: admin.id, sealed: Buffer.from('x'), confirmed_at: new Date() })
    .execute();
  const passkeys = await db
    .insertInto('passkeys')
    .values(
      ids.map((id) => ({
        account_id: id,
        credential_id: `passkey-of-${id}`,
        name: 'Phone',
        public_key: Buffer.from('x'),
        counter: 0,
      })),
    )
    .returning('id')
    .execute();
  const ban = await site.call(admin, 'POST', '/moderation/network-bans', {
    ...{ range: `2001:db8:${n.toString(16)}::/48`, scope: 'sign-up', days: 1, note: 'Spam.' },
  });
  assert.equal(ban.status, 201);
  const spammer = await signedIn(context, `spammer-of-${n}`);
  const bulk = await site.call(admin, 'POST', '/moderation/bulk', {
    ...{ action: 'spam', rows: [{ id: spammer.id }], note: 'Spam.' },
  });
  assert.equal(bulk.status, 200);
  const staffNote = await site.call(admin, 'POST', '/moderation/notes', {
    about_account: user.id,
    body: 'Asked.',
  });
  assert.equal(staffNote.status, 201);
  const flagger = await site.call(admin, 'POST', '/moderation/trusted-flaggers', {
    ...{ organisation: 'Hotline', who: '@hotline.example', until: '2099-12-31', note: 'Awarded.' },
  });
  assert.equal(flagger.status, 201);
  const invitation = await site.call(user, 'POST', '/accounts/invitations', {});
  assert.equal(invitation.status, 201);
  const recoveryCodes = await db
    .transaction()
    .execute((transaction) => newRecoveryCodes(context, transaction, admin.id));
  const ticket = `ticket-of-${n}`;
  await insertTicket(db, { ticket, accountId: admin.id, minutes: 10 });
  const sessions = await db.selectFrom('sessions').select('id').where('account_id', 'in', ids).execute();
  const idsOf: Record<string, unknown[]> = {
    '/accounts/sessions': sessions.map(({ id }) => String(id)),
    '/accounts/invitations': [String(invitation.body.data.id)],
    '/accounts/passkeys': passkeys.map(({ id }) => String(id)),
    '/notes': [String(note.body.data.id)],
    '/stories': [...storyIds, own.slug, stories.clocks.slug],
    '/tracking': [...storyIds, own.slug],
    '/series': [series.body.data.id],
    '/shelves': [shelf.body.data.id, shelf.body.data.id, 'reading', 'bookmarks'],
    '/imports': [importId],
    '/trash': [String(trashed.body.data.trash_id)],
    '/moderation/cases': [opened.body.data.id, ...evidence.map(({ case_id }) => case_id)],
    '/moderation/featured': storyIds,
    '/moderation/takedowns': requests.map(({ id }) => id),
    '/moderation/people': ids,
    '/moderation/bulk': [String(bulk.body.data.bulk_id)],
    '/moderation/notes': [String(staffNote.body.data.id)],
    '/moderation/network-bans': [String(ban.body.data.id)],
    '/moderation/trusted-flaggers': [String(flagger.body.data.id)],
    '/pen-names': [String(user.id), penNameId],
    '/chapters': [String(own.chapterId)],
    '/tags/proposals': proposalIds,
    '/moderation/tag-proposals': proposalIds,
    '/moderation/tag-changes': changes.map(({ id }) => id),
    '/comments': comments.map(String),
    '/corrections': [String(sent.body.data.id)],
    '/accounts/decisions': decisions.map(({ id }) => id),
    '/inbox': items.map(({ id }) => Number(id)),
    '/follows/{id}': [String(follow.body.data.id)],
    '/follows': [...storyIds, 1, 'gothic'],
  };
  const known = (call: Call): Known => ({
    id: Object.entries(idsOf).find(([start]) => call.path.startsWith(start))?.[1] ?? [],
    place: ['create-story', `story-${own.id}`, `new-chapter-${own.id}`, `chapter-${own.chapterId}`],
    chapterId: [own.chapterId],
    chapter_id: call.path.endsWith('/comments') ? [null, own.chapterId] : [own.chapterId],
    versionId: versions.body.data.versions.map(({ id }: { id: number }) => id),
    evidenceId: evidence.map(({ id }) => id),
    accountId: ids.map(String),
    account_id: ids,
    story_id: storyIds,
    ...(call.name === 'actOnSeveral' ? { action: ['spam'] } : {}),
    ...(call.name === 'acceptImport' ? { add_to: [undefined, own.slug], stories: [undefined] } : {}),
    rows: [[{ id: spammer.id }]],
    about_account: [user.id],
    about_story: [undefined],
    about_case: [undefined],
    story_ids: [[own.id], []],
    kind: kindsOf(call),
    muted: [['thanks'], []],
    item: ['gothic', 'grief', people.mira, String(own.id), own.slug],
    status: call.method === 'GET' ? ['complete', 'ongoing,hiatus', ''] : ['complete', null],
    min_words: ['0', '100', ''],
    max_words: ['200000', ''],
    updated_since: ['2020-01-01', ''],
    from: ['2026-11-01'],
    to: ['2026-11-30'],
    story: [own.slug, String(own.id), stories.ferry.slug],
    slug: [own.slug, stories.ferry.slug, 'new-address', shelf.body.data.slug, othersList.body.data.slug],
    filters: [
      [{ name: 'Letters', query: 'tags=letters', is_default: true }],
      [{ name: 'A', query: 'page=2' }],
      [],
    ],
    author_username: [user.username, `pen-of-${n}`],
    username: [user.username, `pen-of-${n}`, people.mira, people.una, `name-${n}`],
    email: [`user-of-${n}@example.org`, `somebody-${n}@example.org`, `admin-of-${n}@example.org`],
    password: [PASSWORD, 'another quiet harbour'],
    old_password: [PASSWORD, 'another quiet harbour'],
    new_password: [PASSWORD, 'yet another quiet harbour'],
    token: [
      ...(call.path.startsWith('/accounts/email') ? emailTokens : mailedTokens),
      link.body.data.url.split('/').at(-1),
      subscriberToken(context.signer, `user-of-${n}@example.org`),
      user.refreshToken,
    ],
    range: ['203.0.113.0/24', '2001:db8::/32', '0.0.0.0/0'],
    days: [1, 365, 366],
    ticket: [ticket],
    invitation: [invitation.body.data.code],
    form: [undefined],
    code: recoveryCodes,
    refreshToken: [user.refreshToken, moderator.refreshToken, user.token],
    revision: call.path.startsWith('/moderation/settings') ? [0, 1] : [revision],
    paragraph: call.method === 'GET' ? ['0', '1'] : [{ index: 0, text_hash: hashOfText }, null],
    comment: comments.map(String),
    ids: call.path.startsWith('/comments') ? [comments] : [storyIds.join(','), String(own.id)],
    parent_id: [...comments, null],
    tag: ['slow burn', 'gothic', 'no such tag'],
    canonical: ['harbour', 'Slow-Burn', undefined],
    parent: ['harbour', 'gothic', undefined],
    // Another setting would change the answers of other calls.
    name: call.path.startsWith('/moderation/settings')
      ? ['ai_training']
      : ['slow burn', 'Gothic', 'no such tag'],
    value: ['refused', null],
    tags: isOnShelf(call)
      ? [['slow burn'], []]
      : ['slow burn', 'gothic,sea', ['slow burn', 'Slow  Burn', 'harbour']],
    query: call.path.startsWith('/follows')
      ? ['tags=gothic', 'status=complete', 'page=2']
      : ['ferry', 'feryr', '"two coffees"', 'lamp -sea', 'har', 'mira', '-', '"', 'a OR b', '***'],
    since: [new Date(Date.now() - 60_000).toISOString(), '2026-11-01T00:00:00Z'],
    until: [new Date(Date.now() - 60_000).toISOString()],
    content: ['<p>Text.</p>', '<h2>One</h2><p><em>Two</em></p><hr>', '<p>x</p>'.repeat(500)],
    quote: ['The lamp was out.', 'lamp'],
    replacement: [null, '', 'light'],
    note: ['', 'Which?'],
    wants_credit: [true, false],
    credit: [true, false],
    passage: ['The lamp was out', ''],
    title: ['A Tale', 'Élan, "Quotes" & <Angles>', '12', '…'],
    electronic_signature: [true],
    chapter_ids: [[own.chapterId]],
    chapters: [[{ id: own.chapterId, state: 'published' }], [{ id: own.chapterId, volume: 'Book Two' }]],
    before: [null],
    visibility: VISIBILITIES,
    state: statesOf(call),
    endpoint: [`https://updates.push.services.mozilla.com/wpush/${n}`],
    p256dh: [subscription.p256dh],
    auth: [subscription.auth],
    rating: [null, 1, 5],
    publish_at: [null, '2026-11-27T18:00:00+01:00', '2126-11-27T18:00:00Z'],
    language: ['en', 'PT-br', null],
    starts_at: ['2026-11-27T18:00:00Z', '2126-11-27T18:00:00Z'],
    ends_at: [new Date(Date.now() + 2 * 86_400_000).toISOString(), '2126-11-29T18:00:00Z'],
    version: [SHIPPED_TERMS],
    volume: ['Book One', null],
    note_before: ['', '<p>A note.</p>'],
    note_after: ['', '<p>A note.</p>'],
    warnings: [['death', 'grief'], ['none'], [], null],
    // Fields that have another form in these calls, so they follow the general ones.
    ...(['/moderation/transparency', '/moderation/statements'].includes(call.path)
      ? { from: ['2026-01-01'], until: ['2026-12-31'] }
      : {}),
    ...(call.path === '/moderation/trusted-flaggers'
      ? { who: ['@hotline.example'], until: ['2099-12-31'] }
      : {}),
  });
  return { persons: { visitor: undefined, user, moderator, admin }, known };
}

let fixtures: ReturnType<typeof createFixtures> | undefined;

/**
 * The people and their things, as long as no call has changed them: creating them costs more than the calls that are
 * tested. A call that was refused, reads or only creates leaves them as they are.
 */
function fixturesFor(n: number): ReturnType<typeof createFixtures> {
  fixtures ??= createFixtures(n);
  return fixtures;
}

function mayChangeFixtures(call: Call): boolean {
  return call.method !== 'GET' && call.status !== 201;
}

interface Try {
  who: 'visitor' | (typeof roles)[number];
  input: Record<string, unknown>;
  query: string | undefined;
  body: string | undefined;
  segment: string | undefined;
  key: string | undefined;
}

/** Everybody, and most often the one for whom the call is meant, so that it also succeeds. */
function callers(call: Call): fc.WeightedArbitrary<Try['who']>[] {
  const meantFor = call.access === 'moderator' || call.access === 'admin' ? 'admin' : 'user';
  return (['visitor', ...roles] as const).map((who) => ({
    weight: who === meantFor ? 6 : 1,
    arbitrary: fc.constant(who),
  }));
}

function tries(call: Call, known: Known): fc.Arbitrary<Try> {
  const seldom = (arbitrary: fc.Arbitrary<string>, isPossible: boolean) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: isPossible ? 1 : 0, arbitrary });
  return fc.record({
    who: fc.oneof(...callers(call)),
    input: generatedInput(call.input, known),
    query: seldom(hostileQuery, call.method === 'GET'),
    body: seldom(hostileBody, call.method !== 'GET'),
    key: seldom(fc.constantFrom('k', '"k"', '', 'a b', 'x'.repeat(300)), call.idempotent === true),
    segment: seldom(hostileSegment, pathNames(call.path).length > 0),
  });
}

/** The value as an address can carry it: an object becomes JSON, and a lone surrogate is replaced. */
function asText(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();
}

/** The request as it goes over the wire. */
function requestOf(call: Call, { input, query, body, segment, key }: Try) {
  const names = pathNames(call.path);
  const places = names.map((name) => [name, asText(input[name])]);
  const last = names.at(-1);
  const pattern = segment === undefined ? call.path : call.path.replace(`{${last}}`, segment);
  const { path } = addressOf({ path: pattern }, Object.fromEntries(places));
  const url = `/api${path}`;
  const rest = Object.entries(input).filter(([name]) => !names.includes(name));
  if (call.method === 'GET') {
    const pairs = rest.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => [name, asText(item)]),
    );
    const search = query ?? new URLSearchParams(pairs).toString();
    return { url: search === '' ? url : `${url}?${search}` };
  }
  if (call.method === 'DELETE') return { url };
  const payload = body ?? JSON.stringify(Object.fromEntries(rest));
  const keyed = key === undefined ? {} : { 'idempotency-key': key };
  return { url, payload, headers: { 'content-type': 'application/json', ...keyed } };
}

/** Statuses that any call may return before the server knows which call is meant, or regardless of it. */
const everywhere = [400, 401, 403, 404, 413, 414, 422];

function assertAnswer(call: Call, status: number, text: string, headers: Record<string, unknown>): void {
  if (status === (call.status ?? 200)) {
    if (call.file !== undefined) return;
    const { success, data, message, ...more } = JSON.parse(text);
    assert.ok(success === true && (message === undefined || typeof message === 'string'), text);
    assert.deepEqual(Object.keys(more), [], text);
    // A draft is as its author's form sent it.
    if (!call.path.startsWith('/drafts'))
      for (const [, time = ''] of text.matchAll(/"\w+_at":"([^"]*)"/g))
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, text);
    const parsed = call.data.safeParse(data);
    assert.ok(parsed.success, `${JSON.stringify(parsed.error?.issues)} in ${text}`);
    // Parsing drops a field that the schema does not name, so equality shows that there is none.
    assert.deepEqual(parsed.data, data);
    return;
  }
  const named = call.errors.map((kind) => failureTable[kind].status as number);
  const moved = named.includes(301) ? [308] : [];
  assert.ok([...everywhere, ...named, ...moved].includes(status), `${status} is not declared: ${text}`);
  const isUnconfigured = status === 503 && text.includes('google_unavailable');
  assert.ok(status < 500 || isUnconfigured, `${status}: ${text}`);
  assert.ok(!text.includes(REFUSED_BY_DATABASE), text);
  if (status === 301 || status === 308) assert.match(String(headers.location), /^\/api\//);
  const { success, error, message, ...more } = JSON.parse(text);
  // A conflict shows in `data` what is stored instead.
  if (status === 409) delete more.data;
  assert.ok(success === false && error.message === message && /^[a-z_]+$/.test(error.code), text);
  assert.deepEqual(Object.keys(more), [], text);
}

/** An account's address appears only in answers to its owner; typed input may return to its sender. */
function assertNothingLeaks(text: string, owner: string | undefined, input: Record<string, unknown>): void {
  const typed = JSON.stringify(input);
  for (const [address] of text.matchAll(/[\w.+-]+@example\.org/g))
    assert.ok(address === `${owner}@example.org` || typed.includes(address), `${address} is in the answer`);
  assert.doesNotMatch(text, /\$argon2|password_hash|token_hash/);
}

const succeeded = new Set<string>();
const refused = new Set<string>();

for (const [n, { call }] of api.entries()) {
  // Interface, The API: A success is success, data and perhaps message
  // Interface, The API: A failure is success, error with code, message and perhaps fields, and the same message
  // Interface, The API: A call answers 200, or 201 where it creates
  // Interface, The API: No caller can send anything that answers 500
  // Interface, The API: DELETE and actions answer 200 with the envelope
  // Interface, The API: Times are ISO 8601 in UTC with milliseconds
  test(`${call.name} answers any input with a declared response and reveals no address or hash`, async () => {
    const { persons, known } = await fixturesFor(n);
    const property = fc.asyncProperty(tries(call, known(call)), async (attempt) => {
      const person = persons[attempt.who];
      const { headers, ...request } = requestOf(call, attempt);
      const answer = await app.inject({
        ...request,
        method: call.method,
        headers: { ...headers, ...person?.headers },
      });
      const hasSucceeded = answer.statusCode < 300;
      (hasSucceeded ? succeeded : refused).add(call.name);
      if (hasSucceeded && mayChangeFixtures(call)) fixtures = undefined;
      assertAnswer(call, answer.statusCode, answer.body, answer.headers);
      // The answer to signing in contains the new session's own account.
      const isJson = answer.statusCode === 200 && call.file === undefined;
      const session = isJson ? JSON.parse(answer.body).data?.user : undefined;
      const owner = session?.username ?? person?.username;
      assertNothingLeaks(answer.body, owner as string | undefined, attempt.input);
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: numRuns > 1_000 });
  });
}

test('the generated input is valid for most calls and invalid for nearly all', () => {
  // Some calls require a value that only a mail, Google or an authenticator supplies.
  const never = api.map(({ call }) => call.name).filter((name) => !succeeded.has(name));
  assert.ok(never.length < 40, `these never succeeded: ${never.join(', ')}`);
  assert.ok(refused.size > api.length - 15, `${refused.size} were refused at least once`);
});

test('control: an undeclared response is detected', () => {
  const call = api.find((handler) => handler.call.name === 'getProfile')?.call;
  assert.ok(call !== undefined);
  const wrong: [number, string][] = [
    [500, '{"success":false,"error":{"code":"internal_error","message":"x"},"message":"x"}'],
    [409, '{"success":false,"error":{"code":"taken","message":"x"},"message":"x"}'],
    [404, '{"success":false,"error":{"code":"not_found","message":"x"}}'],
    [200, '{"success":true,"data":{"id":1}}'],
    [200, '{"success":true,"data":{},"more":1}'],
  ];
  for (const [status, text] of wrong)
    assert.throws(() => assertAnswer(call, status, text, {}), assert.AssertionError);
  assert.throws(() => assertNothingLeaks('"x@example.org"', 'y', {}));
  assert.throws(() => assertNothingLeaks('$argon2id$', 'y', {}));
});
