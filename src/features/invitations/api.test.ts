import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { shippedLimits } from '#base/limits.ts';
import { accountsSite, PASSWORD, type Person } from '#tests/support/accounts-site.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { startProvider } from '#tests/support/openid-provider.ts';
import { fixedSettings } from '#tests/support/settings.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testSettings } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { invitationMessages } from './contract.ts';
import { inviteAsOperator } from './service/invitations.ts';

const provider = await startProvider();
after(() => provider.stop());
const site = await accountsSite({ google: provider.client });
const { context, db, request: whenOpen } = site;
const whenInvited = await createRequester(
  await testServer({ ...context, settings: fixedSettings({ ...testSettings, registration: 'invite' }) }),
);
const whenClosed = await createRequester(
  await testServer({ ...context, settings: fixedSettings({ ...testSettings, registration: 'closed' }) }),
);

type Requester = typeof whenOpen;

function register(request: Requester, username: string, invitation?: string) {
  const email = `${username}@example.org`;
  return request('POST /accounts/signup', { body: { username, email, password: PASSWORD, invitation } });
}

async function member(username: string): Promise<Person> {
  const person = await site.signUp(username);
  await site.verify(person);
  return person;
}

async function invite(person: { token: string }, request = whenInvited) {
  const answer = await request('POST /accounts/invitations', { token: person.token, body: {} });
  assert.equal(answer.status, 201, answer.text);
  return answer.data as { id: number; code: string };
}

/** Visits Google and returns, with an invitation or without. */
async function signInWithGoogle(request: Requester, subject: string, invitation?: string) {
  const query = invitation === undefined ? '' : `?invitation=${encodeURIComponent(invitation)}`;
  const started = await request(`GET /auth/google/login${query}`);
  const body = await provider.visit(started.data.auth_url, { subject, email: `${subject}@gmail.example` });
  const cookies = Object.fromEntries(started.cookies.map(({ name, value }) => [name, value]));
  return request('POST /auth/google/callback', { cookies, body });
}

function assertClosed(answer: Awaited<ReturnType<Requester>>, words: RegExp): void {
  assert.deepEqual([answer.status, answer.error?.code], [403, 'registration_closed'], answer.text);
  assert.match(answer.message ?? '', words);
}

test('no passkey is made for an account that an invitation or an open site would be needed for', async () => {
  const ask = (request: Requester, invitation?: string) =>
    request('POST /accounts/signup/passkey/options', { body: { username: 'Not-yet', invitation } });
  assertClosed(await ask(whenClosed), /no new accounts/);
  assertClosed(await ask(whenInvited), /needs an invitation/);
  assertClosed(await ask(whenInvited, 'AAAAA-AAAAA'), /not valid/);
  const { code } = await invite(await member('asks-a-friend'));
  assert.equal((await ask(whenInvited, code)).status, 200);
});

// Interface, Security, law, operations: REGISTRATION is open, invite or closed; without it 403 registration_closed
test('on an open site everybody registers, and an invitation only notes who invited whom', async () => {
  const ada = await member('ada-invites');
  const { code } = await invite(ada, whenOpen);
  assert.equal((await register(whenOpen, 'without-one')).status, 201);
  assert.equal((await register(whenOpen, 'with-a-wrong-one', 'NO-SUCH-CODE')).status, 201);
  assert.equal((await register(whenOpen, 'with-a-right-one', code)).status, 201);
  const { data } = await whenOpen('GET /accounts/invitations', { token: ada.token });
  assert.equal(typeof data.invitations[0].used_at, 'string');
  assert.deepEqual((await whenOpen('GET /auth/ways')).data, {
    google: true,
    registration: 'open',
    form_seconds: 0,
  });
});

// Interface, Security, law, operations: REGISTRATION is open, invite or closed; without it 403 registration_closed
test('a closed site takes no new account in any way, and lets its members in', async () => {
  const bea = await member('bea-stays');
  const { code } = await invite(bea);
  assertClosed(await register(whenClosed, 'too-late'), /no new accounts/);
  assertClosed(await register(whenClosed, 'too-late', code), /no new accounts/);
  assertClosed(await signInWithGoogle(whenClosed, 'too-late', code), /no new accounts/);
  const asked = await whenClosed('POST /accounts/invitations', { token: bea.token, body: {} });
  assertClosed(asked, /no new accounts/);
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('username_key', '=', 'too-late')
    .execute();
  assert.deepEqual(accounts, []);
  assert.equal((await signInWithGoogle(whenOpen, 'known-at-google')).status, 200);
  assert.equal((await signInWithGoogle(whenClosed, 'known-at-google')).status, 200);
  const body = { username: bea.username, password: PASSWORD };
  assert.equal((await whenClosed('POST /accounts/login', { body })).status, 200);
  assert.equal((await whenClosed('GET /auth/ways')).data.registration, 'closed');
});

