import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { RenderedPage } from '#app/entry-server.tsx';
import { claimLink } from '#features/accounts/service/imported-accounts.ts';
import { readBook } from '#features/library/rules.ts';
import { importBook } from '#features/library/service.ts';
import { accountsSite, PASSWORD } from '#tests/support/accounts-site.ts';
import { noPages, testServer } from '#tests/support/test-server.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';
import { importArchive } from './import-archive.ts';
import { readEFiction } from './read-efiction.ts';
import { readFolder } from './read-folder.ts';

const site = await accountsSite();
const { request, db, context, linkTo } = site;
const MISSING: RenderedPage = {
  ...{ kind: 'page', status: 404, html: '', modules: [] },
  hydration: { loaderData: {}, errors: null },
  meta: { title: 'Page not found', description: '' },
};
const server = await testServer(context, {
  renderer: { ...noPages, hasPage: () => false, render: async () => MISSING },
});
const folder = await mkdtemp(join(tmpdir(), 'nightstand-archive-test-'));
after(() => rm(folder, { recursive: true, force: true }));

/** Latin-1 bytes in one value, UTF-8 in the others, as sites that were moved have them. */
const dump = Buffer.concat([
  Buffer.from(`
CREATE TABLE \`fanfiction_authors\` (\`uid\` int, \`penname\` varchar(200), \`realname\` varchar(200), \`email\` varchar(200), \`bio\` text, \`date\` datetime, \`password\` varchar(40));
INSERT INTO \`fanfiction_authors\` VALUES (4,'Zoë Lamp','Real Name','zoe@example.org','<b>Hello</b>','2009-05-01 10:00:00','5f4dcc3b5aa765d61d8327deb882cf99'),
 (5,'Administrator','','not an address','','0000-00-00 00:00:00',''),(6,'Co Writer','','co@example.org','','2009-05-01 10:00:00','');
CREATE TABLE fanfiction_categories (catid int, parentcatid int, category varchar(60));
INSERT INTO fanfiction_categories VALUES (1,-1,'Letters'),(2,-1,'Sea &amp; Shore');
CREATE TABLE fanfiction_chapters (chapid int, title varchar(250), inorder int, notes text, storytext text, endnotes text, validated char(1), wordcount int, sid int, uid int);
INSERT INTO fanfiction_chapters VALUES
 (2,'Tuesday',2,'','The second letter.\\n\\nIt came.<script>alert(1)</script>','<p>The end</p>','1',0,12,4),
 (1,'Monday',1,'A note','<p onclick="x()">The caf`),
  Buffer.from([0xe9]),
  Buffer.from(` was late.</p>','','1',0,12,4),
 (3,'Waits',3,'','<p>Not approved.</p>','','0',0,12,4),
 (4,'Only',1,'','<p>A secret.</p>','','1',0,13,4),(5,'Empty',1,'','','','1',0,14,5),(6,'One',1,'','<p>By another.</p>','','1',0,15,5);
INSERT INTO fanfiction_characters (charid, charname) VALUES (7,'Ada');
INSERT INTO fanfiction_classes (class_id, class_type, class_name) VALUES (1,1,'Slow burn'),(2,2,'Character death'),(3,2,'Puns');
INSERT INTO fanfiction_classtypes (classtype_id, classtype_name) VALUES (1,'genres'),(2,'warnings');
INSERT INTO fanfiction_coauthors (sid, uid) VALUES (12,6);
INSERT INTO fanfiction_inseries (seriesid, sid, inorder) VALUES (1,12,1),(1,15,2);
INSERT INTO fanfiction_ratings (rid, rating) VALUES (3,'R');
INSERT INTO fanfiction_reviews (reviewid) VALUES (1),(2);
INSERT INTO fanfiction_series (seriesid, title, summary, uid, isopen) VALUES (1,'The Post','<p>All of it</p>',4,0);
INSERT INTO fanfiction_stories (sid, title, summary, storynotes, catid, classes, charid, rid, date, updated, uid, validated, completed) VALUES
 (12,'The Night &quot;Post&quot;','<i>Letters</i>','','1,2','1,2,3','7',3,'2010-01-02 03:04:05','2010-02-03 04:05:06',4,'1','1'),
 (13,'Not yet approved','','','','','',0,'2010-01-02 03:04:05','1265169906',4,'0','0'),
 (14,'Nothing in it','','','','','',0,'2010-01-02 03:04:05','2010-02-03 04:05:06',5,'1','0'),
 (15,'Another','''); drop table stories; --','','','','',0,'2910-01-02 03:04:05','',5,'1','0');`),
]);

