import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const writer = await signedIn(context, 'polyglot');
const request = await createRequester(await testServer(context));

async function publish(title: string, chapter: string, text: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into stories (author_id, title, slug) values (${writer.id}, ${title}, ${`story-${title.length}-${text.length}`})
    returning id`.execute(db);
  await sql`insert into chapters (story_id, title, content, cleaner_version, word_count)
    values (${rows[0]?.id}, ${chapter}, ${`<p>${text}</p>`}, 1, 30)`.execute(db);
}

await publish('旧咖啡馆的来信', '第一章', '她坐在窗边，看着外面的雨。陈小明把信放在桌上。');
await publish('喫茶店からの手紙', '第一話', '彼女は窓辺に座り、雨を眺めていた。コーヒーの香りがした。');
await publish('오래된 편지', '1장', '그녀는 창가에 앉아 비를 바라보았다. 사랑은 남아 있었다.');
await publish('จดหมายเก่า', 'บทที่หนึ่ง', 'เธอนั่งอยู่ริมหน้าต่างมองดูสายฝน');
await publish(
  'رسائل قديمة',
  'الفصل الأول',
  'كانت تجلس قرب النافذة، وتنظر إلى المطر. هل تذكرين المقهى؟ كان طويلاً',
);
await publish('Letters', 'One', 'She sat by the window, and read 信 from an old friend.');

async function found(query: string): Promise<{ titles: string[]; marked: string[] }> {
  const { data } = await request(`GET /search?query=${encodeURIComponent(query)}`);
  type Part = { text: string; is_match: boolean };
  type Hit = { title: string; title_parts: Part[]; snippet: { parts: Part[] } | null };
  const hits = data.stories as Hit[];
  const parts = hits.flatMap((hit) => [...hit.title_parts, ...(hit.snippet?.parts ?? [])]);
  const marked = [...new Set(parts.filter((part) => part.is_match).map((part) => part.text))];
  return { titles: hits.map((hit) => hit.title), marked };
}

for (const [what, query, title, marked] of [
  ['a Chinese word inside a title', '咖啡', '旧咖啡馆的来信', '咖啡'],
  ['a Chinese word inside a sentence', '窗边', '旧咖啡馆的来信', '窗边'],
  ['a Chinese name of three letters', '陈小明', '旧咖啡馆的来信', '陈小明'],
  ['the last letters before a full-width sign', '的雨', '旧咖啡馆的来信', '的雨'],
  ['a single letter at the beginning of a sentence', '她', '旧咖啡馆的来信', '她'],
  ['a Japanese word of two scripts', '眺めて', '喫茶店からの手紙', '眺めて'],
  ['a Japanese word with a long vowel', 'コーヒー', '喫茶店からの手紙', 'コーヒー'],
  ['a Korean word without its ending', '사랑', '오래된 편지', '사랑'],
  ['a Thai word inside a sentence', 'หน้าต่าง', 'จดหมายเก่า', 'หน้าต่าง'],
  ['an Arabic word before a comma', 'النافذة', 'رسائل قديمة', 'النافذة'],
  ['an Arabic word before a question mark', 'المقهى', 'رسائل قديمة', 'المقهى'],
  ['an Arabic word with another ending, as many type it', 'النافذه', 'رسائل قديمة', 'النافذة'],
  ['an Arabic word without its vowel signs', 'طويلا', 'رسائل قديمة', 'طويلاً'],
  ['a letter among English words', '信 from', 'Letters', '信'],
] as const)
  test(`a search finds and marks ${what}`, async () => {
    const answer = await found(query);
    assert.ok(answer.titles.includes(title), answer.titles.join());
    assert.ok(answer.marked.includes(marked), answer.marked.join());
  });

test('a search finds no story whose sentences only have the letters of a word, apart from each other', async () => {
  assert.deepEqual((await found('雨窗')).titles, []);
});

test('a quoted sentence of two scripts is found in its order', async () => {
  assert.deepEqual((await found('"read 信 from"')).titles, ['Letters']);
});

test('the overlay suggests a title by a word inside it', async () => {
  const { data } = await request(`GET /search/suggestions?query=${encodeURIComponent('咖啡')}`);
  assert.deepEqual(
    data.suggestions.map(({ text }: { text: string }) => text),
    ['旧咖啡馆的来信'],
  );
});

test('a suggested title names its language, by which it is read aloud', async () => {
  const suggested = async (query: string) =>
    (await request(`GET /search/suggestions?query=${encodeURIComponent(query)}`)).data.suggestions;
  const story = { text: '오래된 편지', type: 'story' };
  const { slug } = await db
    .selectFrom('stories')
    .select('slug')
    .where('title', '=', story.text)
    .executeTakeFirstOrThrow();
  assert.deepEqual(await suggested('편지'), [{ ...story, slug }]);
  await db.updateTable('stories').set({ language: 'ko' }).where('title', '=', story.text).execute();
  assert.deepEqual(await suggested('편지'), [{ ...story, slug, language: 'ko' }]);
  // By its likeness to the whole title, too.
  assert.deepEqual(await suggested('오래된 편자'), [{ ...story, slug, language: 'ko' }]);
});

test('stories that an earlier release indexed are found by words inside sentences after the upgrade', async () => {
  await sql`update search_chapters set words = ''`.execute(db);
  await sql`update search_stories set head = '', title = ''`.execute(db);
  assert.deepEqual((await found('咖啡')).titles, []);
  const migration = readFileSync(
    new URL('../../../../db/migrations/0134-refresh-searched-scripts.sql', import.meta.url),
    'utf8',
  );
  await sql.raw(migration).execute(db);
  await runDueJobs(connectionString, context);
  assert.deepEqual((await found('咖啡')).titles, ['旧咖啡馆的来信']);
  assert.deepEqual((await found('窗边')).titles, ['旧咖啡馆的来信']);
});
