import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staffUrls } from '#staff-urls.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { hostileHtml, thirdOfNaughtyTexts } from '#tests/support/hostile-texts.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { MAX_TAKEDOWN_CHARACTERS, takedownMessages, tooLongMessages } from './contract.ts';
import { CURRENT_DECLARATION, declarationText } from './rules.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const request = await createRequester(await testServer(context));

const CALL = 'POST /account/legal/takedown';

/** A complete request. */
function takedown(changes: Record<string, unknown> = {}) {
  return {
    request_type: 'copyright',
    requester_name: 'Ida Marlowe',
    requester_email: 'Ida@example.org',
    requester_title: 'Author',
    content_url: `${PUBLIC_URL}/story/${stories.ferry.slug}`,
    content_description: 'My story “The Late Boat”, first printed in 2011.',
    reason: 'Chapter one is mine, word for word.',
    owner_info: 'I am the owner.',
    address: '4 Quay Street\nHarbour Town',
    electronic_signature: true,
    additional_info: 'I am fifty and patient.',
    ...changes,
  };
}

const requests = () => db.selectFrom('takedown_requests').selectAll().orderBy('id').execute();
const lastRequest = async () => (await requests()).at(-1);
async function mails() {
  await runDueJobs(connectionString, context);
  return db.selectFrom('outbox_mails').selectAll().orderBy('id').execute();
}

// Interface, Stories: A takedown request is stored; its sender gets a receipt, and the moderators a notice
test('somebody sends a request: it is kept with the words that were signed and the story it is about', async () => {
  const { status, data, message } = await request(CALL, { body: takedown() });
  assert.deepEqual([status, message], [201, takedownMessages.submitted]);
  const { received_at, waiting_since, fingerprint, ...kept } = (await lastRequest()) ?? assert.fail();
  const { electronic_signature: _, ...sent } = takedown();
  assert.deepEqual(kept, {
    ...sent,
    id: data.id,
    declaration_version: CURRENT_DECLARATION,
    declaration_text: declarationText(CURRENT_DECLARATION),
    story_id: stories.ferry.id,
    story_title: 'The Ferry at Dusk',
    story_author: people.mira,
    trusted_flagger_id: null,
    unfounded_at: null,
  });
  assert.ok(received_at instanceof Date && waiting_since instanceof Date && fingerprint.length === 32);
  const steps = await db.selectFrom('takedown_steps').selectAll().where('request_id', '=', data.id).execute();
  assert.deepEqual(
    steps.map(({ step, account_id, username, note }) => ({ step, account_id, username, note })),
    [{ step: 'received', account_id: null, username: null, note: '' }],
  );
});

test('the words that are signed hold what the law asks of a notice', () => {
  const text = declarationText(CURRENT_DECLARATION);
  for (const part of [
    /in good faith/,
    /is accurate/,
    /penalty of perjury/,
    /authorised to act/,
    /electronically/,
  ])
    assert.match(text, part);
});

// Spec 3: Takedown fields; default dmca
// Spec 5: Takedown: every message, ‘Please fix the errors in the form’, optional fields
test('a request is a DMCA notice unless it says otherwise, and the optional fields may be left out', async () => {
  const {
    request_type: _,
    requester_title: __,
    content_url: ___,
    additional_info: ____,
    ...least
  } = takedown({
    reason: 'The least there can be.',
  });
  assert.equal((await request(CALL, { body: least })).status, 201);
  const stored = await lastRequest();
  assert.deepEqual(
    [
      stored?.request_type,
      stored?.requester_title,
      stored?.content_url,
      stored?.additional_info,
      stored?.story_id,
    ],
    ['dmca', '', '', '', null],
  );
  const empty = takedown({
    reason: 'Null is nothing.',
    requester_title: null,
    content_url: null,
    additional_info: '  ',
  });
  assert.equal((await request(CALL, { body: empty })).status, 201);
});