async function fileOf(name: string, bytes: Buffer | string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return file;
}

async function run(path: string, { isDryRun = false, below = '' } = {}) {
  const lines: string[] = [];
  const archive = await readEFiction(path, { below, language: 'en', texts: undefined });
  try {
    return {
      lines,
      ...(await importArchive(context, archive, { isDryRun, say: (line) => lines.push(line) })),
    };
  } finally {
    await archive.close();
  }
}

const at = async (path: string) => {
  const { statusCode, headers } = await server.inject(path);
  return statusCode === 301 ? headers.location : statusCode;
};

const file = await fileOf('old.sql', dump);

test('a dry run reports what a real one takes, and changes nothing', async () => {
  const { stories, authors, lines } = await run(file, { isDryRun: true });
  assert.deepEqual([stories, authors], [{ taken: 3, known: 0, refused: 1 }, 2]);
  assert.ok(lines.includes('left out: 2 reviews: comments here belong to accounts that agreed to the terms'));
  assert.ok(
    lines.some((line) => line.startsWith('left out: sid 14: it has no text')),
    lines.join('\n'),
  );
  for (const table of ['stories', 'old_addresses', 'accounts'])
    assert.equal((await sql`select from ${sql.raw(table)}`.execute(db)).rows.length, 0, table);
});

test('an operator imports an archive, and a second run takes nothing twice', async () => {
  const first = await run(file);
  assert.deepEqual(
    [first.stories, first.series, first.authors],
    [{ taken: 3, known: 0, refused: 1 }, { taken: 1, known: 0, refused: 0 }, 2],
    first.lines.join('\n'),
  );
  const again = await run(file);
  assert.deepEqual(
    [again.stories, again.series],
    [
      { taken: 0, known: 3, refused: 1 },
      { taken: 0, known: 1, refused: 0 },
    ],
  );
  assert.deepEqual(await wrongCounts(context), []);

  const { data: story } = await request('GET /stories/the-night-post');
  assert.equal(story.title, 'The Night "Post"');
  assert.deepEqual(
    [story.author_username, story.author_display_name, story.language, story.status, story.chapter_count],
    ['Zoe-Lamp', 'Zoë Lamp', 'en', 'complete', 2],
  );
  assert.deepEqual(story.warnings, ['death']);
  assert.deepEqual(
    story.tags.map(({ name }: { name: string }) => name),
    ['letters', 'sea & shore', 'ada', 'slow burn', 'puns', 'rated r'],
  );
  assert.equal(story.created_at, '2010-01-02T03:04:05.000Z');
  assert.equal(story.updated_at, '2010-02-03T04:05:06.000Z');
  assert.deepEqual(
    story.series.map(({ title }: { title: string }) => title),
    ['The Post'],
  );
  const chapters = await db
    .selectFrom('chapters')
    .selectAll()
    .where('story_id', '=', story.id)
    .orderBy('order')
    .execute();
  assert.deepEqual(
    chapters.map(({ title, content, state }) => [title, content, state]),
    [
      ['Monday', '<p>The café was late.</p>', 'published'],
      ['Tuesday', '<p>The second letter.</p>\n<p>It came.</p>', 'published'],
      ['Waits', '<p>Not approved.</p>', 'draft'],
    ],
  );
  assert.equal(chapters[0]?.note_before, '<p>Written with Co Writer.</p>\n<p>A note</p>');
  const lists = await request('GET /frontpage?sort=new');
  assert.deepEqual(lists.data.stories.map(({ title }: { title: string }) => title).sort(), [
    'Another',
    'The Night "Post"',
  ]);
  assert.equal((await request('GET /frontpage?tag=slow%20burn')).data.stories.length, 1);
});