// Interface, Security, law, operations: REGISTRATION is open, invite or closed; without it 403 registration_closed
// Interface, Security, law, operations: Sign-up accepts an invitation, and POST /accounts/invitations makes a code
test('an invitation lets one person register, as people copy it, and nobody a second time', async () => {
  const cleo = await member('cleo-invites');
  const { code } = await invite(cleo);
  assertClosed(await register(whenInvited, 'uninvited'), /needs an invitation/);
  const wrong = await register(whenInvited, 'uninvited', 'AAAAA-AAAAA');
  assertClosed(wrong, /not valid/);
  assert.match(wrong.error?.fields?.invitation ?? '', /not valid/);
  // A name that is taken costs nobody their invitation.
  assert.equal((await register(whenInvited, cleo.username, code)).status, 409);
  assert.equal(
    (await register(whenInvited, 'invited-one', ` ${code.toLowerCase().replace('-', ' ')} `)).status,
    201,
  );
  assertClosed(await register(whenInvited, 'invited-two', code), /not valid/);
  const { data } = await whenInvited('GET /accounts/invitations', { token: cleo.token });
  assert.ok(!JSON.stringify(data).includes('invited-one'), 'the inviter learns no name');
});

test('of two who use an invitation at once, one registers', async () => {
  const { code } = await invite(await member('dora-invites'));
  const answers = await Promise.all(
    ['race-a', 'race-b', 'race-c'].map((name) => register(whenInvited, name, code)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 403, 403]);
});

test('a damaged invitation, however long, is as good as none on an open site, and not valid elsewhere', async () => {
  const { code } = await invite(await member('dag-invites'));
  const damaged = `${code} `.repeat(50);
  assert.equal((await register(whenOpen, 'damaged-a', damaged)).status, 201);
  const refused = await register(whenInvited, 'damaged-b', damaged);
  assertClosed(refused, /not valid/);
  assert.match(refused.error?.fields?.invitation ?? '', /not valid/);
  assertClosed(await signInWithGoogle(whenInvited, 'damaged-c', damaged), /not valid/);
  assert.equal((await signInWithGoogle(whenOpen, 'damaged-d', damaged)).status, 200);
  assert.equal((await signInWithGoogle(whenInvited, 'damaged-d', damaged)).status, 200, 'known by now');
  assert.equal((await register(whenInvited, 'damaged-e', code)).status, 201);
});

test('an invitation goes along on the visit to Google', async () => {
  const { code } = await invite(await member('eli-invites'));
  assertClosed(await signInWithGoogle(whenInvited, 'came-alone'), /needs an invitation/);
  assert.equal((await signInWithGoogle(whenInvited, 'came-along', code)).status, 200);
  assertClosed(await signInWithGoogle(whenInvited, 'came-after', code), /not valid/);
  assert.equal((await signInWithGoogle(whenInvited, 'came-along')).status, 200, 'known from now on');
});

test('an invitation ends when it expires, is taken back, or its owner is suspended', async () => {
  const fay = await member('fay-invites');
  const [expired, revoked, suspended] = [await invite(fay), await invite(fay), await invite(fay)];
  await db
    .updateTable('invitations')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired.id)
    .execute();
  const stranger = await member('fay-stranger');
  const path = `DELETE /accounts/invitations/${revoked.id}` as const;
  assert.equal((await whenInvited(path, { token: stranger.token })).status, 404);
  assert.equal((await whenInvited(path, { token: fay.token })).status, 200);
  assert.equal((await whenInvited(path, { token: fay.token })).status, 404);
  assertClosed(await register(whenInvited, 'late-a', expired.code), /not valid/);
  assertClosed(await register(whenInvited, 'late-b', revoked.code), /not valid/);
  await db
    .updateTable('accounts')
    .set({ suspended_at: new Date(), suspended_for: 'Spam' })
    .where('id', '=', fay.id)
    .execute();
  assertClosed(await register(whenInvited, 'late-c', suspended.code), /not valid/);
});