// Spec 5: Takedown: every message, ‘Please fix the errors in the form’, optional fields
test('every slip is told at its field, in the words of the form', async () => {
  const before = (await requests()).length;
  const required: Record<string, string> = {
    requester_name: takedownMessages.nameRequired,
    requester_email: takedownMessages.emailRequired,
    content_description: takedownMessages.descriptionRequired,
    reason: takedownMessages.reasonRequired,
    owner_info: takedownMessages.ownerRequired,
    address: takedownMessages.addressRequired,
  };
  for (const [field, message] of Object.entries(required)) {
    for (const value of [undefined, null, '', '  \n ', '\u200b', 7, {}, ['x']]) {
      // The character counts as part of an address, so the message is that of an invalid one.
      if (field === 'requester_email' && value === '\u200b') continue;
      const { status, error } = await request(CALL, { body: takedown({ [field]: value }) });
      assert.deepEqual(
        [status, error?.message, error?.fields],
        [422, message, { [field]: message }],
        `${field} ${JSON.stringify(value)}`,
      );
    }
  }
  for (const requester_email of [
    'nobody',
    'a@b',
    'a@b.cc, d@e.ff',
    'a@b.cc\r\nBcc: d@e.ff',
    `${'a'.repeat(250)}@b.cc`,
  ]) {
    const { status, error } = await request(CALL, { body: takedown({ requester_email }) });
    assert.deepEqual([status, error?.fields], [422, { requester_email: takedownMessages.emailForm }]);
  }
  for (const electronic_signature of [undefined, false, null, 'true', 1, {}]) {
    const { status, error } = await request(CALL, { body: takedown({ electronic_signature }) });
    assert.deepEqual(
      [status, error?.fields],
      [422, { electronic_signature: takedownMessages.signatureRequired }],
    );
  }
  for (const [field, limit] of Object.entries(MAX_TAKEDOWN_CHARACTERS)) {
    const { status, error } = await request(CALL, { body: takedown({ [field]: '🕯'.repeat(limit + 1) }) });
    const message = tooLongMessages[field as keyof typeof MAX_TAKEDOWN_CHARACTERS];
    assert.deepEqual([status, error?.fields], [422, { [field]: message }]);
    assert.ok(message.includes(limit.toLocaleString('en-US')), message);
  }
  for (const [field, value] of [
    ['request_type', 'libel'],
    ['request_type', 7],
    ['declaration_version', '1999-01'],
    ['requester_title', 7],
    ['content_url', {}],
  ] as const) {
    const { status, error } = await request(CALL, { body: takedown({ [field]: value }) });
    assert.deepEqual([status, Object.keys(error?.fields ?? {})], [422, [field]]);
  }
  const all = await request(CALL, { body: {} });
  assert.deepEqual(
    Object.keys(all.error?.fields ?? {}).sort(),
    [...Object.keys(required), 'electronic_signature'].sort(),
  );
  assert.equal((await requests()).length, before);
});

test('a text of exactly the longest length is kept whole', async () => {
  const longest = Object.fromEntries(
    Object.entries(MAX_TAKEDOWN_CHARACTERS).map(([field, limit]) => [field, '🕯'.repeat(limit)]),
  );
  assert.equal((await request(CALL, { body: takedown(longest) })).status, 201);
  const stored = (await lastRequest()) as Record<string, unknown> | undefined;
  for (const field of Object.keys(MAX_TAKEDOWN_CHARACTERS))
    assert.equal(stored?.[field], longest[field], field);
});

test('nothing but the fields of the form can be set, whatever else is sent', async () => {
  const smuggled = {
    ...{
      id: 999_999,
      story_id: stories.clocks.id,
      story_title: 'x',
      received_at: '2001-01-01',
      waiting_since: null,
    },
    ...{
      declaration_text: 'I promise nothing',
      fingerprint: 'x',
      step: 'removed',
      username: 'admin',
      __proto__: { a: 1 },
    },
  };
  const { data } = await request(CALL, { body: { ...takedown({ reason: 'Smuggled.' }), ...smuggled } });
  const stored = await lastRequest();
  assert.equal(stored?.id, data.id);
  assert.notEqual(data.id, 999_999);
  assert.deepEqual(
    [stored?.story_id, stored?.declaration_text],
    [stories.ferry.id, declarationText(CURRENT_DECLARATION)],
  );
  assert.ok(stored?.waiting_since instanceof Date);
});

