import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isBlank, normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { storyTagNames } from '#features/tags/rules.ts';
import { apiCalls } from './support/api-calls.ts';
import { forbiddenIn, hostileHtml, naughtyTexts, thirdOfNaughtyTexts } from './support/hostile-texts.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

const { context } = await testDatabase();
const call = apiCalls(await testServer(context));
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

test('every text as a comment on a paragraph, or as a correction, is stored as text', async () => {
  const story = await create('/stories', { title: 'Target' });
  const chapter = await create(`/stories/${story.id}/chapters`, { title: 'x', content: '<p>x</p>' });
  const text_hash = createHash('sha256').update('x').digest('hex');
  let stored = 0;
  for (const [at, text] of [...thirdOfNaughtyTexts(2).slice(0, 60), ...hostileHtml.slice(0, 60)].entries()) {
    const what = JSON.stringify(text);
    // Each by somebody else: an account sends a limited number.
    const reader = at % 40 === 0 ? await signedIn(context, `reader-${at}`) : readers.at(-1);
    assert.ok(reader);
    if (reader !== readers.at(-1)) readers.push(reader);
    const said = await call(reader, 'POST', `/stories/${story.id}/comments`, {
      ...{ chapter_id: chapter.id, content: text, paragraph: { index: 0, text_hash } },
    });
    assert.equal(said.status, text.includes('\0') ? 400 : isBlank(normalizeLines(text)) ? 422 : 201, what);
    if (said.status === 201) assert.equal(said.body.data.content, normalizeLines(text), what);
    const sent = await call(reader, 'POST', `/chapters/${chapter.id}/corrections`, {
      ...{ quote: text, replacement: 'y', note: text, wants_credit: true },
    });
    assert.equal(sent.status, expectedStatus(text, 1000, 201), what);
    if (sent.status !== 201) continue;
    stored++;
    assert.deepEqual(
      [sent.body.data.quote, sent.body.data.note],
      [normalizeLine(text), normalizeLines(text)],
    );
  }
  assert.ok(stored > 60, String(stored));
  const { body } = await call(mira, 'GET', `/stories/${story.id}/chapters/${chapter.id}`);
  assert.equal(body.data.content, '<p>x</p>');
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