test('a member with a verified address invites a few people a month, the staff any number', async () => {
  const unverified = await site.signUp('gil-unverified');
  const refused = await whenInvited('POST /accounts/invitations', { token: unverified.token, body: {} });
  assert.deepEqual([refused.status, refused.error?.code], [403, 'not_yours']);
  const gus = await member('gus-invites');
  for (let n = 0; n < shippedLimits.member_invitations; n++) await invite(gus);
  const tooMany = await whenInvited('POST /accounts/invitations', { token: gus.token, body: {} });
  assert.equal(tooMany.status, 429);
  const again = 'You can invite 5 people in 30 days. You can invite again in 30 days';
  assert.equal(tooMany.message, `${again}, or when you take back an invitation that nobody has used.`);
  assert.ok(Number(tooMany.headers['retry-after']) > 29 * 24 * 60 * 60);
  assert.equal((await whenInvited('GET /accounts/invitations', { token: gus.token })).data.left, 0);
  await db.updateTable('invitations').set({ used_at: new Date() }).where('account_id', '=', gus.id).execute();
  const noneUnused = await whenInvited('POST /accounts/invitations', { token: gus.token, body: {} });
  assert.equal(noneUnused.message, `${again}.`);
  const admin = await signedIn(context, 'hal-keeps', { role: 'admin' });
  for (let n = 0; n <= shippedLimits.member_invitations; n++) await invite(admin);
  assert.equal((await whenInvited('GET /accounts/invitations', { token: admin.token })).data.left, null);
});

test('where the limit is 0 only the staff invites', async () => {
  const limits = { ...shippedLimits, member_invitations: 0 };
  const settings = fixedSettings({ ...testSettings, registration: 'invite', limits });
  const request = await createRequester(await testServer({ ...context, settings }));
  const [gil, admin] = [
    await member('gil-invites'),
    await signedIn(context, 'hilda-keeps', { role: 'admin' }),
  ];
  const refused = await request('POST /accounts/invitations', { token: gil.token, body: {} });
  assert.deepEqual([refused.status, refused.message], [403, invitationMessages.staffOnly]);
  const { data } = await request('GET /accounts/invitations', { token: gil.token });
  assert.deepEqual([data.allowed, data.left], [0, 0]);
  assert.equal((await request('POST /accounts/invitations', { token: admin.token, body: {} })).status, 201);
});

test('the operator’s command line invites the first person of a site', async () => {
  assert.equal((await register(whenInvited, 'the-first', await inviteAsOperator(db))).status, 201);
});

test('an admin sees who invited whom, until the inviter deletes the account', async () => {
  const admin = await signedIn(context, 'ida-keeps', { role: 'admin' });
  const [ivy, jon] = [await member('ivy-invites'), 'jon-invited'];
  assert.equal((await register(whenInvited, jon, (await invite(ivy)).code)).status, 201);
  const { data } = await whenInvited('POST /accounts/login', { body: { username: jon, password: PASSWORD } });
  await db
    .updateTable('credentials')
    .set({ email_verified_at: new Date() })
    .where('account_id', '=', data.user.id)
    .execute();
  assert.equal((await register(whenInvited, 'kim-invited', (await invite(data)).code)).status, 201);
  const branch = async (id: number) => {
    const answer = await whenInvited(`GET /moderation/people/${id}/invited`, { token: admin.token });
    assert.equal(answer.status, 200, answer.text);
    return answer.data.members.map((one: { username: string; invited_by: string; depth: number }) => [
      one.username,
      one.invited_by,
      one.depth,
    ]);
  };
  assert.deepEqual(await branch(ivy.id), [
    [jon, ivy.username, 1],
    ['kim-invited', jon, 2],
  ]);
  const person = async () =>
    (await whenInvited(`GET /moderation/people?query=${jon}`, { token: admin.token })).data.people[0];
  assert.deepEqual(
    [(await person()).invited_by, (await person()).invited_count],
    [{ id: ivy.id, username: ivy.username }, 1],
  );
  const gone = await whenInvited('POST /accounts/delete', { token: ivy.token, body: { password: PASSWORD } });
  assert.equal(gone.status, 200, gone.text);
  assert.deepEqual([(await person()).invited_by, await branch(ivy.id)], [null, []]);
});
