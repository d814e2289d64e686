import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedLimits } from '#base/limits.ts';
import type { CaseDetail } from '#features/moderation/contract/cases.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { urls } from '#urls.ts';
import { reportMessages } from '../contract.ts';

const { context } = await testDatabase({ throttle: true });
const { db } = context;
const { guest_reports: perDay } = shippedLimits;
const site = await moderatedSite(context);
const { author, moderator, call, caseOf, decide, newStory } = site;
const request = await createRequester(await testServer(context));

let networks = 0;
/** An address of an unused network. */
const newNetwork = () => `192.0.${++networks}.7`;

async function send(body: object, from = newNetwork()) {
  return request('POST /reports', { body: { reason: 'The tags promise another story.', ...body }, from });
}

async function findOpenReports() {
  return db.selectFrom('reports').selectAll().where('decided_at', 'is', null).orderBy('id').execute();
}

// Interface, Security, law, operations: POST /reports takes url, reason and email without a token, and answers 201 with number
test('a guest reports a story by any spelling of its address and gets the number that moderators see', async () => {
  const story = await newStory();
  const path = urls.story(story.slug);
  const spellings = [
    PUBLIC_URL + path,
    path,
    `${PUBLIC_URL.toUpperCase()}${path}?page=2#text`,
    `www.nightstand.test${path}/`,
    `http://nightstand.test.:80${path}`,
    `${path}/all`,
  ];
  const numbers: number[] = [];
  for (const url of spellings) {
    const { status, data, message } = await send({ url });
    assert.deepEqual([status, message], [201, reportMessages.sent], url);
    assert.deepEqual(Object.keys(data), ['number']);
    numbers.push(data.number);
  }
  const caseDetails = await caseOf(story);
  assert.equal(caseDetails.report_count, spellings.length);
  assert.deepEqual(
    caseDetails.reports.map((one: CaseDetail['reports'][number]) => [
      ...[one.id, one.is_from_guest, one.has_email, one.reporter_username, one.chapter_id],
    ]),
    numbers.map((number) => [number, true, false, null, null]),
  );
});

test('a guest reports a chapter, a story by a former address, and an author', async () => {
  const story = await newStory();
  const ofChapter = await send({ url: urls.chapter(story.slug, story.chapterId) });
  assert.equal(ofChapter.status, 201);
  const [report] = (await caseOf(story)).reports;
  assert.deepEqual([report.id, report.chapter_id], [ofChapter.data.number, story.chapterId]);

  const renamed = await newStory();
  const changes = { title: 'Renamed', slug: `${renamed.slug}-renamed`, synopsis: '', tags: ['harbour'] };
  assert.equal((await call(author, 'PUT', `/stories/${renamed.id}`, changes)).status, 200);
  assert.equal((await send({ url: urls.story(renamed.slug) })).status, 201);
  assert.equal((await caseOf(renamed)).report_count, 1);

  const onAuthor = await send({ url: `${PUBLIC_URL}/author/${author.username.toUpperCase()}` });
  assert.equal(onAuthor.status, 201);
  const [last] = (await findOpenReports()).slice(-1);
  assert.deepEqual([last?.id, last?.author_id, last?.story_id], [onAuthor.data.number, author.id, null]);
});

