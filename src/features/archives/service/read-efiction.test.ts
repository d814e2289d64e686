import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { warningFor } from '../rules/efiction.ts';
import { MAX_VALUE_BYTES } from './efiction-library.ts';
import { readEFiction } from './read-efiction.ts';

const folder = await mkdtemp(join(tmpdir(), 'nightstand-efiction-test-'));
after(() => rm(folder, { recursive: true, force: true }));

async function read(rows: string) {
  const dump = join(folder, 'dump.sql');
  await writeFile(dump, rows);
  const archive = await readEFiction(dump, { below: '/old', language: 'en', texts: folder });
  const stories: Awaited<ReturnType<(typeof archive.stories)[number]['read']>>[] = [];
  for (const story of archive.stories) stories.push(await story.read());
  await archive.close();
  return { ...archive, read: stories };
}

const chapters = (rows: [order: number, text: string, uid?: number, validated?: number][]) =>
  `INSERT INTO x_chapters (chapid, sid, inorder, title, storytext, endnotes, uid, validated) VALUES ${rows
    .map(
      ([order, text, uid = 1, validated = 1]) =>
        `(${order},10,${order},'Part','${text}','See you.',${uid},${validated})`,
    )
    .join()};`;
const STORY = `INSERT INTO x_stories (sid, title, uid, validated) VALUES (10,'A story',1,1);`;

test('an old site’s names, labels, times and orders are those of its stories', async () => {
  const archive = await read(`
INSERT INTO X_Authors (uid, penname) VALUES (1,'Own'),(2,'Ben &amp; <i>Una</i> &lt;b&gt;');
INSERT INTO x_coauthors (sid, uid) VALUES (10,1),(10,2);
INSERT INTO x_classtypes (classtype_id, classtype_name) VALUES (1,'Genres'),(2,'Warnings');
INSERT INTO x_classes (class_id, class_type, class_name) VALUES (0,1,'Nothing'),(1,1,'Horror'),(2,2,'Horror');
INSERT INTO x_stories (sid, title, uid, classes, date, updated, validated, completed) VALUES
  (20,'Later',1,'',946684800,'1950-01-01 00:00:00',0,0),(10,'A\\0 story',1,'1,,2,','2010-01-02 03:04:05','',1,0),(0,'No',1,'','','',1,1);
INSERT INTO x_series (seriesid, title, uid, isopen) VALUES (0,'None',1,1),(3,'Open',1,1);
INSERT INTO x_inseries (seriesid, sid, inorder) VALUES (3,20,2),(3,10,1),(3,0,3);
${chapters([
  [2, 'Two.', 1, 0],
  [1, 'One.'],
])}`);
  const found = archive.stories.map(({ addresses, published, updated, isDraft }) => [
    ...[addresses[0], published?.toISOString(), updated, isDraft],
  ]);
  assert.deepEqual(found, [
    ['/old/viewstory.php?sid=10', '2010-01-02T03:04:05.000Z', undefined, false],
    ['/old/viewstory.php?sid=20', '2000-01-01T00:00:00.000Z', undefined, true],
  ]);
  assert.deepEqual(
    archive.series.map(({ title, isComplete, stories }) => ({ title, isComplete, stories })),
    [{ title: 'Open', isComplete: false, stories: found.map(([address]) => address) }],
  );
  const [first] = archive.read;
  assert.ok(first !== undefined && 'story' in first);
  const { title, details, tags } = first.story;
  assert.deepEqual(
    [title, details, tags],
    ['A story', { status: 'ongoing', warnings: ['horror'] }, ['horror']],
  );
  assert.deepEqual(first.leftOut, ['chapter 2 was not approved and is a draft']);
  const [one, two] = first.story.chapters;
  assert.deepEqual(
    [one?.noteBefore, one?.noteAfter, one?.details?.state, two?.details?.state],
    ['<p>Written with Ben &amp; Una &lt;b>.</p>', '<p>See you.</p>', undefined, 'draft'],
  );
});

test('a text without markup keeps its paragraphs and lines, and one with markup is left as it is', async () => {
  const marked = ['div', 'blockquote', 'H3', 'ul', 'ol', 'table'].map((tag) => `<${tag}>One.\n\nTwo.`);
  const plain = '\\r\\n\\r\\nOne\\r\\nline. \\r\\n \\t\\r\\n\\r\\nTwo.\\n\\n';
  const archive = await read(
    STORY + chapters([plain, ...marked].map((text, at): [number, string] => [at + 1, text])),
  );
  const [story] = archive.read;
  assert.ok(story !== undefined && 'story' in story);
  assert.deepEqual(
    story.story.chapters.map(({ sections }) => sections[0]?.html),
    ['<p>One<br>line.</p><p>Two.</p>', ...marked],
  );
});

test('a chapter whose text is in a file is read, and one that is too long is left out by name', async () => {
  await mkdir(join(folder, '1'));
  await writeFile(join(folder, '1', '1.txt'), 'In a file.');
  await writeFile(join(folder, '1', '2.txt'), '');
  await truncate(join(folder, '1', '2.txt'), MAX_VALUE_BYTES + 1);
  const archive = await read(
    STORY +
      chapters([
        [1, ' '],
        [2, ''],
        [3, 'x'.repeat(MAX_VALUE_BYTES + 1)],
        [4, ''],
      ]),
  );
  const [story] = archive.read;
  assert.ok(story !== undefined && 'story' in story);
  assert.deepEqual(
    story.story.chapters.map(({ sections }) => sections[0]?.html),
    ['<p>In a file.</p>'],
  );
  const tooLong = `longer than ${MAX_VALUE_BYTES} bytes`;
  assert.deepEqual(story.leftOut, [
    `chapter 2 (Part): ${tooLong}`,
    `chapter 3 (Part): ${tooLong}`,
    'chapter 4 (Part): it has no text',
  ]);
});

test('an old warning is the one of this site that means the same', () => {
  const meanings = {
    violence: ['Graphic Violence', 'Gore'],
    death: ['Major Character Death'],
    non_consent: ['Non-con', 'noncon', 'Rape', 'Dub-con', 'dubcon'],
    abuse: ['Abuse', 'Child abuse'],
    self_harm: ['Self-harm', 'Selfharm', 'Suicide'],
    substance_use: ['Drug use', 'Alcohol', 'Substance abuse'],
    horror: ['Horror'],
    grief: ['Grief', 'Loss'],
    undefined: ['Puns'],
  };
  for (const [warning, names] of Object.entries(meanings))
    for (const name of names) assert.equal(String(warningFor(name)), warning, name);
});
