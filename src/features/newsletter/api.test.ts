import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequester } from '#tests/support/api-requester.ts';
import { mailsInOutbox } from '#tests/support/outbox.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { newsletterMessages } from './contract/newsletter.ts';
import { subscriberToken } from './service/links.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));

const all = { newStories: true, featuredAuthors: true, weeklyUpdates: true };
const onlyNew = { newStories: true, featuredAuthors: false, weeklyUpdates: false };

async function mailsTo(address: string) {
  await runDueJobs(connectionString, context);
  return mailsInOutbox(db, address);
}

async function lastTokenTo(address: string): Promise<string> {
  const mail = (await mailsTo(address)).at(-1);
  const url = /https:\S+/.exec(mail?.text_part ?? '')?.[0] ?? '';
  assert.ok(url.startsWith(`${PUBLIC_URL}/newsletter/`), url);
  return new URL(url).searchParams.get('token') ?? '';
}

const letterTokenOf = (email: string) => subscriberToken(context.signer, email);

async function subscriberOf(address: string) {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'new_stories', 'featured_authors', 'weekly_updates', 'confirmed_at'])
    .where('email_key', '=', address.toLowerCase())
    .executeTakeFirst();
}

async function subscribed(email: string, preferences = all): Promise<void> {
  await request('POST /newsletter/subscribe', { body: { email, preferences } });
  const { status } = await request(`POST /newsletter/confirm/${await lastTokenTo(email)}`);
  assert.equal(status, 200);
}

// Interface, Newsletter: A subscription starts with the mailed link
test('a subscription starts only after confirmation by the mailed link', async () => {
  const email = 'Ada@example.org';
  const response = await request('POST /newsletter/subscribe', { body: { email, preferences: onlyNew } });
  assert.deepEqual([response.status, response.message, response.data], [200, newsletterMessages.thanks, {}]);
  const token = await lastTokenTo(email);
  assert.equal(await subscriberOf(email), undefined);
  const confirmed = await request(`POST /newsletter/confirm/${token}`);
  assert.deepEqual([confirmed.status, confirmed.message], [200, newsletterMessages.confirmed]);
  const { confirmed_at, ...subscriber } = (await subscriberOf(email)) ?? {};
  assert.deepEqual(subscriber, {
    email,
    new_stories: true,
    featured_authors: false,
    weekly_updates: false,
  });
  assert.ok(confirmed_at instanceof Date);
  // A second press, or a mail scanner's visit before, changes nothing.
  await db.updateTable('newsletter_subscribers').set({ new_stories: false }).execute();
  assert.equal((await request(`POST /newsletter/confirm/${token}`)).status, 200);
  assert.equal((await subscriberOf(email))?.new_stories, false);
});

// Spec 3: Newsletter preferences all true; tag list defaults
test('omitted preferences default to all news', async () => {
  await request('POST /newsletter/subscribe', { body: { email: 'all@example.org' } });
  await request(`POST /newsletter/confirm/${await lastTokenTo('all@example.org')}`);
  const email = 'some@example.org';
  await request('POST /newsletter/subscribe', { body: { email, preferences: { weeklyUpdates: false } } });
  await request(`POST /newsletter/confirm/${await lastTokenTo(email)}`);
  const columns = async (address: string) => {
    const row = await subscriberOf(address);
    return [row?.new_stories, row?.featured_authors, row?.weekly_updates];
  };
  assert.deepEqual(await columns('all@example.org'), [true, true, true]);
  assert.deepEqual(await columns(email), [true, true, false]);
});

// Spec 5: Newsletter: at-sign, else ‘Please enter a valid email address’
test('invalid addresses and preferences are rejected with the field named', async () => {
  const wrongAddresses = [
    '',
    ' ',
    'nobody',
    'a@b',
    'a@b.c\nBcc: x@y.zz',
    'a@b.cc,d@e.ff',
    'a b@c.dd',
    `${'a'.repeat(250)}@b.cc`,
    7,
    null,
    undefined,
    {},
    ['a@b.cc'],
  ];
  for (const email of wrongAddresses) {
    for (const call of [
      'POST /newsletter/subscribe',
      'POST /newsletter/unsubscribe',
      'PUT /newsletter/preferences',
    ] as const) {
      const { status, error } = await request(call, { body: { email, preferences: all } });
      assert.equal(status, 422, `${call} ${JSON.stringify(email)}`);
      assert.deepEqual(error?.fields, { email: newsletterMessages.invalidEmail });
    }
  }
  const email = 'slips@example.org';
  for (const preferences of ['all', 7, null, { newStories: 'yes' }, { newStories: null }, []]) {
    const { status, error } = await request('POST /newsletter/subscribe', { body: { email, preferences } });
    assert.equal(status, 422, JSON.stringify(preferences));
    assert.deepEqual(Object.keys(error?.fields ?? {}), ['preferences']);
  }
  for (const preferences of [undefined, {}, { newStories: true }]) {
    const { status, error } = await request('PUT /newsletter/preferences', { body: { email, preferences } });
    assert.deepEqual([status, Object.keys(error?.fields ?? {})], [422, ['preferences']]);
  }
  const { status, error } = await request('POST /newsletter/subscribe', { body: { email: 'a\0@b.cc' } });
  assert.deepEqual([status, Object.keys(error?.fields ?? {})], [422, ['email']]);
  assert.deepEqual(await mailsTo(email), []);
});