test('a guest is told every mistake at its field, all at once, and it costs no report', async () => {
  const story = await newStory();
  const url = urls.story(story.slug);
  const before = (await findOpenReports()).length;
  const table: [object, Record<string, string>][] = [
    [{ url: undefined }, { url: reportMessages.urlRequired }],
    [{ url: '  ' }, { url: reportMessages.urlRequired }],
    [{ url: `/story/${'x'.repeat(2000)}` }, { url: reportMessages.urlTooLong }],
    [{ url: 'https://elsewhere.example/story/lamp' }, { url: reportMessages.urlElsewhere }],
    [{ url: `https://nightstand.test@elsewhere.example${url}` }, { url: reportMessages.urlElsewhere }],
    [{ url: 'javascript:alert(1)' }, { url: reportMessages.urlElsewhere }],
    [{ url: '/' }, { url: reportMessages.urlNothing }],
    [{ url: '/tags' }, { url: reportMessages.urlNothing }],
    [{ url: '/story/' }, { url: reportMessages.urlNothing }],
    [{ url: '/story/no-such-story' }, { url: reportMessages.urlNothing }],
    [{ url: '/story/%00' }, { url: reportMessages.urlNothing }],
    [{ url: '/story/%E0%A4%A' }, { url: reportMessages.urlNothing }],
    [{ url: '/author/nobody-here' }, { url: reportMessages.urlNothing }],
    [{ url: `${url}/chapter/999999` }, { url: reportMessages.urlNothing }],
    [{ url: `${url}/chapter/x` }, { url: reportMessages.urlNothing }],
    [{ url, reason: '' }, { reason: reportMessages.required }],
    [{ url, reason: undefined }, { reason: reportMessages.required }],
    [{ url, reason: 'x'.repeat(501) }, { reason: reportMessages.tooLong }],
    [{ url, email: 'nobody' }, { email: reportMessages.emailForm }],
    [{ url, email: 'a@b.example, c@d.example' }, { email: reportMessages.emailForm }],
    [{ url, email: 7 }, { email: reportMessages.emailForm }],
    [
      { url: '/tags', reason: ' ' },
      { url: reportMessages.urlNothing, reason: reportMessages.required },
    ],
  ];
  const from = newNetwork();
  for (const [body, fields] of table) {
    const { status, error } = await send(body, from);
    assert.deepEqual([status, error?.fields], [422, fields], JSON.stringify(body));
  }
  assert.equal((await findOpenReports()).length, before);
});

test('a guest can’t report a story that no visitor finds, so a report tells nobody what is hidden', async () => {
  const story = await site.hiddenStory();
  const { status, error } = await send({ url: urls.story(story.slug) });
  assert.deepEqual([status, error?.fields], [422, { url: reportMessages.urlNothing }]);
});

test('a guest who sends again from the same network replaces the text, adds an address, and keeps the number', async () => {
  const story = await newStory();
  const url = urls.story(story.slug);
  const from = newNetwork();
  const first = await send({ url }, from);
  const again = await send({ url, reason: 'Short.' }, from);
  const added = await send({ url, reason: 'It copies a novel of 1998.', email: 'Guest@example.org' }, from);
  const asBefore = await send(
    { url, reason: 'It copies a novel of 1999.', email: 'guest@Example.org' },
    from,
  );
  const numbers = [first, again, added, asBefore].map(({ data }) => data.number);
  assert.equal(new Set(numbers).size, 1);
  const other = await send({ url, email: 'somebody-else@example.org' }, from);
  const elsewhere = await send({ url, email: 'guest@example.org' });
  assert.equal(new Set([first.data.number, other.data.number, elsewhere.data.number]).size, 3);
  const stored = (await findOpenReports()).filter((report) => report.story_id === story.id);
  assert.deepEqual(
    stored.map((report) => [report.reason, report.guest_email]),
    [
      ['It copies a novel of 1999.', 'guest@Example.org'],
      ['The tags promise another story.', 'somebody-else@example.org'],
      ['The tags promise another story.', 'guest@example.org'],
    ],
  );
  assert.ok(!JSON.stringify(stored).includes('192.0.'), 'a network is kept as it is');
});

test('two of the same that come at once are one report', async () => {
  const story = await newStory();
  const from = newNetwork();
  const url = urls.story(story.slug);
  const sent = await Promise.all(Array.from({ length: 5 }, () => send({ url }, from)));
  assert.equal(new Set(sent.map(({ data }) => data.number)).size, 1);
  assert.equal((await caseOf(story)).report_count, 1);
});