test('an old address leads to the new one, and to nothing that readers may not find', async () => {
  const [monday] = await sql<{ id: number }>`select id from chapters where title = 'Monday'`
    .execute(db)
    .then(({ rows }) => rows);
  assert.equal(await at('/viewstory.php?sid=12'), '/story/the-night-post');
  assert.equal(await at('/viewstory.php?sid=12&chapter=1'), `/story/the-night-post/chapter/${monday?.id}`);
  assert.equal(await at('/viewstory.php?action=printable&sid=12&chapter=99'), '/story/the-night-post');
  assert.equal(await at('/viewstory.php?sid=12&chapter=3'), '/story/the-night-post', 'a draft of a chapter');
  assert.equal(await at('/viewuser.php?uid=4'), '/author/Zoe-Lamp');
  assert.equal(await at('/viewseries.php?seriesid=1'), '/series/the-post');
  const missing = [
    '/viewstory.php?sid=999',
    '/viewstory.php?sid=13',
    '/viewuser.php?uid=99',
    '/viewstory.php',
    '/nothing',
    "/x?'%22",
  ];
  for (const path of missing) assert.equal(await at(path), 404, path);

  await sql`insert into story_slugs (slug, story_id) select 'renamed', id from stories where slug = 'the-night-post'`.execute(
    db,
  );
  await sql`update stories set slug = 'renamed' where slug = 'the-night-post'`.execute(db);
  assert.equal(await at('/viewstory.php?sid=12'), '/story/renamed');

  const withhold = (time: string) =>
    sql`update accounts set withheld_at = ${sql.raw(time)}, suspended_at = ${sql.raw(time)},
      suspended_for = case when ${sql.raw(time)} is not null then 'decision' end where username = 'Zoe-Lamp'`.execute(
      db,
    );
  await withhold('now()');
  assert.equal(await at('/viewuser.php?uid=4'), 404, 'withheld');
  await withhold('null');
  assert.equal(await at('/viewuser.php?uid=4'), '/author/Zoe-Lamp');

  for (const change of [
    `visibility = 'draft'`,
    `visibility = 'link'`,
    'trashed_at = now()',
    'withheld_at = now()',
  ]) {
    const name = change.split(' ')[0] ?? '';
    const back = name === 'visibility' ? `visibility = 'public'` : `${name} = null`;
    await sql`update stories set ${sql.raw(change)} where slug = 'renamed'`.execute(db);
    assert.equal(await at('/viewstory.php?sid=12&chapter=1'), 404, change);
    await sql`update stories set ${sql.raw(back)} where slug = 'renamed'`.execute(db);
  }
  assert.equal(await at('/viewstory.php?sid=12'), '/story/renamed');
});

test('an author claims an imported account by its address, which nobody sees', async () => {
  const shown = JSON.stringify([await request('GET /authors'), await request('GET /stories/renamed')]);
  assert.ok(!shown.includes('example.org') && !shown.includes('Real Name'));
  await request('POST /auth/password-reset', { body: { email: 'Zoe@example.org' } });
  const { token } = await linkTo('zoe@example.org', 'reset-password');
  const claimed = await request(`POST /auth/password-reset/${token}`, { body: { new_password: PASSWORD } });
  assert.equal(claimed.status, 200, JSON.stringify(claimed));
  assert.deepEqual([claimed.data.user.username, claimed.data.user.email_verified], ['Zoe-Lamp', 1]);
  const refused = await claimLink(context, 'Zoe-Lamp');
  assert.ok(
    !refused.ok && refused.kind === 'not-found',
    'a link would take an account over that has an owner',
  );
});

test('an operator hands over a link, which proves no address', async () => {
  const { username } = await db
    .selectFrom('accounts')
    .select('username')
    .where('username', 'like', 'author-%')
    .executeTakeFirstOrThrow();
  assert.equal(username, 'author-Administrator', 'a name of the staff is nobody’s');
  const link = await claimLink(context, username);
  assert.ok(link.ok && link.data.token !== undefined);
  const setPassword = () =>
    request(`POST /auth/password-reset/${link.data.token}`, { body: { new_password: PASSWORD } });
  const claimed = await setPassword();
  assert.deepEqual([claimed.status, claimed.data.user.email_verified], [200, 0]);
  assert.equal((await setPassword()).status, 400, 'once');
  const stranger = await site.signUp('Stranger');
  assert.ok(stranger.id > 0 && !(await claimLink(context, 'Stranger')).ok);
});

test('the author of an imported book, who came with a name alone, claims the account by a link', async () => {
  const book = {
    title: 'The Quay Post',
    chapters: [{ title: 'Monday', html: '<p>The letter was late.</p>' }],
  };
  const checked = readBook(book);
  assert.ok(checked.ok && (await importBook(context, checked.book, 'Vera-Quay')).ok);
  const link = await claimLink(context, 'vera-quay');
  assert.ok(link.ok && link.data.token !== undefined);
  const claimed = await request(`POST /auth/password-reset/${link.data.token}`, {
    body: { new_password: PASSWORD },
  });
  assert.deepEqual([claimed.status, claimed.data.user.username], [200, 'Vera-Quay']);
  assert.ok(!(await claimLink(context, 'Vera-Quay')).ok);
  const mailed = await importBook(context, checked.book, 'Nell-Quay');
  assert.ok(mailed.ok && (await claimLink(context, 'Nell-Quay', 'nell@example.org')).ok);
  assert.ok((await linkTo('nell@example.org', 'reset-password')).token.length > 20);
});