// Interface, Accounts: Sign-up, login, reset and newsletter tell nobody whether an address has an account
// Interface, Newsletter: Unknown, pending and confirmed addresses get the same answers
test('answers do not reveal whether an address is unknown, pending or subscribed', async () => {
  await subscribed('known@example.org');
  await request('POST /newsletter/subscribe', { body: { email: 'pending@example.org' } });
  await runDueJobs(connectionString, context);
  for (const call of [
    'POST /newsletter/subscribe',
    'POST /newsletter/unsubscribe',
    'POST /newsletter/preferences',
    'PUT /newsletter/preferences',
  ] as const) {
    const answers = [];
    for (const email of [
      'unknown@example.org',
      'pending@example.org',
      'known@example.org',
      'KNOWN@EXAMPLE.ORG',
    ]) {
      const { status, text, headers } = await request(call, { body: { email, preferences: onlyNew } });
      const { date: _, ...lasting } = headers;
      answers.push(JSON.stringify([status, text, lasting]));
    }
    assert.equal(new Set(answers).size, 1, call);
    assert.match(answers[0] ?? '', /^\[200,/);
  }
});

// Interface, Newsletter: With a bare address, unsubscribing and preferences only mail a link
test('a request for someone else’s address only mails a link and changes nothing', async () => {
  const email = 'owner@example.org';
  await subscribed(email);
  const before = await subscriberOf(email);
  const stranger = await signedIn(context, 'stranger');
  const unverified = await signedIn(context, 'unverified', { isVerified: false });
  // This account uses the address but has never verified it.
  await db.updateTable('credentials').set({ email }).where('account_id', '=', unverified.id).execute();
  for (const token of [undefined, stranger.token, unverified.token]) {
    const left = await request('POST /newsletter/unsubscribe', { body: { email }, token });
    const chosen = await request('PUT /newsletter/preferences', {
      body: { email, preferences: onlyNew },
      token,
    });
    for (const { status, data, message } of [left, chosen])
      assert.deepEqual([status, data, message], [200, { done: false }, newsletterMessages.linkSent]);
  }
  for (const token of ['x', 'A'.repeat(64), `${letterTokenOf(email)}.`, 'a'.repeat(200), '%00', '..%2f']) {
    for (const call of [
      `POST /newsletter/unsubscribe/${token}`,
      `POST /newsletter/confirm/${token}`,
      `GET /newsletter/preferences/${token}`,
    ] as const) {
      const { status } = await request(call);
      assert.ok(status === 400, `${call}: ${status}`);
    }
    const { status } = await request(`PUT /newsletter/preferences/${token}`, {
      body: { preferences: onlyNew },
    });
    assert.ok(status === 400, `${token}: ${status}`);
  }
  assert.deepEqual(await subscriberOf(email), before);
  // Each of the six requests mails a link; the made-up tokens mail nothing.
  const kinds = (await mailsTo(email)).map((mail) => mail.kind);
  assert.deepEqual(kinds.toSorted(), [
    'newsletter-confirm',
    ...Array(3).fill('newsletter-preferences'),
    ...Array(3).fill('newsletter-unsubscribe'),
  ]);
  assert.deepEqual(await mailsTo('stranger@example.org'), []);
});

// Interface, Newsletter: For a member’s verified address they act at once
test('a member changes and ends the subscription of their verified address at once', async () => {
  const member = await signedIn(context, 'Member');
  const email = 'MEMBER@example.org';
  const none = await request('PUT /newsletter/preferences', {
    body: { email, preferences: all },
    token: member.token,
  });
  assert.deepEqual([none.status, none.message], [404, newsletterMessages.notSubscribed]);
  await subscribed('member@example.org');
  const chosen = await request('PUT /newsletter/preferences', {
    body: { email, preferences: onlyNew },
    token: member.token,
  });
  assert.deepEqual(
    [chosen.status, chosen.data, chosen.message],
    [200, { done: true }, newsletterMessages.saved],
  );
  assert.equal((await subscriberOf(email))?.weekly_updates, false);
  const left = await request('POST /newsletter/unsubscribe', { body: { email }, token: member.token });
  assert.deepEqual([left.data, left.message], [{ done: true }, newsletterMessages.unsubscribed]);
  assert.equal(await subscriberOf(email), undefined);
  const again = await request('POST /newsletter/unsubscribe', { body: { email }, token: member.token });
  assert.deepEqual(again.data, { done: true });
  assert.equal((await mailsTo(email)).length, 1);
});

// Interface, Newsletter: A link in the mail unsubscribes
test('a mailed link shows the requested preferences, saves them, and unsubscribes', async () => {
  const email = 'chooser@example.org';
  await subscribed(email);
  await request('PUT /newsletter/preferences', { body: { email, preferences: onlyNew } });
  const token = await lastTokenTo(email);
  const shown = await request(`GET /newsletter/preferences/${token}`);
  assert.deepEqual(shown.data, { preferences: onlyNew, asked: true });
  assert.equal((await subscriberOf(email))?.weekly_updates, true);
  const selected = { ...onlyNew, featuredAuthors: true };
  const saved = await request(`PUT /newsletter/preferences/${token}`, { body: { preferences: selected } });
  assert.deepEqual([saved.status, saved.message], [200, newsletterMessages.saved]);
  const row = await subscriberOf(email);
  assert.deepEqual([row?.new_stories, row?.featured_authors, row?.weekly_updates], [true, true, false]);
  const later = await request(`GET /newsletter/preferences/${token}`);
  assert.deepEqual(later.data, { preferences: selected, asked: false });
  for (const _ of ['first', 'second']) {
    const left = await request(`POST /newsletter/unsubscribe/${token}`);
    assert.deepEqual([left.status, left.message], [200, newsletterMessages.unsubscribed]);
  }
  assert.equal(await subscriberOf(email), undefined);
  // No subscription is left to choose preferences for.
  const late = await request(`PUT /newsletter/preferences/${token}`, { body: { preferences: selected } });
  assert.deepEqual([late.status, late.message], [400, newsletterMessages.linkExpired]);
  // The link was mailed for another purpose, and must not begin a subscription that its address has ended.
  assert.equal((await request(`POST /newsletter/confirm/${token}`)).status, 400);
  assert.equal(await subscriberOf(email), undefined);
});

test('subscribing again, or asking for one’s choice, mails a link that shows the present one', async () => {
  const email = 'twice@example.org';
  await subscribed(email, onlyNew);
  for (const [call, kind] of [
    ['POST /newsletter/subscribe', 'newsletter-subscribed'],
    ['POST /newsletter/preferences', 'newsletter-preferences'],
  ] as const) {
    const { status } = await request(call, { body: { email: 'TWICE@example.org' } });
    assert.equal(status, 200, call);
    const mail = (await mailsTo(email)).at(-1);
    assert.deepEqual([mail?.kind, mail?.address], [kind, email]);
    const shown = await request(`GET /newsletter/preferences/${await lastTokenTo(email)}`);
    assert.deepEqual(shown.data, { preferences: onlyNew, asked: false }, call);
  }
  await request('POST /newsletter/preferences', { body: { email: 'nobody@example.org' } });
  assert.deepEqual(await mailsTo('nobody@example.org'), []);
});

test('a confirmation link does not renew an ended subscription, and expires', async () => {
  const email = 'gone@example.org';
  await request('POST /newsletter/subscribe', { body: { email } });
  const token = await lastTokenTo(email);
  await request(`POST /newsletter/confirm/${token}`);
  await request(`POST /newsletter/unsubscribe/${letterTokenOf(email)}`);
  assert.equal(await subscriberOf(email), undefined);
  assert.equal((await request(`POST /newsletter/confirm/${token}`)).status, 400);
  assert.equal(await subscriberOf(email), undefined);

  await request('POST /newsletter/subscribe', { body: { email } });
  const late = await lastTokenTo(email);
  await db
    .updateTable('newsletter_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  assert.equal((await request(`POST /newsletter/confirm/${late}`)).status, 400);
  await context.jobs.enqueue(db, 'clean-newsletter', {});
  await runDueJobs(connectionString, context);
  assert.deepEqual(await db.selectFrom('newsletter_links').select('email').execute(), []);
});

// Interface, Newsletter: A link in the mail unsubscribes
test('the unsubscribe link of an old newsletter ends a later subscription too', async () => {
  const email = 'returned@example.org';
  const token = letterTokenOf(email);
  await subscribed(email);
  assert.deepEqual((await request(`GET /newsletter/preferences/${token}`)).data, {
    preferences: all,
    asked: false,
  });
  for (const _ of ['first time', 'second time']) {
    await request(`POST /newsletter/unsubscribe/${token}`);
    assert.equal(await subscriberOf(email), undefined);
    // The address is deleted, but the link is still recognised as one of ours.
    assert.equal((await request(`POST /newsletter/unsubscribe/${token}`)).status, 200);
    await subscribed(email);
  }
});

test('subscription mails have neutral subjects and links to the public URL only', async () => {
  const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  await request('POST /newsletter/subscribe', { body: { email: 'mails@example.org' }, headers: host });
  const mails = await db
    .selectFrom('outbox_mails')
    .select(['kind', 'subject', 'text_part', 'html_part', 'unsubscribe_url'])
    .where('kind', 'like', 'newsletter-%')
    .execute();
  assert.ok(new Set(mails.map((mail) => mail.kind)).size === 4, 'every kind');
  for (const { subject, text_part, html_part } of mails) {
    assert.match(subject ?? '', /^(Confirm your address|About your subscription)$/);
    for (const part of [text_part, html_part]) {
      assert.ok(part?.includes(PUBLIC_URL));
      assert.doesNotMatch(part ?? '', /evil|adult|Nightstand/);
    }
  }
});