test('the story is found by any address that leads to it, and by no other', async () => {
  await db
    .insertInto('story_slugs')
    .values({ slug: 'too-many-clocks', story_id: stories.clocks.id })
    .execute();
  const { slug } = stories.ferry;
  const clocks = stories.clocks.slug;
  const table: [string, number | null][] = [
    [`${PUBLIC_URL}/story/${slug}/chapter/1?x=1#y`, stories.ferry.id],
    [`HTTPS://WWW.NIGHTSTAND.TEST/story/${slug}`, stories.ferry.id],
    [`http://nightstand.test:80/story/${slug}/`, stories.ferry.id],
    [`nightstand.test/story/${slug}`, stories.ferry.id],
    [`/story/${slug}`, stories.ferry.id],
    [`${PUBLIC_URL}/tags/../story/${slug}`, stories.ferry.id],
    [`It is at ${PUBLIC_URL}/story/${slug} and elsewhere`, stories.ferry.id],
    [`${PUBLIC_URL}/story/too-many-clocks`, stories.clocks.id],
    [`${PUBLIC_URL}/story/${clocks}`, stories.clocks.id],
    [`${PUBLIC_URL}/story/%74oo-many-clocks`, stories.clocks.id],
    [`https://elsewhere.example/story/${slug}`, null],
    [`https://nightstand.test.evil.example/story/${slug}`, null],
    [`https://nightstand.test@evil.example/story/${slug}`, null],
    [`javascript:alert(1)//nightstand.test/story/${slug}`, null],
    [`${PUBLIC_URL}/author/mira-quill`, null],
    [`${PUBLIC_URL}/story/no-such-story`, null],
    [`${PUBLIC_URL}/story/%ff`, null],
    [`${PUBLIC_URL}/story/`, null],
    [`${PUBLIC_URL}/story/${'x'.repeat(300)}`, null],
    ['my story', null],
    ['https://', null],
    ['http://[', null],
  ];
  for (const [content_url, storyId] of table) {
    const { status } = await request(CALL, { body: takedown({ content_url }) });
    assert.equal(status, 201, content_url);
    assert.equal((await lastRequest())?.story_id, storyId, content_url);
  }
});

test('input is stored as text or refused at its field', async () => {
  const fields = [
    'requester_name',
    'requester_title',
    'content_url',
    'content_description',
    'reason',
    'owner_info',
    'address',
    'additional_info',
  ];
  const texts = [...thirdOfNaughtyTexts(1), ...hostileHtml.slice(0, 100)];
  let stored = 0;
  const send = async (text: string, at: number) => {
    const field = fields[at % fields.length] ?? '';
    const { status, error } = await request(CALL, {
      body: takedown({ additional_info: `Text ${at}`, [field]: text }),
    });
    assert.ok(status === 201 || status === 422, `${field} ${JSON.stringify(text)}: ${status}`);
    if (status === 422) assert.deepEqual(Object.keys(error?.fields ?? {}), [field]);
    else stored++;
  };
  for (let from = 0; from < texts.length; from += 20)
    await Promise.all(texts.slice(from, from + 20).map((text, at) => send(text, from + at)));
  assert.ok(stored > 200, String(stored));
});

