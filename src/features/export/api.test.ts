import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { sql } from 'kysely';
import yauzl from 'yauzl';
import { DEFAULT_SITE_NAME, setSiteName } from '#base/site-name.ts';
import { CHAPTER_DETAILS } from '#features/chapters/contract/chapters.ts';
import { STORY_DETAILS } from '#features/stories/contract/stories.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { ARCHIVE_FILES, archiveReadme, TABLES_ABOUT_ACCOUNTS } from './rules.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const app = await testServer(context);

async function filesIn(zip: Buffer): Promise<Map<string, string>> {
  const archive = await yauzl.fromBufferPromise(zip, { strictFileNames: true });
  const files = new Map<string, string>();
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)));
  }
  return files;
}

async function exportFor(headers: Record<string, string>): Promise<Map<string, string>> {
  const answer = await app.inject({ url: '/api/accounts/export', headers });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'application/zip');
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="nightstand-export.zip"');
  return filesIn(answer.rawPayload);
}

test('an export from a site with another name is called by it', async () => {
  const reader = await signedIn(context, people.mira);
  setSiteName('After Hours');
  const answer = await app
    .inject({ url: '/api/accounts/export', headers: reader.headers })
    .finally(() => setSiteName(DEFAULT_SITE_NAME));
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="after-hours-export.zip"');
});

