import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { text as streamText } from 'node:stream/consumers';
import { test } from 'node:test';
import yauzl from 'yauzl';
import { chapterHtml } from '#features/imports/rules/imported-story.ts';
import { readImportFile } from '#features/imports/service/reading.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { multipart } from '#tests/support/multipart.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import type { ExportFormat } from '../contract.ts';

const { context, connectionString } = await testDatabase();
const app = await testServer(context);
const call = apiCalls(app);
const mira = await signedIn(context, 'mira');

/** Every element of a stored text, and what is awkward in XML, Markdown and Word. */
const RICH = [
  '<h2>Inside *the* chapter</h2>',
  '<p>Plain <em>slanted</em> <strong>bold <em>both</em></strong> a<em>b</em>c, <em>“quoted,”</em> she said<br>on two lines.</p>',
  '<p class="align-center">In the middle &amp; &lt;tag&gt; "quoted" *stars* _lines_ [link](x) `code` # no heading</p>',
  '<hr>',
  '<p>1. no list</p><p>- no list either</p><p># no heading</p><p>+ 1 = 2</p><p>~~kept~~ | bars |</p>',
  '<blockquote><p>Once</p><blockquote><p>twice</p></blockquote></blockquote>',
  '<ul><li>one<ul><li>deep <em>er</em></li></ul></li><li><p>two</p><p>three</p></li></ul>',
  '<ol><li>first</li><li>second</li></ol>',
  '<pre><code>let x = `1`;\n  if (x &lt; 2) {}</code></pre>',
  '<h3>Deeper</h3>',
  '<p>A <a href="https://example.org/?a=1&amp;b=(2)">link</a>, <code>code</code> and naïve café — 夜の本 🌙.</p>',
  '<p>***</p>',
].join('');

const chapters = [
  {
    title: 'One & <Two>',
    content: RICH,
    volume: 'Part “A”',
    note_before: '<p>Before <em>it</em>.</p>',
    note_after: '<p>After.</p>',
  },
  {
    title: '2. Numbers',
    content: '<p>Middle.</p>',
    volume: 'Part “A”',
    kind: 'interlude',
    warnings: ['grief'],
  },
  { title: 'Last', content: '<p>The end.</p>', state: 'draft' },
];

const story = await (async () => {
  const details = {
    title: 'The "Ferry" & More',
    synopsis: 'One <line>.\n\nAnother.',
    tags: ['sea', 'slow burn'],
  };
  const more = { language: 'en-GB', status: 'hiatus', warnings: ['none'] };
  const created = (await call(mira, 'POST', '/stories', { ...details, ...more })).body.data;
  for (const chapter of chapters) {
    const added = await call(mira, 'POST', `/stories/${created.id}/chapters`, chapter);
    assert.equal(added.status, 201, JSON.stringify(added.body));
  }
  return created as { id: number; slug: string };
})();
const moderator = await signedIn(context, 'dora-keeps', { role: 'moderator' });
const [, second] = (await call(mira, 'GET', `/stories/${story.id}/chapters`)).body.data.chapters;
for (const about of [{ warnings: ['horror'] }, { chapter_id: second.id, warnings: ['death'] }]) {
  const warned = await call(moderator, 'POST', `/moderation/stories/${story.id}/warnings`, {
    ...about,
    note: 'It is in there.',
  });
  assert.equal(warned.status, 200, JSON.stringify(warned.body));
}
const first = (await call(mira, 'GET', `/stories/${story.id}/chapters`)).body.data.chapters[0];
const edit = { title: 'One & <Two>', content: RICH.replace('Plain', 'Edited') };
await call(mira, 'PUT', `/stories/${story.id}/chapters/${first.id}`, edit);

async function exported(format: ExportFormat) {
  const response = await app.inject({
    url: `/api/stories/${story.slug}/export?format=${format}`,
    headers: mira.headers,
  });
  assert.equal(response.statusCode, 200);
  if (process.env.KEEP_EXPORTS !== undefined)
    writeFileSync(`${process.env.KEEP_EXPORTS}/story.${format}`, response.rawPayload);
  return response;
}