test('a network has ten reports a day, the next one its own, and nothing is hidden by their number', async () => {
  const from = newNetwork();
  const story = await newStory();
  const url = urls.story(story.slug);
  for (let sent = 0; sent < perDay; sent += 1)
    assert.equal((await send({ url, email: `guest-${sent}@example.org` }, from)).status, 201);
  const refused = await send({ url, email: 'one-more@example.org' }, from);
  assert.equal(refused.status, 429);
  assert.match(refused.message ?? '', /^We accept 10 reports a day from one network .* log in to report now/);
  assert.ok(Number(refused.headers['retry-after']) > 3600);
  assert.equal((await send({ url })).status, 201);
  assert.equal((await call(undefined, 'GET', `/stories/${story.slug}`)).status, 200);
});

test('a provider’s customer with many networks of IPv6 gets as much as sixteen of them', async () => {
  const story = await newStory();
  const url = urls.story(story.slug);
  let taken = 0;
  for (let network = 0; network < 18; network += 1) {
    for (let sent = 0; sent < perDay; sent += 1) {
      const { status } = await send({ url }, `2001:db8:7:${network.toString(16)}::1`);
      if (status === 201) taken += 1;
    }
  }
  assert.equal(taken, 16 * perDay);
  assert.equal((await send({ url }, '2001:db8:8::1')).status, 201);
});

// Interface, Security, law, operations: POST /reports takes url, reason and email without a token, and answers 201 with number
test('a decision is mailed to the guests who gave an address, once each, and their address is forgotten', async () => {
  const story = await newStory();
  const url = urls.story(story.slug);
  const email = 'told@example.org';
  const first = await send({ url, email });
  const second = await send({ url, email: 'Told@example.org' });
  await send({ url });
  await site.report(story, 'The tags promise a gothic tale');
  const caseDetails = await caseOf(story);
  assert.deepEqual(caseDetails.reports.map((report: { has_email: boolean }) => report.has_email).toSorted(), [
    false,
    false,
    true,
    true,
  ]);
  assert.ok(!JSON.stringify(caseDetails).includes(email), 'moderators do not need the address');
  assert.deepEqual(await site.mailsTo(email), [], 'nobody is written to before a moderator has decided');
  assert.equal((await decide(moderator, caseDetails, { action: 'hide' })).status, 200);

  const [mail, ...more] = await site.mailsTo(email);
  assert.deepEqual(more, []);
  const numbers = `${first.data.number}, ${second.data.number}`;
  assert.deepEqual([mail?.kind, mail?.subject], ['moderation-report', `About your report ${numbers}`]);
  assert.match(mail?.text_part ?? '', /is hidden until it is corrected/);
  assert.ok(!mail?.text_part?.includes(story.slug) && !/Harbour/.test(mail?.text_part ?? ''));
  assert.doesNotMatch(mail?.text_part ?? '', /answer this mail/);
  const stored = await db.selectFrom('reports').selectAll().where('story_id', '=', story.id).execute();
  assert.deepEqual(
    stored.map((report) => [report.decision, report.guest_email, report.guest_network]),
    Array(4).fill(['hidden', null, null]),
  );
  // After the decision, the next report is a separate one.
  const { body } = await call(moderator, 'GET', `/moderation/cases/${caseDetails.id}`);
  assert.deepEqual(body.data.reports, []);
});

test('a guest whose report is dismissed is told so, and the author of the story is not', async () => {
  const story = await newStory();
  const before = (await site.mailsTo('ada-writes@example.org')).length;
  await send({ url: urls.story(story.slug), email: 'dismissed@example.org' });
  await decide(moderator, await caseOf(story), { action: 'dismiss', passage: '' });
  const [mail] = await site.mailsTo('dismissed@example.org');
  assert.match(mail?.text_part ?? '', /does not break our guidelines/);
  assert.ok(!mail?.text_part?.includes('The tags promise another story.'), 'the note is for the log alone');
  assert.equal((await site.mailsTo('ada-writes@example.org')).length, before);
});