test('a story deleted here does not come back with another run', async () => {
  const { id } = await db
    .selectFrom('stories')
    .select('id')
    .where('title', '=', 'Another')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('stories').where('id', '=', id).execute();
  assert.deepEqual((await run(file)).stories, { taken: 0, known: 3, refused: 1 });
  assert.equal(await at('/viewstory.php?sid=15'), 404);
});

test('a second archive has its own place, and a packed one is unpacked within bounds', async () => {
  const packed = await fileOf('other.sql.gz', gzipSync(dump));
  assert.equal((await run(packed, { below: '/second' })).stories.taken, 3);
  assert.equal(await at('/second/viewstory.php?sid=12'), '/story/the-night-post-2');
  const bomb = await fileOf('bomb.sql.gz', gzipSync(Buffer.alloc(30 * 2 ** 20)));
  await assert.rejects(run(bomb), /unpacks to more than 100 times/);
  await assert.rejects(run(await fileOf('empty.sql', 'nothing')), /has no stories/);
});

test('a first chapter without text takes neither credits nor notes of its story away, and is reported', async () => {
  const gaps = `CREATE TABLE f_authors (uid int, penname text);
INSERT INTO f_authors VALUES (4,'Gap Author'),(6,'Second Hand');
CREATE TABLE f_chapters (chapid int, title text, inorder int, storytext text, validated int, sid int, uid int);
INSERT INTO f_chapters VALUES (1,'Title page',1,'<p> </p>',1,90,4),(2,'Begins',2,'<p>It begins.</p>',1,90,4);
INSERT INTO f_coauthors (sid, uid) VALUES (90,6);
INSERT INTO f_stories (sid, title, storynotes, uid, validated) VALUES (90,'With gaps','For Ada.',4,1);`;
  const { lines } = await run(await fileOf('gaps.sql', gaps));
  assert.match(lines.join('\n'), /chapter 1 \(Title page\): it has no text/);
  const [chapter] = (await request('GET /stories/with-gaps/chapters')).data.chapters;
  const stored = await db.selectFrom('chapters').select('note_before').where('id', '=', chapter.id).execute();
  assert.deepEqual(stored, [{ note_before: '<p>Written with Second Hand.</p>\n<p>For Ada.</p>' }]);
});

test('two stories of one author with one title are both taken, and the report names the first', async () => {
  const twins = `CREATE TABLE f_authors (uid int, penname text);
INSERT INTO f_authors VALUES (7,'Twin Author');
CREATE TABLE f_chapters (chapid int, title text, inorder int, storytext text, validated int, sid int, uid int);
INSERT INTO f_chapters VALUES (1,'One',1,'<p>It begins.</p>',1,95,7),(2,'One',1,'<p>Again.</p>',1,96,7);
INSERT INTO f_stories (sid, title, uid, validated) VALUES (95,'Two of a kind',7,1),(96,'Two Of A Kind',7,1);`;
  const { lines } = await run(await fileOf('twins.sql', twins));
  const [first = '', second = ''] = lines.filter((line) => line.startsWith('taken'));
  assert.doesNotMatch(first, /already/);
  assert.match(second, /its author has a story with this title already: \/story\/two-of-a-kind$/m);
});

test('a folder of files with a manifest is imported, with the addresses it lists', async () => {
  const author = { name: 'Folder Author', email: 'folder@example.org', addresses: ['/people/folder'] };
  await fileOf('one.html', '<title>x</title><h1>One</h1><p>First text.</p><h1>Two</h1><p>Second text.</p>');
  const outside = `${folder}-outside.md`;
  await writeFile(outside, 'Text.');
  after(() => rm(outside));
  await fileOf('large.md', '');
  await truncate(join(folder, 'large.md'), 100 * 2 ** 20 + 1);
  const manifest = {
    authors: [author],
    stories: [
      {
        ...{ file: 'one.html', author: author.name, title: 'From a folder', status: 'hiatus', tags: ['sea'] },
        ...{
          published: '2012-03-04',
          addresses: ['https://old.example/tales/7'],
          chapter_addresses: [['/tales/7/1'], ['/tales/7/2']],
        },
      },
      { file: `../${basename(outside)}`, author: author.name },
      { file: 'large.md', author: author.name },
    ],
    series: [{ title: 'Folders', author: author.name, stories: ['one.html'], addresses: ['/sets/1'] }],
  };
  await fileOf('manifest.json', JSON.stringify(manifest));
  const lines: string[] = [];
  const take = async () =>
    importArchive(context, await readFolder(folder, undefined), {
      isDryRun: false,
      say: (line) => lines.push(line),
    });
  assert.deepEqual((await take()).stories, { taken: 1, known: 0, refused: 2 }, lines.join('\n'));
  for (const reason of ['the file is outside the folder', 'the file is larger than 100 MB'])
    assert.ok(lines.join('\n').includes(reason), reason);
  assert.deepEqual((await take()).stories, { taken: 0, known: 1, refused: 2 });
  assert.equal(await at('/tales/7'), '/story/from-a-folder');
  assert.match(String(await at('/tales/7/2')), /^\/story\/from-a-folder\/chapter\/\d+$/);
  assert.equal(await at('/people/folder'), '/author/Folder-Author');
  assert.equal(await at('/sets/1'), '/series/folders');
  await fileOf('manifest.json', JSON.stringify({ ...manifest, authors: [{ name: '', email: 'x' }] }));
  await assert.rejects(take(), /authors\.0\.name/);
});

