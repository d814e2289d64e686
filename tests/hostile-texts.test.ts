import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { text as streamText } from 'node:stream/consumers';
import { test } from 'node:test';
import { sql } from 'kysely';
import yauzl from 'yauzl';
import { isBlank, normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { mailInboxes } from '#features/inbox/service/mailing.ts';
import { storyTagNames } from '#features/tags/rules.ts';
import { apiCalls } from './support/api-calls.ts';
import { forbiddenIn, hostileHtml, naughtyTexts, thirdOfNaughtyTexts } from './support/hostile-texts.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

const { context } = await testDatabase();
const app = await testServer(context);
const call = apiCalls(app);
const mira = await signedIn(context, 'mira');
const readers: Awaited<ReturnType<typeof signedIn>>[] = [];

async function create(path: string, payload: object) {
  const { status, body } = await call(mira, 'POST', path, payload);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

test('control: the check detects forbidden HTML', () => {
  assert.ok(naughtyTexts.length > 450 && hostileHtml.length > 300);
  assert.ok(hostileHtml.filter((text) => forbiddenIn(text).length > 0).length > 200);
  for (const html of [
    '<a href="javascript:x">',
    '<img src="http://a">',
    '<p onclick=x>',
    '<svg>',
    '<!--x-->',
  ])
    assert.notDeepEqual(forbiddenIn(html), [], html);
});

/** Applies the site's own rules: can this text be typed into a field of this length? */
function expectedStatus(text: string, maximum: number, goodStatus: number): number {
  if (text.includes('\0')) return 400;
  const line = normalizeLine(text);
  return isBlank(line) || [...line].length > maximum ? 422 : goodStatus;
}

test('every text in a story’s fields is stored as text or refused with the field’s name', async () => {
  let stored = 0;
  for (const text of thirdOfNaughtyTexts(0)) {
    const what = JSON.stringify(text);
    const tags = storyTagNames([text]);
    const story = { title: text, synopsis: text, tags: tags.ok ? [text] : [] };
    const { status, body } = await call(mira, 'POST', '/stories', story);
    assert.equal(status, expectedStatus(text, 100, 201), what);
    if (status === 422) assert.deepEqual(Object.keys(body.error.fields), ['title'], what);
    if (status !== 201) continue;
    stored++;
    assert.equal(body.data.title, normalizeLine(text), what);
    assert.equal(body.data.synopsis, normalizeLines(text), what);
    assert.equal(body.data.tags.length, tags.ok ? tags.names.length : 0, what);
    assert.match(body.data.slug, /^(?=.*[a-z0-9])(?!\d+$)[a-z0-9_-]+$/, what);
    const { body: opened } = await call(undefined, 'GET', `/stories/${body.data.slug}`);
    assert.equal(opened.data.id, body.data.id, what);
  }
  assert.ok(stored > 100, String(stored));
});

test('every text as a slug becomes a valid slug or is refused', async () => {
  const story = await create('/stories', { title: 'Target' });
  for (const slug of naughtyTexts.filter((_, index) => index % 8 === 0)) {
    const what = JSON.stringify(slug);
    const edit = { title: 'Target', slug };
    const { status, body } = await call(mira, 'PUT', `/stories/${story.id}`, edit);
    if (status === 200) assert.match(body.data.slug, /^[a-z0-9_-]{1,200}$/, what);
    else if (!slug.includes('\0')) {
      assert.ok(status === 422 || status === 409, `${status}: ${what}`);
      assert.deepEqual(Object.keys(body.error.fields), ['slug'], what);
    }
  }
});

test('every chapter text is served without active content', async () => {
  const story = await create('/stories', { title: 'Target' });
  const chapter = await create(`/stories/${story.id}/chapters`, { title: 'x', content: '<p>x</p>' });
  const path = `/stories/${story.id}/chapters/${chapter.id}`;
  for (const text of [...thirdOfNaughtyTexts(1), ...hostileHtml]) {
    const what = JSON.stringify(text);
    const titleStatus = expectedStatus(text, 100, 200);
    const edit = { title: titleStatus === 422 ? 'x' : text, content: `<p>Before.</p>${text}` };
    const { status, body } = await call(mira, 'PUT', path, edit);
    assert.equal(status, titleStatus === 400 ? 400 : 200, what);
    if (status !== 200) continue;
    assert.equal(body.data.title, normalizeLine(edit.title), what);
    assert.deepEqual(forbiddenIn(body.data.content), [], what);
    assert.match(body.data.content, /^<p>Before\./, what);
  }
});

const said = [...thirdOfNaughtyTexts(2).slice(0, 40), ...hostileHtml.slice(0, 40)];

/** A story of mira's that takes notes, with one chapter; and what readers said about it, each text in each place. */
async function talkAbout() {
  const story = await create('/stories', { title: 'Target', notes: true });
  const chapter = await create(`/stories/${story.id}/chapters`, { title: 'x', content: '<p>x</p>' });
  const paragraph = { index: 0, text_hash: createHash('sha256').update('x').digest('hex') };
  const stored = { lines: [] as string[], line: [] as string[] };
  for (const [at, text] of said.entries()) {
    const what = JSON.stringify(text);
    // Each by somebody else: an account sends a limited number.
    if (at % 20 === 0) readers.push(await signedIn(context, `reader-${at}`));
    const reader = readers.at(-1);
    assert.ok(reader);
    const isGood = !text.includes('\0') && !isBlank(normalizeLines(text));
    const sendAs = async (person: typeof reader, path: string, payload: object) => {
      const { status, body } = await call(person, 'POST', path, payload);
      assert.equal(status, isGood ? 201 : text.includes('\0') ? 400 : 422, `${path} ${what}`);
      return body.data;
    };
    const comments = `/stories/${story.id}/comments`;
    const thread = await sendAs(reader, comments, { chapter_id: chapter.id, content: text, paragraph });
    const note = await sendAs(reader, `/stories/${story.id}/notes`, { content: text });
    if (isGood) {
      await sendAs(reader, comments, { parent_id: thread.id, content: text });
      await sendAs(reader, comments, { content: text });
      await sendAs(mira, `/notes/${note.id}/answers`, { content: text });
      stored.lines.push(normalizeLines(text));
    }
    const correction = { quote: text, replacement: text, note: text, wants_credit: true };
    const sent = await call(reader, 'POST', `/chapters/${chapter.id}/corrections`, correction);
    assert.equal(sent.status, expectedStatus(text, 1000, 201), what);
    if (sent.status === 201) stored.line.push(normalizeLine(text));
  }
  assert.ok(stored.line.length > 50 && stored.lines.length > 50);
  return { story, chapter, stored };
}

// Interface, Conversation: The content of a comment is plain text
test('every text in comments, replies, corrections and private notes comes back as text, also in an export', async () => {
  const { story, chapter, stored } = await talkAbout();
  const read = async (path: string, person = mira) => {
    const { status, body } = await call(person, 'GET', path);
    assert.equal(status, 200, path);
    return body.data;
  };
  const all = async (path: string, name: string, person = mira) => {
    const rows = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const data = await read(`${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=100`, person);
      rows.push(...data[name]);
      ({ pages } = data.pagination);
    }
    return rows;
  };
  const same = (texts: string[], expected: string[], what: string) =>
    assert.deepEqual(texts.toSorted(), expected.toSorted(), what);
  const contents = (rows: { content: string }[]) => rows.map(({ content }) => content);
  const comments = `/stories/${story.id}/comments`;
  same(contents(await all(`${comments}?on=story`, 'comments')), stored.lines, 'on the story');
  for (const list of [
    `${comments}?chapter_id=${chapter.id}`,
    `${comments}?chapter_id=${chapter.id}&paragraph=0`,
  ]) {
    const threads = await all(list, 'comments');
    same(contents(threads), stored.lines, list);
    same(contents(threads.flatMap(({ replies }) => replies)), stored.lines, list);
  }
  const texts = (rows: { quote: string; replacement: string }[]) =>
    rows.flatMap(({ quote, replacement }) => [quote, replacement]);
  const twice = [...stored.line, ...stored.line];
  const chapterPath = `/stories/${story.id}/chapters/${chapter.id}`;
  same(texts((await read(`${chapterPath}/corrections`)).corrections), twice, 'received');
  const own = await Promise.all(readers.map((reader) => all('/corrections', 'corrections', reader)));
  same(texts(own.flat()), twice, 'sent');
  const threads: { notes: { content: string }[] }[] = await all('/notes', 'threads');
  same(contents(threads.flatMap(({ notes }) => notes)), [...stored.lines, ...stored.lines], 'notes');
  assert.equal((await read(chapterPath)).content, '<p>x</p>');
  assert.doesNotMatch(JSON.stringify(await read('/inbox')), /script|onerror/);

  const exported = await app.inject({ url: '/api/accounts/export', headers: mira.headers });
  const files = new Map<string, unknown>();
  const archive = await yauzl.fromBufferPromise(exported.rawPayload, { strictFileNames: true });
  for await (const entry of archive.eachEntry())
    if (entry.fileName.endsWith('.json'))
      files.set(entry.fileName, JSON.parse(await streamText(await archive.openReadStreamPromise(entry))));
  const kept = files.get(`stories/${story.id}/corrections.json`) as { quote: string; replacement: string }[];
  same(texts(kept), twice, 'exported corrections');
  const notes = JSON.stringify(files.get('notes.json'));
  for (const line of stored.lines) assert.ok(notes.includes(JSON.stringify(line)), line);
});

test('hostile titles are text in an email about comments on them', async () => {
  const titles = hostileHtml.filter((text) => text.includes('<') && expectedStatus(text, 100, 201) === 201);
  const author = await signedIn(context, 'titled', { isVerified: true });
  const some = titles.filter((_, at) => at % Math.ceil(titles.length / 12) === 0);
  // Nothing is mailed of what was there before.
  await call(author, 'PUT', '/inbox/settings', { mail: 'daily', titles_in_mails: true, muted: [] });
  for (const title of some) {
    const { body } = await call(author, 'POST', '/stories', { title });
    await call(author, 'POST', `/stories/${body.data.id}/chapters`, { title: 'x', content: 'x' });
    const sent = await call(mira, 'POST', `/stories/${body.data.id}/comments`, { content: `On ${title}` });
    assert.equal(sent.status, 201, title);
  }
  const { db } = context;
  await sql`update inbox_items set created_at = created_at - interval '2 days'`.execute(db);
  await sql`update inbox_settings set mailed_until = mailed_until - interval '2 days'`.execute(db);
  await mailInboxes(context, new Date());
  const mails = await db.selectFrom('outbox_mails').select(['html_part', 'text_part']).execute();
  assert.equal(mails.length, 1);
  const [mail] = mails;
  const found = forbiddenIn(mail?.html_part?.replace(/^.*<body>|<\/body>.*$/gs, '') ?? '<none>');
  // The site's own small print, and its paragraphs, which run as the titles in them do.
  assert.deepEqual([...new Set(found)], ['<small>', '<p dir="auto">']);
  assert.ok(mail?.text_part?.includes('<'), mail?.text_part ?? '');
});

test('values of the wrong type are refused with the field’s name', async () => {
  const story = await create('/stories', { title: 'Target' });
  const wrong: unknown[] = [null, true, 7, [], {}, [[]], { toString: 'x' }];
  for (const value of wrong) {
    for (const [method, path, payload] of [
      ['POST', '/stories', { title: value }],
      ['PUT', `/stories/${story.id}`, { title: 'a', slug: value }],
      ['PUT', `/stories/${story.id}/synopsis`, { synopsis: value }],
      ['POST', `/stories/${story.id}/chapters`, { title: 'a', content: value }],
      ['POST', `/stories/${story.id}/chapters`, { title: value, content: 'a' }],
      [
        'POST',
        `/stories/${story.id}/chapters`,
        { title: 'a', content: 'a', order: value === 7 ? '7' : value },
      ],
    ] as const) {
      const { status, body } = await call(mira, method, path, payload);
      assert.equal(status, 422, `${method} ${path} ${JSON.stringify(payload)}`);
      assert.equal(Object.keys(body.error.fields).length, 1);
    }
  }
});