/** The words of a text, without signs and case: a format may change typography, never a word. */
function wordsOf(html: string): string[] {
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&\w+;|&#\w+;/g, ' ');
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function storedTexts(storyId: number) {
  const list = (await call(mira, 'GET', `/stories/${storyId}/chapters`)).body.data.chapters;
  return Promise.all(
    list.map(async ({ id }: { id: number }) => {
      const { body } = await call(mira, 'GET', `/stories/${storyId}/chapters/${id}`);
      const { title, content, kind, volume, note_before, note_after, warnings, state, word_count } =
        body.data;
      return { title, content, kind, volume, note_before, note_after, warnings, state, word_count };
    }),
  );
}

const types: [ExportFormat, string, string][] = [
  ['epub', 'application/epub+zip', 'epub'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['markdown', 'text/markdown; charset=utf-8', 'md'],
  ['json', 'application/json; charset=utf-8', 'json'],
];

for (const [format, mediaType, extension] of types) {
  // Interface, Stories and chapters: GET /stories/{id}/export gives epub, docx, markdown or json
  // Interface, Stories and chapters: The markdown and json exports are single files
  test(`an author downloads a story as ${format} and imports every word of it again`, async () => {
    const response = await exported(format);
    assert.equal(response.headers['content-type'], mediaType);
    assert.equal(
      response.headers['content-disposition'],
      `attachment; filename="${story.slug}.${extension}"`,
    );
    const { stories, problems } = await readImportFile(`x.${extension}`, response.rawPayload);
    assert.deepEqual(problems, []);
    const [read] = stories;
    assert.equal(read?.title, 'The "Ferry" & More');
    assert.equal(read.author, 'mira');
    assert.deepEqual(read.chapters.map(({ title, volume }) => [title, volume]).slice(0, 2), [
      ['One & <Two>', 'Part “A”'],
      ['2. Numbers', 'Part “A”'],
    ]);
    const stored = await storedTexts(story.id);
    for (const [index, chapter] of read.chapters.entries()) {
      const { content, note_before, note_after } = stored[index] ?? {};
      const imported = chapter.noteBefore + chapterHtml(chapter.sections) + chapter.noteAfter;
      assert.deepEqual(wordsOf(imported), wordsOf(`${note_before} ${content} ${note_after}`), chapter.title);
    }
    const html = chapterHtml(read.chapters[0]?.sections ?? []);
    for (const expected of [
      '<em>slanted</em>',
      '<strong>bold <em>both</em></strong>',
      'a<em>b</em>c',
      '<hr>',
      '<p class="align-center">',
      '<blockquote>',
      '<ul>',
      '<h3>Deeper</h3>',
    ])
      assert.ok(html.includes(expected), `${expected} in ${html}`);
  });
}

for (const [format, , extension] of types)
  test(`the draft chapters of ${format} stay drafts when it is imported again, also in parts`, async () => {
    const { rawPayload } = await exported(format);
    const { payload, headers } = await multipart([{ name: `story.${extension}`, content: rawPayload }]);
    const send = async () => {
      const sent = await app.inject({
        ...{ method: 'POST', url: '/api/imports', payload },
        headers: { ...headers, ...mira.headers },
      });
      await runDueJobs(connectionString, context);
      return (await call(mira, 'GET', `/imports/${sent.json().data.id}`)).body.data;
    };
    const statesOf = async (importId: number, choices: object) => {
      const { status, body } = await call(mira, 'POST', `/imports/${importId}/accept`, choices);
      assert.equal(status, 200, JSON.stringify(body));
      return (await storedTexts(body.data.stories[0].id)).map(({ state }) => state);
    };
    const whole = await send();
    const [{ chapters: previewed }] = whole.stories;
    assert.deepEqual(
      previewed.map(({ is_draft }: { is_draft: boolean }) => is_draft),
      [false, false, true],
    );
    assert.deepEqual(await statesOf(whole.id, {}), ['published', 'published', 'draft']);
    const joined = await send();
    const [{ number, chapters: found }] = joined.stories;
    const numbers = (at: number) => found[at].sections.map((section: { number: number }) => section.number);
    const changed = [
      { title: 'First', sections: numbers(0) },
      { title: 'Rest', sections: [...numbers(1), ...numbers(2)] },
    ];
    assert.deepEqual(await statesOf(joined.id, { stories: [{ number, chapters: changed }] }), [
      'published',
      'draft',
    ]);
  });

test('Word and Markdown say below the title of a draft that it is one, and lose none of its words', async () => {
  const markdown = (await exported('markdown')).payload;
  assert.match(markdown, /\n# Last\n\n<p class="chapter-state">Draft<\/p>\n\nThe end\.\n/);
  assert.equal(markdown.match(/chapter-state/g)?.length, 1);
  const archive = await yauzl.fromBufferPromise((await exported('docx')).rawPayload);
  let document = '';
  for await (const entry of archive.eachEntry())
    if (entry.fileName === 'word/document.xml')
      document = await streamText(await archive.openReadStreamPromise(entry));
  assert.equal(document.match(/<w:pStyle w:val="ChapterState"\/>/g)?.length, 1);
  const read = async (text: string) => {
    const { stories } = await readImportFile('x.md', Buffer.from(text));
    return stories[0]?.chapters.map(({ title, details, sections }) => [
      ...[title, details?.state ?? 'published', chapterHtml(sections)],
    ]);
  };
  const mark = '<p class="chapter-state">Draft</p>';
  // The only chapter of a story, with headings inside it, and text that its author wrote into the mark.
  assert.deepEqual(await read(`# Only\n\n${mark}\n\nA.\n\n## Inside\n\nB.`), [
    ['Only', 'draft', '<p>A.</p>\n<h2>Inside</h2>\n<p>B.</p>'],
  ]);
  assert.deepEqual(await read(`# One\n\n${mark.replace('Draft', 'Draft two')}\n\nA.\n\n# Two\n\nB.`), [
    ['One', 'published', '<p>Draft two</p>\n<p>A.</p>'],
    ['Two', 'published', '<p>B.</p>'],
  ]);
  // A draft inside another chapter keeps all of it from readers.
  assert.deepEqual(await read(`# One\n\nA.\n\n## Inside\n\n${mark}\n\nB.\n\n# Two\n\nC.`), [
    ['One', 'draft', '<p>A.</p>\n<h2>Inside</h2>\n<p>B.</p>'],
    ['Two', 'published', '<p>C.</p>'],
  ]);
});

// Interface, Stories and chapters: The JSON of an export can be imported
// Interface, Stories and chapters: An export of a story includes drafts and versions
test('the JSON of a story is imported without loss, versions included', async () => {
  const { rawPayload } = await exported('json');
  const { payload, headers } = await multipart([{ name: 'story.json', content: rawPayload }]);
  const sent = await app.inject({
    method: 'POST',
    url: '/api/imports',
    payload,
    headers: { ...headers, ...mira.headers },
  });
  await runDueJobs(connectionString, context);
  const accepted = await call(mira, 'POST', `/imports/${sent.json().data.id}/accept`, {});
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  const { id } = accepted.body.data.stories[0];
  assert.deepEqual(await storedTexts(id), await storedTexts(story.id));
  const details = async (storyId: number) => {
    const { body } = await call(mira, 'GET', `/stories/${storyId}`);
    const { title, synopsis, status, language, warnings, tags, chapter_count, word_count } = body.data;
    return { title, synopsis, status, language, warnings, tags, chapter_count, word_count };
  };
  assert.deepEqual(await details(id), await details(story.id));
  const read = (await call(mira, 'GET', `/stories/${id}`)).body.data;
  assert.deepEqual([read.staff_warnings, read.chapter_warnings], [[], ['grief']], 'none of staff');
  const [imported] = (await call(mira, 'GET', `/stories/${id}/chapters`)).body.data.chapters;
  const path = `/stories/${id}/chapters/${imported.id}/versions`;
  const [version, ...others] = (await call(mira, 'GET', path)).body.data.versions;
  assert.deepEqual(others, []);
  const { content } = (await call(mira, 'GET', `${path}/${version.id}`)).body.data;
  assert.match(content, /Plain <em>slanted<\/em>/);
});

test('content warnings are in every file: the author’s own and those of staff, of the story and of its chapters', async () => {
  const file = (await exported('json')).json();
  assert.deepEqual([file.warnings, file.staff_warnings], [['none'], ['horror']]);
  assert.deepEqual(
    file.chapters.map((chapter: Record<string, unknown>) => [chapter.warnings, chapter.staff_warnings]),
    [
      [null, []],
      [['grief'], ['death']],
      [null, []],
    ],
  );
  const lines = ['Content warnings: Horror', 'In “2. Numbers”: Death, Grief and loss'];
  const markdown = (await exported('markdown')).payload;
  assert.ok(markdown.includes(`warnings: ${JSON.stringify(lines)}\n`), markdown.slice(0, 400));
  const files = [
    ['docx', 'word/document.xml'],
    ['epub', 'OEBPS/title.xhtml'],
  ] as const;
  for (const [format, path] of files) {
    const archive = await yauzl.fromBufferPromise((await exported(format)).rawPayload);
    let text = '';
    for await (const entry of archive.eachEntry())
      if (entry.fileName === path) text = await streamText(await archive.openReadStreamPromise(entry));
    for (const line of lines) assert.ok(text.includes(line), `${line} in ${format}: ${text.slice(0, 900)}`);
  }
});

test('the archive of an account can be imported as it is', async () => {
  const archive = await app.inject({ url: '/api/accounts/export', headers: mira.headers });
  const { stories, problems } = await readImportFile('nightstand-export.zip', archive.rawPayload);
  assert.deepEqual(problems, []);
  assert.ok(stories.some(({ title, chapters: read }) => title === 'The "Ferry" & More' && read.length === 3));
});

// Interface, Stories and chapters: Only its author exports a story
test('only its author exports a story, in a format that exists', async () => {
  const other = await signedIn(context, 'somebody-else');
  const url = `/api/stories/${story.id}/export`;
  const status = async (path: string, headers = {}) => (await app.inject({ url: path, headers })).statusCode;
  assert.equal(await status(`${url}?format=epub`), 401);
  assert.equal(await status(`${url}?format=epub`, other.headers), 403);
  assert.equal(await status(`${url}?format=pdf`, mira.headers), 422);
  assert.equal(await status(url, mira.headers), 422);
});