test('a chapter that a site like this one exported keeps its earlier versions, and the report names what is lost', async () => {
  const version = {
    title: 'Draft',
    content: '<p>An earlier text.</p>',
    saved_at: '2025-01-01T00:00:00.000Z',
  };
  const versions = [
    { ...version, replaced_at: '2025-01-02T00:00:00.000Z' },
    { ...version, replaced_at: 'some day' },
  ];
  const long = Array.from({ length: 30 }, () => `<p>${'A long night. '.repeat(400)}</p>`).join('');
  const chapters = [
    { title: 'Rewritten', content: '<p>One.</p>', versions },
    { title: 'Long', content: long, versions: versions.slice(0, 1) },
  ];
  const story = { format: 'nightstand-story', title: 'With a past', chapters };
  await fileOf('past.json', JSON.stringify(story));
  const author = 'Mover';
  const manifest = { authors: [{ name: author }], stories: [{ file: 'past.json', author }] };
  await fileOf('manifest.json', JSON.stringify(manifest));
  const lines: string[] = [];
  const archive = await readFolder(folder, undefined);
  await importArchive(context, archive, { isDryRun: false, say: (line) => lines.push(line) });
  const stored = await db
    .selectFrom('chapter_versions')
    .innerJoin('chapters', 'chapters.id', 'chapter_versions.chapter_id')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select(['chapters.title as chapter', 'chapter_versions.title', 'chapter_versions.content'])
    .where('stories.slug', '=', 'with-a-past')
    .orderBy('chapters.order')
    .execute();
  assert.deepEqual(stored, [
    { chapter: 'Rewritten', title: 'Draft', content: '<p>An earlier text.</p>' },
    { chapter: 'Long', title: 'Draft', content: '<p>An earlier text.</p>' },
  ]);
  assert.match(lines.join('\n'), /“Rewritten”: 1 earlier version could not be taken/);
});

test('a story that a site like this one exported keeps its labels, and publishes nothing that waited', async () => {
  const chapters = [
    { title: 'Out', content: '<p>One.</p>', state: 'published', warnings: ['death'] },
    { title: 'Planned', content: '<p>Two.</p>', state: 'scheduled', publish_at: '2031-01-01T00:00:00Z' },
    { title: 'News', content: '<p>Three.</p>', kind: 'notice', volume: 'V'.repeat(150) },
  ];
  await fileOf('own.json', JSON.stringify({ format: 'nightstand-story', title: 'Moved house', chapters }));
  const author = 'Mover';
  const manifest = { authors: [{ name: author }], stories: [{ file: 'own.json', author }] };
  await fileOf('manifest.json', JSON.stringify(manifest));
  const lines: string[] = [];
  const archive = await readFolder(folder, undefined);
  await importArchive(context, archive, { isDryRun: false, say: (line) => lines.push(line) });
  const taken = await db
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select(['chapters.title', 'chapters.kind', 'chapters.state', 'chapters.warnings', 'chapters.volume'])
    .where('stories.slug', '=', 'moved-house')
    .orderBy('chapters.order')
    .execute();
  assert.deepEqual(
    taken.map(({ title, kind, state, warnings, volume }) => [title, kind, state, warnings, volume?.length]),
    [
      ['Out', 'chapter', 'published', ['death'], undefined],
      ['Planned', 'chapter', 'draft', null, undefined],
      ['News', 'notice', 'published', null, 100],
    ],
    lines.join('\n'),
  );
});