// Interface, Stories and chapters: GET /accounts/export has everything
test('an export contains the account, stories and chapters', async () => {
  const mira = await signedIn(context, people.mira);
  const device = { hash: Buffer.from('x'), account_id: mira.id, seen_at: new Date('2026-11-01') };
  await context.db.insertInto('known_devices').values(device).execute();
  const ferry = context.db.updateTable('stories').where('id', '=', stories.ferry.id);
  await ferry.set({ status: 'hiatus' }).execute();
  const files = await exportFor(mira.headers);
  const account = JSON.parse(files.get('account.json') ?? '');
  assert.equal(account.username, people.mira);
  assert.equal(account.email, 'mira-quill@example.org');
  assert.deepEqual(JSON.parse(files.get('devices.json') ?? ''), [{ seen_at: '2026-11-01T00:00:00.000Z' }]);
  assert.equal(account.profile_public, false);
  const story = JSON.parse(files.get(`stories/${stories.ferry.id}/story.json`) ?? '');
  const shown = (await app.inject(`/api/stories/${stories.ferry.id}`)).json().data;
  assert.equal(shown.status, 'hiatus');
  for (const name of STORY_DETAILS) assert.deepEqual(story[name], shown[name], name);
  const list = (await app.inject(`/api/stories/${stories.ferry.id}/chapters`)).json().data.chapters;
  const path = `/api/stories/${stories.ferry.id}/chapters/${list[1].id}`;
  const second = (await app.inject(path)).json().data;
  for (const name of [...CHAPTER_DETAILS, 'state', 'publish_at', 'published_at'] as const)
    assert.deepEqual(story.chapters[1][name], second[name], name);
  assert.deepEqual(story.tags, ['slow burn', 'contemporary', 'sea']);
  const chapter = files.get(`stories/${stories.ferry.id}/02-${story.chapters[1].id}.html`) ?? '';
  assert.match(chapter, /<h1>Missed Again<\/h1>/);
  assert.match(chapter, /He had brought two coffees &#x26; no excuse\.|two coffees &amp; no excuse\./);
  assert.equal([...files.keys()].filter((name) => name.endsWith('.html')).length, 5);
});

test('an author finds a story in the numbered folders by its title', async () => {
  const mira = await signedIn(context, people.mira);
  const files = await exportFor(mira.headers);
  const { title } = JSON.parse(files.get(`stories/${stories.ferry.id}/story.json`) ?? '');
  const line = new RegExp(`^stories/${stories.ferry.id}/ +${title}, by ${people.mira}$`, 'm');
  assert.match(files.get('README.txt') ?? '', line);
  const ben = await signedIn(context, 'ben-reads-only');
  assert.doesNotMatch((await exportFor(ben.headers)).get('README.txt') ?? '', /Your stories/);
});

test('an export contains an unfinished story and nothing of other authors', async () => {
  const una = await signedIn(context, people.una);
  const files = await exportFor(una.headers);
  assert.deepEqual(
    [...files.keys()].sort(),
    [
      ...[
        'README.txt',
        'account.json',
        'activity.json',
        'appeals.json',
        'bookmarks.json',
        'comments.json',
        'notes.json',
        'corrections.json',
        'decisions.json',
        'devices.json',
        'filters.json',
        'follows.json',
        'history.json',
        'hidden.json',
        'inbox.json',
        'invitations.json',
        'newsletter.json',
        'notifications.json',
      ],
      ...[
        'pen-names.json',
        'publications.json',
        'reports.json',
        'series.json',
        'sessions.json',
        'shelves.json',
        'tag-proposals.json',
        'terms.json',
        'votes.json',
      ],
      `stories/${stories.unfinished.id}/statistics.json`,
      `stories/${stories.unfinished.id}/story.docx`,
      `stories/${stories.unfinished.id}/story.epub`,
      `stories/${stories.unfinished.id}/story.json`,
      `stories/${stories.unfinished.id}/story.md`,
    ].sort(),
  );
  assert.ok(![...files.values()].join('').includes('mira'));
});

test('an export contains votes, bookmarks and reports', async () => {
  const { id, headers } = await signedIn(context, 'a-reader');
  const story = { account_id: id, story_id: stories.ferry.id };
  await context.db
    .insertInto('votes')
    .values({ ...story, value: -1 })
    .execute();
  await context.db.insertInto('bookmarks').values(story).execute();
  const reason = 'It copies a novel.';
  await context.db
    .insertInto('reports')
    .values({ reporter_id: id, story_id: stories.ferry.id, reason })
    .execute();
  const files = await exportFor(headers);
  const [vote] = JSON.parse(files.get('votes.json') ?? '');
  assert.deepEqual([vote.story, vote.vote], ['the-ferry-at-dusk', 'downvote']);
  const [bookmark] = JSON.parse(files.get('bookmarks.json') ?? '');
  assert.equal(bookmark.title, 'The Ferry at Dusk');
  const [report] = JSON.parse(files.get('reports.json') ?? '');
  assert.deepEqual([report.story, report.author, report.reason], ['the-ferry-at-dusk', null, reason]);
});

test('an export says under which name each shelf and series is', async () => {
  const writer = await signedIn(context, 'two-names');
  for (const [url, payload] of [
    ['/api/pen-names', { username: 'second-name' }],
    ['/api/series', { title: 'Own Tides' }],
    ['/api/series', { title: 'Other Tides', author_username: 'second-name' }],
    ['/api/shelves', { title: 'Lamps', visibility: 'public', author_username: 'second-name' }],
  ] as const) {
    const { statusCode } = await app.inject({ method: 'POST', url, headers: writer.headers, payload });
    assert.equal(statusCode, 201);
  }
  const files = await exportFor(writer.headers);
  const authorsIn = (text = '') =>
    JSON.parse(text).map(({ author_username }: { author_username: string }) => author_username);
  assert.deepEqual(authorsIn(files.get('series.json')), ['two-names', 'second-name']);
  assert.deepEqual(authorsIn(JSON.stringify(JSON.parse(files.get('shelves.json') ?? '').shelves)), [
    'second-name',
  ]);
});

test('an export names no story that its reader cannot open any more', async () => {
  const { id, headers } = await signedIn(context, 'b-reader');
  const story_id = stories.ferry.id;
  const { id: chapter_id } = await context.db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', story_id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const own = { account_id: id, story_id };
  await context.db
    .insertInto('votes')
    .values({ ...own, value: 1 })
    .execute();
  await context.db.insertInto('bookmarks').values(own).execute();
  await context.db
    .insertInto('shelf_marks')
    .values({ ...own, state: 'reading', state_at: new Date() })
    .execute();
  await context.db.insertInto('history_choices').values({ account_id: id }).execute();
  await context.db.insertInto('history_entries').values({ account_id: id, chapter_id }).execute();
  await context.db
    .insertInto('reports')
    .values({ reporter_id: id, story_id, reason: 'It copies a novel.' })
    .execute();
  const comment = await context.db
    .insertInto('comments')
    .values({ story_id, chapter_id, account_id: id, author_id: id, content: 'The quay.', state: 'shown' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.db.insertInto('comment_thanks').values({ account_id: id, comment_id: comment.id }).execute();
  await context.db
    .insertInto('inbox_items')
    .values({ ...own, kind: 'reply', comment_id: comment.id })
    .execute();
  await context.db
    .insertInto('follow_reads')
    .values({ ...own, read_until: new Date() })
    .execute();
  const { id: thread_id } = await context.db
    .insertInto('note_threads')
    .values({ story_id, sender_id: id, sender_name_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.db
    .insertInto('notes')
    .values({ thread_id, is_from_author: false, content: 'The lamp.' })
    .execute();
  const shelf = await context.db
    .insertInto('shelves')
    .values({ owner_id: id, author_id: id, slug: 'b-shelf', title: 'Kept' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.db
    .insertInto('shelf_stories')
    .values({ shelf_id: shelf.id, story_id, position: 1 })
    .execute();
  const namesIn = async () => {
    const files = await exportFor(headers);
    const read = (name: string) => JSON.parse(files.get(name) ?? '');
    const [vote] = read('votes.json');
    const [bookmark] = read('bookmarks.json');
    const [mark] = read('shelves.json').marks;
    const [entry] = read('history.json').entries;
    const { comments, thanks } = read('comments.json');
    const told = [
      ...[read('reports.json')[0], comments[0], thanks[0], read('inbox.json').items[0]],
      ...[read('follows.json').read_stories[0], read('notes.json').sent[0]],
      read('shelves.json').shelves[0].stories[0],
    ];
    const names = [vote.title, vote.story, bookmark.title, bookmark.story, mark.story, entry.story];
    return [...names, entry.chapter, ...told.map(({ story }) => story)];
  };
  assert.ok((await namesIn()).every((name) => typeof name === 'string'));
  const losses = [{ visibility: 'draft' }, { withheld_at: new Date() }, { trashed_at: new Date() }] as const;
  for (const loss of losses) {
    const set = (change: object) =>
      context.db.updateTable('stories').set(change).where('id', '=', story_id).execute();
    await set(loss);
    assert.ok(
      (await namesIn()).every((name) => name === null),
      Object.keys(loss).join(),
    );
    await set({ visibility: 'public', withheld_at: null, trashed_at: null });
  }
  assert.ok((await namesIn()).every((name) => typeof name === 'string'));
});

test('an export names a list that its reader reported only while it is public', async () => {
  const { id, headers } = await signedIn(context, 'c-reader');
  const owner = await signedIn(context, 'c-lister');
  const payload = { title: 'Slow Ferries', visibility: 'public' };
  const made = await app.inject({ method: 'POST', url: '/api/shelves', headers: owner.headers, payload });
  const list = made.json().data;
  const url = `/api/lists/${list.slug}/report`;
  const reason = 'It shames somebody who exists.';
  await app.inject({ method: 'POST', url, headers, payload: { reason } });
  const namedList = async () => JSON.parse((await exportFor(headers)).get('reports.json') ?? '')[0].list;
  assert.equal(await namedList(), list.slug, String(id));
  for (const visibility of ['link', 'private'] as const) {
    await context.db.updateTable('shelves').set({ visibility }).where('id', '=', list.id).execute();
    assert.equal(await namedList(), 'a reading list', visibility);
  }
});

test('an export contains nothing that belongs to somebody else', async () => {
  const { id } = await signedIn(context, people.mira);
  const { db } = context;
  const passkey = { credential_id: 'x', name: 'Lamp', public_key: Buffer.from('x'), counter: 0 };
  await db
    .insertInto('passkeys')
    .values({ account_id: id, ...passkey })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ account_id: id, hash: Buffer.from('x') })
    .execute();
  await db.insertInto('publication_counts').values({ account_id: id, story_count: 1 }).execute();
  const files = await exportFor((await signedIn(context, 'a-newcomer')).headers);
  const json = new Map(
    [...files].flatMap(([name, text]) => (name.endsWith('.json') ? [[name, JSON.parse(text)]] : [])),
  );
  const { passkeys, recovery_codes_left } = json.get('account.json').sign_in;
  assert.deepEqual([passkeys, recovery_codes_left], [[], 0]);
  const own = ['pen-names.json', 'sessions.json', 'activity.json'];
  for (const name of own) assert.equal(json.get(name).length, 1, name);
  const isEmpty = (value: unknown): boolean =>
    value === null || value === 'off' || (typeof value === 'object' && Object.values(value).every(isEmpty));
  for (const [name, content] of json)
    if (![...own, 'account.json'].includes(name)) assert.ok(isEmpty(content), name);
});

test('too many exports are refused with the wait, and without a word of failed attempts', async () => {
  const limited = await testDatabase({ throttle: true });
  const server = await testServer(limited.context);
  const { headers } = await signedIn(limited.context, 'often-exports');
  const answers = [];
  for (let count = 0; count < 7; count += 1)
    answers.push(await server.inject({ url: '/api/accounts/export', headers }));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200, 200, 200, 429],
  );
  assert.equal(
    answers.at(-1)?.json().message,
    'You have exported often within a short time. Please wait 60 seconds and try again.',
  );
});

test('an export requires a session', async () => {
  const answer = await app.inject({ url: '/api/accounts/export' });
  assert.deepEqual([answer.statusCode, answer.json().error.code], [401, 'unauthenticated']);
});

/** The tables that lead to an account by reference, or name a person in a column of theirs. */
async function tablesAboutAccounts(): Promise<Set<string>> {
  const { rows: references } = await sql<{ table: string; refersTo: string }>`
    select conrelid::regclass::text as "table", confrelid::regclass::text as "refersTo"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(context.db);
  const { rows: named } = await sql<{ table: string }>`
    select distinct table_name as "table" from information_schema.columns
    where table_schema = 'public'
      and column_name ~ '(account|author|reporter|actor|owner|user|story|chapter|session)_(id|name)$|_by$|email|^address|username'`.execute(
    context.db,
  );
  const tables = new Set(['accounts', ...named.map(({ table }) => table)]);
  for (let size = 0; size !== tables.size; ) {
    size = tables.size;
    for (const { table, refersTo } of references) if (tables.has(refersTo)) tables.add(table);
  }
  return tables;
}

// Interface, Stories and chapters: GET /accounts/export has everything
test('an export covers every table about accounts, or states why it is omitted', async () => {
  const tables = await tablesAboutAccounts();
  assert.ok(tables.size > 25);
  // Every new table must be listed in rules.ts. throttle_counters is about a person without naming them.
  tables.add('throttle_counters');
  assert.deepEqual([...tables].sort(), Object.keys(TABLES_ABOUT_ACCOUNTS).sort());
  const readme = archiveReadme([]);
  for (const file of Object.keys(ARCHIVE_FILES)) assert.ok(readme.includes(`\n${file} `), file);
  for (const folder of Object.values(TABLES_ABOUT_ACCOUNTS))
    assert.ok(typeof folder === 'string' || readme.includes(`\n- ${folder.reasonOmitted}\n`));
});

test('an export contains versions, sessions, decisions, appeals and the newsletter subscription', async () => {
  const mira = await signedIn(context, people.mira);
  const { db } = context;
  const { id: chapterId } = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', stories.ferry.id)
    .orderBy('order')
    .executeTakeFirstOrThrow();
  const chapter = { chapter_id: chapterId, word_count: 3, cleaner_version: 0 };
  const times = { saved_at: new Date('2026-01-01'), replaced_at: new Date('2026-01-02') };
  const { id: versionId } = await db
    .insertInto('chapter_versions')
    .values({ ...chapter, ...times, title: 'As it was', content: '<p>Former <u onclick="x">words</u>.</p>' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { actor_id: 4711, actor_name: 'staff-canary', actor_role: 'moderator' as const };
  const about = { account_id: mira.id, account_name: people.mira, story_id: stories.ferry.id };
  const { id: decisionId } = await db
    .insertInto('moderation_entries')
    .values({
      ...entry,
      ...about,
      action: 'hide',
      story_title: 'The Ferry at Dusk',
      rule: 'tags',
      note: 'Mistagged.',
      case_id: null,
      takedown_id: null,
      answers: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('moderation_entries')
    .values({
      ...entry,
      ...about,
      action: 'dismiss',
      story_title: 'x',
      rule: null,
      note: 'internal-canary',
      case_id: null,
      takedown_id: null,
      answers: null,
    })
    .execute();
  await sql`insert into appeals (entry_id, account_id, subject, subject_id, words)
    values (${decisionId}, ${mira.id}, 'story', ${stories.ferry.id}, 'The tags are right.')`.execute(db);
  await sql`insert into newsletter_subscribers (email, new_stories, featured_authors, weekly_updates, token_hash)
    values ('Mira-Quill@example.org', true, false, true, 'hash-canary'),
      ('somebody-else@example.org', true, true, true, 'x')`.execute(db);
  await sql`with issue as (
      insert into newsletter_issues (week, since, until, new_story_count, is_best_new)
      values ('2026-11-16', '2026-11-12', '2026-11-19', 1, false) returning id
    )
    insert into newsletter_deliveries (issue_id, subscriber_id)
    select issue.id, newsletter_subscribers.id from issue, newsletter_subscribers`.execute(db);

  const files = await exportFor(mira.headers);
  const json = (name: string) => JSON.parse(files.get(name) ?? '');
  const folder = `stories/${stories.ferry.id}/01-${chapterId}`;
  assert.match(
    files.get(`${folder}-versions/${versionId}.html`) ?? '',
    /<h1>As it was<\/h1>.*Former words\./,
  );
  const [version] = json(`stories/${stories.ferry.id}/story.json`).chapters[0].versions;
  assert.deepEqual([version.id, version.title], [versionId, 'As it was']);
  const [decision, ...more] = json('decisions.json');
  assert.deepEqual(
    [decision.action, decision.note, decision.decided_by],
    ['hide', 'Mistagged.', 'moderator'],
  );
  assert.deepEqual(more, []);
  assert.deepEqual([decision.statement.restriction, decision.statement.ground], ['content-hidden', 'terms']);
  const [appeal] = json('appeals.json');
  assert.deepEqual([appeal.decision, appeal.words], [decisionId, 'The tags are right.']);
  assert.ok(json('sessions.json').length >= 1);
  const { subscription, issues } = json('newsletter.json');
  assert.deepEqual(
    issues.map((issue: { week: string }) => issue.week),
    ['2026-11-16'],
  );
  assert.deepEqual([subscription.email, subscription.weekly_updates], ['Mira-Quill@example.org', true]);
  const everything = [...files.values()].join('\n');
  assert.doesNotMatch(everything, /canary|somebody-else|hash"/);
});

test('an export omits the newsletter subscription of an unverified address', async () => {
  const { id, headers } = await signedIn(context, 'a-pretender');
  await context.db
    .updateTable('credentials')
    .set({ email: 'mira-quill@example.org', email_verified_at: null })
    .where('account_id', '=', id)
    .execute();
  const files = await exportFor(headers);
  assert.deepEqual(JSON.parse(files.get('newsletter.json') ?? ''), { subscription: null, issues: [] });
});

test('an export works in read-only mode on a full disk', async () => {
  const fullDisk = await testServer({ ...context, freeSpace: { ...context.freeSpace, isLow: () => true } });
  const { headers } = await signedIn(context, people.mira);
  const statusOf = async (method: 'GET' | 'POST', url: string) =>
    (
      await fullDisk.inject({
        method,
        url: `/api${url}`,
        headers,
        ...(method === 'POST' ? { payload: {} } : {}),
      })
    ).statusCode;
  assert.equal(await statusOf('GET', '/accounts/export'), 200);
  // An invalid decision link is refused as such, not because of read-only mode.
  assert.equal(await statusOf('GET', `/appeals/${'x'.repeat(43)}`), 400);
  assert.equal(await statusOf('POST', '/stories'), 503);
  // This GET request writes to the database.
  assert.equal(await statusOf('GET', `/auth/verify-email/${'x'.repeat(43)}`), 503);
});