// Interface, Stories: A takedown request is stored; its sender gets a receipt, and the moderators a notice
test('a receipt goes to who has sent it and a notice to the moderators, without a word of what was sent', async () => {
  await signedIn(context, 'Warden', { role: 'moderator' });
  await signedIn(context, 'Keeper', { role: 'admin' });
  await signedIn(context, 'Unproved', { role: 'moderator', isVerified: false });
  await signedIn(context, 'Reader');
  await mails();
  await db.deleteFrom('outbox_mails').execute();
  const canary = 'Visit-https-evil-example';
  const body = takedown({
    requester_name: canary,
    requester_title: canary,
    reason: canary,
    content_description: canary,
    owner_info: canary,
    address: canary,
    additional_info: canary,
    content_url: `https://evil.example/${canary}`,
  });
  const { data } = await request(CALL, { body });
  const sent = await mails();
  assert.deepEqual(sent.map(({ kind, address, subject }) => [kind, address, subject]).sort(), [
    ['takedown-notice', 'keeper@example.org', 'Something is waiting for you'],
    ['takedown-notice', 'warden@example.org', 'Something is waiting for you'],
    ['takedown-receipt', 'Ida@example.org', 'We have received your request'],
  ]);
  for (const mail of sent) {
    for (const part of [mail.subject, mail.text_part, mail.html_part]) {
      assert.doesNotMatch(part ?? '', /evil/);
      if (mail.kind === 'takedown-notice') assert.doesNotMatch(part ?? '', /Ida|copyright/i);
    }
    if (mail.kind === 'takedown-notice')
      assert.ok(mail.text_part?.includes(`${PUBLIC_URL}${staffUrls.queue()}`));
  }
  assert.match(
    sent.find((mail) => mail.kind === 'takedown-receipt')?.text_part ?? '',
    new RegExp(`number: ${data.id}\\.`),
  );
});

test('the same request sent many times, also at once, is one request with one receipt', async () => {
  await mails();
  await db.deleteFrom('outbox_mails').execute();
  const before = (await requests()).length;
  const body = takedown({ reason: 'Pressed again and again.' });
  const answers = await Promise.all(Array.from({ length: 30 }, () => request(CALL, { body })));
  answers.push(await request(CALL, { body }));
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([201]));
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
  assert.equal((await requests()).length, before + 1);
  assert.equal((await mails()).filter((mail) => mail.kind === 'takedown-receipt').length, 1);
  // A request that differs in one word is another request.
  await request(CALL, { body: takedown({ reason: 'Pressed again and again!' }) });
  assert.equal((await requests()).length, before + 2);
});

test('a request about a story outlives the story and its author', async () => {
  const { data } = await request(CALL, { body: takedown({ content_url: `/story/${stories.angles.slug}` }) });
  await db.deleteFrom('accounts').where('username', '=', people.tomas).execute();
  const stored = (await requests()).find((one) => one.id === data.id);
  assert.deepEqual(
    [stored?.story_id, stored?.story_title, stored?.story_author],
    [null, 'Élan, "Quotes" & <Angles>', people.tomas],
  );
});

test('a network sends five requests a day and is told when it may send the next; slips do not count', async () => {
  const limited = await testDatabase({ throttle: true });
  const { db: limitedDb } = limited.context;
  const askLimited = await createRequester(
    await testServer(limited.context, { trustProxy: ['127.0.0.1/32'] }),
  );
  const send = (at: number, from: string, reason = `Request ${at}`) =>
    askLimited(CALL, { body: takedown({ reason }), headers: { 'x-forwarded-for': from } });
  for (let at = 0; at < 8; at++) assert.equal((await send(at, '203.0.113.5', '')).status, 422);
  for (let at = 0; at < 5; at++) assert.equal((await send(at, `203.0.113.${at}`)).status, 201, String(at));
  // A repeated request does not count.
  assert.equal((await send(2, '203.0.113.5')).status, 201);
  const refused = await send(5, '203.0.113.99');
  assert.deepEqual([refused.status, refused.error?.code], [429, 'too_many_requests']);
  assert.match(
    refused.message ?? '',
    /^We accept five takedown requests a day from one network\. Please try again in (24|23) hours;/,
  );
  const wait = Number(refused.headers['retry-after']);
  assert.ok(wait > 23 * 3600 && wait <= 24 * 3600, String(wait));
  assert.equal((await send(5, '198.51.100.1')).status, 201);
  const rows = await limitedDb.selectFrom('takedown_requests').select('id').execute();
  assert.equal(rows.length, 6);
});
