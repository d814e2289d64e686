import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readImport } from '#features/imports/service/read-import.ts';
import { insertImport } from '#features/imports/store.ts';
import { accountsSite, PASSWORD, type Person } from './support/accounts-site.ts';
import { newPushBrowser } from './support/push-service.ts';
import { fillExampleStories } from './world.ts';

const site = await accountsSite();
const { request, db, context, signUp } = site;
const { stories } = await fillExampleStories(context);

interface Reference {
  table: string;
  column: string;
  refersTo: string;
  /** True if the row is deleted with the row that it refers to; otherwise it stays and the reference becomes null. */
  goesWith: boolean;
}

/** Every reference in the schema, as the database reports it. */
const { rows: references } = await sql<Reference>`
  select conrelid::regclass::text as "table", attname as "column", confrelid::regclass::text as "refersTo",
    confdeltype = 'c' as "goesWith"
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db);

/** Each way from a row to an account, as a condition on the row: "its story's author is this one". */
function waysToAccount(
  id: number,
  refersTo = 'accounts',
  owner = `= ${id}`,
): { table: string; where: string }[] {
  return references
    .filter((reference) => reference.refersTo === refersTo)
    .flatMap(({ table, column, goesWith }) => {
      const where = `${column} ${owner}`;
      const own = { table, where };
      // Rows of a table that refers to itself, as replies do, are of this table too.
      return goesWith && table !== refersTo
        ? [own, ...waysToAccount(id, table, `in (select id from ${table} where ${where})`)]
        : [own];
    });
}

async function count({ table, where }: { table: string; where: string }): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.raw(`${table} where ${where}`)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** All stored data of everybody, apart from tables that the site keeps on purpose after an account is deleted. */
async function everything(): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const remaining: Record<string, unknown[]> = {};
  const except = [
    ...['outbox_mails', 'pgmigrations', 'ranking_changes', 'story_slugs', 'throttle_counters', 'visit_marks'],
    // Complaints of others stay, without the name; so do words that were once written here.
    ...['reports', 'takedown_requests', 'takedown_steps', 'search_words'],
    // Their numbers are counted on by day, without a name or a word.
    ...['forgotten_appeals', 'forgotten_reports'],
    // Colleagues can undo an action on several rows for a day; it names nobody then.
    ...['bulk_actions', 'bulk_action_rows'],
    // Addresses on another site lead nowhere then.
    'old_addresses',
    // Decisions and their reasons stay on record; texts that were complained of are evidence for a year.
    ...['moderation_cases', 'moderation_entries', 'evidence'],
  ];
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} as t order by to_jsonb(t)::text`.execute(db);
    // An unused tag is shown nowhere.
    remaining[name] = rows
      .map(({ row }) => withRoundedScores(row))
      .filter((row) => name !== 'tags' || row.story_count !== 0);
  }
  return remaining;
}

/** Rounds trending scores, because adding and subtracting leaves an error in the last bits. */
function withRoundedScores(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    /trending/.test(column) && typeof value === 'number' ? value.toPrecision(12) : value,
  ]);
  return Object.fromEntries(entries);
}

async function runAllJobs(): Promise<void> {
  await context.jobs.enqueue(db, 'sum-changed-rankings', {});
  await site.runJobs();
}

/** Writes a story with the given tags and two chapters, as an author does. */
async function write(author: Person, title: string, tags: string[]): Promise<{ id: number; slug: string }> {
  const { token } = author;
  const story = (
    await request('POST /stories', {
      token,
      body: { title, tags, synopsis: 'About two people of forty.' },
      headers: { 'idempotency-key': title.replaceAll(' ', '-') },
    })
  ).data;
  for (const chapter of ['One', 'Two']) {
    const body = { title: chapter, content: '<p>She was forty-one, and early.</p>', order: 1 };
    const { status, text } = await request(`POST /stories/${story.id}/chapters`, { token, body });
    assert.equal(status, 201, text);
  }
  return story;
}

/** Does everything that an account can do, so that every table has rows of it. */
async function live(leaver: Person, neighbour: Person): Promise<{ id: number; slug: string }> {
  const { id, token } = leaver;
  await site.verify(leaver);
  await db
    .insertInto('google_identities')
    .values({ issuer: 'https://accounts.google.com', subject: 'x', account_id: id })
    .execute();
  await db
    .insertInto('google_attempts')
    .values({ token_hash: Buffer.from('x'), state: 'x', nonce: 'x', code_verifier: 'x', account_id: id })
    .execute();
  const importId = await insertImport(db, id, [{ name: 'a.md', content: Buffer.from('Text.') }]);
  await readImport(context, importId);
  await request('PUT /accounts/profile', { token, body: { bio: 'Leaving soon.' } });
  await request('POST /accounts/delete-link', { token, body: {} });
  await request('POST /auth/login-code', { body: { username: leaver.username } });
  const story = await write(leaver, 'The Last Ferry', ['sea', 'comedy', 'farewell']);
  const withheld = await write(leaver, 'The Ferry After That', ['gothic', 'contemporary']);
  const { data } = await request(`GET /stories/${story.id}/chapters`);
  const chapter = data.chapters[0];
  const atChapter = `/stories/${story.id}/chapters/${chapter.id}` as const;
  for (const words of ['later', 'much later']) {
    const content = `<p>She was forty-one, and ${words}.</p>`;
    const { status, text } = await request(`PUT ${atChapter}`, {
      token,
      body: { title: chapter.title, content, order: 1 },
    });
    assert.equal(status, 200, text);
  }
  for (const place of [
    'create-story',
    `story-${story.id}`,
    `new-chapter-${story.id}`,
    `chapter-${chapter.id}`,
  ]) {
    const { status, text } = await request(`PUT /drafts/${place}`, { token, body: { title: 'Unsaved' } });
    assert.equal(status, 200, text);
  }
  await sql`insert into shared_readers (story_id, mate_id, strength)
    values (${story.id}, ${stories.ferry.id}, 0.5), (${stories.ferry.id}, ${story.id}, 0.5)`.execute(db);
  // Of an invitation by somebody else a row would stay, without a name: so the leaver is among their own guests.
  for (const usedBy of [null, neighbour.id, id])
    await sql`insert into invitations (code, account_id, expires_at, used_at, used_by)
      values (${`a code for ${usedBy}`}, ${id}, now(), now(), ${usedBy})`.execute(db);
  await sql`insert into email_changes (account_id, email, expires_at)
    values (${id}, 'next@example.org', now())`.execute(db);
  await sql`insert into refused_addresses (address_key, refused_at)
    select email_key, now() from credentials where account_id = ${id}`.execute(db);
  await sql`insert into totp_secrets (account_id, sealed) values (${id}, 'x')`.execute(db);
  await sql`insert into passkeys (account_id, credential_id, name, public_key, counter)
    values (${id}, 'x', 'x', 'x', 0)`.execute(db);
  await sql`insert into passkey_challenges (account_id, hash, expires_at) values (${id}, 'x', now())`.execute(
    db,
  );
  await sql`insert into recovery_codes (account_id, hash) values (${id}, 'x')`.execute(db);
  await sql`insert into sign_in_tickets (account_id, hash, expires_at) values (${id}, 'x', now())`.execute(
    db,
  );
  await sql`insert into feed_tokens (account_id, token_hash, salt) values (${id}, 'x', 'x')`.execute(db);
  await sql`insert into secret_links (story_id, token_hash, salt) values (${story.id}, 'x', 'x')`.execute(db);
  await sql`insert into corrections (chapter_id, account_id, author_id, network, quote, note) values
    (${chapter.id}, null, null, 'x', 'early', 'Late?'),
    ((select id from chapters where story_id = ${stories.ferry.id} limit 1), ${id}, ${id}, null, 'early', 'Late?')`.execute(
    db,
  );
  for (const [person, target] of [
    [leaver, stories.ferry],
    [leaver, stories.clocks],
    [neighbour, story],
  ] as const) {
    const at = `/tracking/stories/${target.id}` as const;
    await request(`POST ${at}/vote`, { token: person.token, body: { vote_type: 'upvote' } });
    await request(`POST ${at}/bookmark`, { token: person.token, body: {} });
    await request(`POST ${at}/share`, { body: { shared_platform: 'copy' } });
    const report = { token: person.token, body: { reason: 'This is not what its tags say it is.' } };
    assert.equal((await request(`POST /stories/${target.id}/report`, report)).status, 201);
  }
  const body = { chapter_id: chapter.id, read_time_seconds: 20, completed: true };
  await request(`POST /tracking/stories/${story.id}/read-time`, { token: neighbour.token, body });
  const report = { reason: 'They say that they are leaving.' };
  assert.equal(
    (await request(`POST /authors/${id}/report`, { token: neighbour.token, body: report })).status,
    201,
  );
  await db
    .updateTable('reports')
    .set({ decision: 'dismissed', decided_at: new Date(), decided_by: id })
    .where('story_id', '=', stories.clocks.id)
    .execute();
  const hidden = {
    tags: ['gothic'],
    warnings: ['grief'],
    authors: ['mira-quill'],
    stories: [stories.ferry.id, 900001],
  };
  assert.equal((await request('PUT /hidden', { token, body: hidden })).status, 200);
  // On the leaver's story a thread of the neighbour, and on another's story a comment without replies.
  const say = async (person: Person, at: { id: number }, fields: object) => {
    const sent = await request(`POST /stories/${at.id}/comments`, { token: person.token, body: fields });
    assert.equal(sent.status, 201, sent.text);
    return sent.data.id as number;
  };
  const thread = await say(neighbour, story, { content: 'Early?', chapter_id: chapter.id });
  const edit = { token: neighbour.token, body: { content: 'So early?' } };
  assert.equal((await request(`PUT /comments/${thread}`, edit)).status, 200);
  const replies = [neighbour, leaver].map((person) =>
    say(person, story, { content: 'Yes.', parent_id: thread }),
  );
  const [reply = 0] = await Promise.all(replies);
  await say(leaver, stories.ferry, { content: 'Goodbye.' });
  assert.equal((await request(`POST /comments/${thread}/thank`, { token, body: {} })).status, 200);
  assert.equal((await request(`POST /comments/${reply}/remove`, { token, body: {} })).status, 200);
  await sql`insert into comment_paragraphs (chapter_id, index, text_hash, text, before, after, copies)
    values (${chapter.id}, 0, 'x', 'x', '', '', 1)`.execute(db);
  await sql`update comments set paragraph_id = (select max(id) from comment_paragraphs) where id = ${thread}`.execute(
    db,
  );
  await sql`insert into comment_versions (comment_id, content) values (${reply}, 'x')`.execute(db);
  await sql`insert into comment_thanks (comment_id, account_id) values (${reply}, ${neighbour.id})`.execute(
    db,
  );
  // A note of the leaver without an answer, and one to the leaver. Of an answered one a line would stay.
  for (const [at, person, isAnswered] of [
    [stories.ferry, id, false],
    [story, neighbour.id, true],
  ] as const)
    await sql`with thread as (
        insert into note_threads (story_id, sender_id, sender_name_id) values (${at.id}, ${person}, ${person}) returning id
      ) insert into notes (thread_id, is_from_author, content)
        select id, false, 'Hello.' from thread union all select id, true, 'Yes.' from thread where ${isAnswered}`.execute(
      db,
    );
  const words = await request('PUT /comments/filtered-words', { token, body: { words: ['scoundrel'] } });
  assert.equal(words.status, 200);
  await sql`with sweep as (
      insert into comment_sweeps (account_id, swept_as, story_id, reason, comment_count)
      values (${id}, 'author', ${story.id}, 'x', 2) returning id
    ) insert into swept_comments (sweep_id, comment_id, former_state)
      select id, unnest(array[${reply}, ${thread}]::bigint[]), 'waiting' from sweep`.execute(db);
  await sql`insert into blocks (account_id, author_id, blocked_id, kind) values
    (${id}, ${neighbour.id}, ${neighbour.id}, 'mute'), (${neighbour.id}, ${id}, ${id}, 'block')`.execute(db);
  const others = { authors: [leaver.username], stories: [story.id] };
  assert.equal((await request('PUT /hidden', { token: neighbour.token, body: others })).status, 200);
  // The inbox of the leaver tells of the neighbour, and the other way round.
  for (const [to, by] of [
    [id, neighbour.id],
    [neighbour.id, id],
  ])
    await sql`insert into inbox_items (account_id, kind, by_id, story_id, comment_id)
      values (${to}, 'reply', ${by}, ${story.id}, ${reply}) on conflict do nothing`.execute(db);
  await sql`insert into inbox_settings (account_id) values (${id})`.execute(db);
  const filters = [{ name: 'Letters', query: 'tags=letters', is_default: true }];
  assert.equal((await request('PUT /filters/saved', { token, body: { filters } })).status, 200);
  const things = [
    { kind: 'story', id: stories.clocks.id, mail: 'now' },
    { kind: 'filter', query: 'tags=letters' },
  ];
  for (const body of things) assert.equal((await request('POST /follows', { token, body })).status, 201);
  await sql`insert into weekly_leads values (${story.id}, now())`.execute(db);
  for (const [account, read] of [
    [id, stories.clocks.id],
    [neighbour.id, story.id],
  ])
    await sql`insert into follow_reads (account_id, story_id, chapter_id, chapter_read_until)
      select ${account}, ${read}, min(id), now() from chapters where story_id = ${read}`.execute(db);
  const endpoint = `https://updates.push.services.mozilla.com/${story.id}`;
  const { subscription } = newPushBrowser(endpoint);
  assert.equal((await request('POST /push/browsers', { token, body: subscription })).status, 200);
  const series = await request('POST /series', { token, body: { title: 'The Ferries' } });
  const story_ids = [story.id, withheld.id];
  await request(`PUT /series/${series.data.id}/stories`, { token, body: { story_ids } });
  const list = await request('POST /shelves', { token, body: { title: 'Ferries', visibility: 'public' } });
  for (const shelf of [list.data.id, 'reading', 'bookmarks'])
    await request(`PUT /shelves/${shelf}/stories/${stories.clocks.id}`, { token, body: { note: 'Mine.' } });
  await request(`PUT /shelves/${list.data.id}/stories/${story.id}`, { token, body: {} });
  await request(`PUT /shelves/reading/stories/${story.id}`, { token: neighbour.token, body: {} });
  const followed = [
    { kind: 'story', id: story.id },
    { kind: 'author', id: leaver.id },
    { kind: 'series', id: series.data.id },
    { kind: 'list', id: list.data.slug },
  ];
  for (const body of followed)
    assert.equal((await request('POST /follows', { token: neighbour.token, body })).status, 201);
  await sql`insert into inbox_items (account_id, kind, follower_count, story_id, author_id, series_id, list_id)
    values (${id}, 'followers', 10, ${story.id}, ${id}, ${series.data.id}, ${list.data.id})`.execute(db);
  await sql`insert into history_entries (account_id, chapter_id) values (${neighbour.id}, ${chapter.id})`.execute(
    db,
  );
  await request('PUT /history/choice', { token, body: { keep: 'account' } });
  await sql`insert into history_entries (account_id, chapter_id)
    select ${id}, id from chapters where story_id = ${stories.ferry.id}`.execute(db);
  const trashed = await write(leaver, 'The Ferry Before', ['gothic']);
  assert.equal((await request(`DELETE /stories/${trashed.id}`, { token })).status, 200);
  const trashedChapter = `/stories/${story.id}/chapters/${data.chapters[1].id}` as const;
  assert.equal((await request(`DELETE ${trashedChapter}`, { token })).status, 200);
  const proposal = { token, body: { tag: 'sea', parent: 'comedy' } };
  assert.equal((await request('POST /tags/proposals', proposal)).status, 201);
  await beWrittenAbout(leaver, story.id);
  await beDecidedAbout(leaver, withheld.id);
  await sql`insert into inbox_items (account_id, kind, correction_id)
    select ${neighbour.id}, 'correction', id from corrections`.execute(db);
  await sql`insert into inbox_items (account_id, kind, sweep_id)
    select ${neighbour.id}, 'sweep', id from comment_sweeps`.execute(db);
  await sql`insert into inbox_items (account_id, kind, note_id)
    select ${neighbour.id}, 'note', id from notes`.execute(db);
  return story;
}

/** Adds rows of others about a story: a newsletter that lists it, and the documents of a takedown request. */
async function beWrittenAbout({ id, username }: Person, storyId: number): Promise<void> {
  await sql`insert into newsletter_issue_stories (issue_id, section, position, story_id)
    select id, 'new', 1, ${storyId} from newsletter_issues`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into takedown_requests (request_type, requester_name, requester_email, requester_title, content_url,
      content_description, reason, owner_info, address, additional_info, declaration_version, declaration_text,
      story_id, fingerprint)
    values ('other', 'x', 'x@x.example', '', '', 'x', 'x', 'x', 'x', '', '1', 'x', ${storyId}, 'x')
    returning id`.execute(db);
  await sql`insert into takedown_steps (request_id, step, account_id, username, note)
    values (${rows[0]?.id}, 'rejected', ${id}, ${username}, 'x')`.execute(db);
  await sql`insert into trusted_flaggers (organisation, account_id, until)
    values ('Hotline', ${id}, '2099-12-31')`.execute(db);
}

/** A story that was hidden, and the author's appeal against it. */
async function beDecidedAbout({ id, username, token }: Person, storyId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into moderation_entries (actor_role, action, story_id, account_id, account_name, rule, passage, note)
    values ('operator', 'hide', ${storyId}, ${id}, ${username}, 'tags', 'x', 'x') returning id`.execute(db);
  const entryId = rows[0]?.id;
  await sql`insert into story_withholdings (story_id, cause, look, entry_id)
    values (${storyId}, 'decision', 'hidden', ${entryId})`.execute(db);
  await sql`insert into comment_withholdings (comment_id, entry_id)
    select max(id), ${entryId} from comments where story_id in (select id from stories where author_id = ${id})`.execute(
    db,
  );
  await sql`insert into list_withholdings (shelf_id, entry_id)
    select id, ${entryId} from shelves where owner_id = ${id}`.execute(db);
  await sql`insert into staff_notes (account_id, story_id, body) values (${id}, ${storyId}, 'x')`.execute(db);
  await sql`with bulk as (insert into bulk_actions (actor_id, action, note) values (${id}, 'spam', 'x') returning id)
    insert into bulk_action_rows (bulk_id, target) select id, 1 from bulk`.execute(db);
  await sql`insert into staff_notes (account_id, writer_id, body) values (${id}, ${id}, 'x')`.execute(db);
  await sql`insert into old_addresses (address, story_id, chapter_id, series_id, pen_name_id)
    select '/viewstory.php?sid=1', ${storyId}, (select min(id) from chapters where story_id = ${storyId}),
      (select min(id) from series where owner_id = ${id}), ${id}`.execute(db);
  await sql`insert into publication_counts (account_id, story_count) values (${id}, 1)`.execute(db);
  await sql`insert into spam_marks
    (account_id, entry_id, has_suspended, has_withheld, report_ids, case_ids, by_hand_case_ids)
    values (${id}, ${entryId}, false, false, '{}', '{}', '{}')`.execute(db);
  const body = { words: 'It is a ferry, as its tags say.' };
  const { status, text } = await request(`POST /accounts/decisions/${entryId}/appeal`, { token, body });
  assert.equal(status, 201, text);
}

// Spec 1: Change password, resend the verification e-mail, delete the account
// Interface, Accounts: POST /accounts/delete with the password removes the account and all that belongs to it; counters follow
test('deleting an account deletes everything of it and nothing of other accounts', async () => {
  const neighbour = await signUp('Neighbour');
  await site.verify(neighbour);
  // Votes of an account move rankings from its second day on.
  await db
    .updateTable('accounts')
    .set({ created_at: new Date('2026-01-01') })
    .where('id', '=', neighbour.id)
    .execute();
  await request(`POST /tracking/stories/${stories.ferry.id}/vote`, {
    token: neighbour.token,
    body: { vote_type: 'upvote' },
  });
  await sql`insert into newsletter_issues (week, since, until, new_story_count, is_best_new, finished_at)
    values ('2026-11-16', '2026-11-09', '2026-11-16', 0, true, now())`.execute(db);
  await runAllJobs();
  // The story has counts of comments before.
  const first = { token: neighbour.token, body: { content: 'First.' } };
  assert.equal((await request(`POST /stories/${stories.ferry.id}/comments`, first)).status, 201);
  const before = await everything();

  const leaver = await signUp('Leaver');
  const story = await live(leaver, neighbour);
  await runAllJobs();
  // This change is still pending in the rankings.
  await request(`POST /tracking/stories/${story.id}/vote`, {
    token: neighbour.token,
    body: { vote_type: 'downvote' },
  });
  const ways = waysToAccount(leaver.id);
  assert.ok(ways.length >= 20, `${ways.length} ways`);
  for (const way of ways)
    assert.ok(
      (await count(way)) > 0,
      `the leaver has nothing in ${way.table} (${way.where}): give them something`,
    );

  const left = await request('POST /accounts/delete', { token: leaver.token, body: { password: PASSWORD } });
  assert.deepEqual([left.status, left.data], [200, {}]);
  for (const way of ways) assert.equal(await count(way), 0, `${way.table} where ${way.where}`);
  await runAllJobs();
  const after = await everything();
  assert.deepEqual(Object.keys(after), Object.keys(before));
  for (const [table, rows] of Object.entries(before)) {
    // The count of a share stays, because it has no name on it.
    if (table !== 'story_shares') assert.deepEqual(after[table], rows, table);
  }

  assert.ok(!(await site.isSignedIn(leaver.token)));
  assert.equal(
    (await request('POST /auth/refresh', { body: { refreshToken: leaver.refreshToken } })).status,
    401,
  );
  assert.equal((await site.signIn('Leaver', PASSWORD)).status, 401);
  assert.equal((await request('GET /accounts/users/Leaver')).status, 404);
  for (const id of [story.id, story.slug]) assert.equal((await request(`GET /stories/${id}`)).status, 404);
  const text = JSON.stringify(after);
  assert.ok(!text.includes('leaver@') && !text.includes('Leaving soon'));
});

test('the slug of a deleted story is never reused', async () => {
  const leaver = await signUp('Leaver-2');
  const { slug } = await write(leaver, 'Only Once', []);
  assert.equal(slug, 'only-once');
  await request('POST /accounts/delete', { token: leaver.token, body: { password: PASSWORD } });
  const heir = await signUp('Heir');
  assert.equal((await write(heir, 'Only Once', [])).slug, 'only-once-2');
  assert.equal((await request('GET /stories/only-once')).status, 404);
});

test('the username and e-mail address of a deleted account are available again', async () => {
  const leaver = await signUp('Comes-back');
  await site.verify(leaver);
  await request('POST /accounts/delete', { token: leaver.token, body: { password: PASSWORD } });
  const back = await signUp('COMES-back');
  assert.notEqual(back.id, leaver.id);
  await site.verify(back);
});

test('deleting accounts while others write under the same tags causes no deadlock', async () => {
  const tags = ['sea', 'gothic', 'comedy', 'contemporary', 'novella'];
  const turned = (by: number) => [...tags.slice(by % 5), ...tags.slice(0, by % 5)].slice(0, 3);
  for (let round = 0; round < 4; round++) {
    const leavers = [await signUp(`Crowd-${round}-a`), await signUp(`Crowd-${round}-b`)];
    const writers = [await signUp(`Writer-${round}-a`), await signUp(`Writer-${round}-b`)];
    for (const leaver of leavers)
      for (let i = 0; i < 4; i++)
        await write(leaver, `Of Round ${round}, ${leaver.username} ${i}`, turned(i));
    const before = await request('GET /search/tags?limit=100');
    const answers = await Promise.all([
      ...writers.flatMap((writer) =>
        [0, 1, 2].map((i) => write(writer, `Meanwhile ${round} ${i}`, turned(i + 2))),
      ),
      ...leavers.map(({ token }) =>
        request('POST /accounts/delete', { token, body: { password: PASSWORD } }),
      ),
      ...leavers.map(({ refreshToken }) => request('POST /auth/refresh', { body: { refreshToken } })),
      ...leavers.map(({ username }) => site.signIn(username, PASSWORD)),
    ]);
    for (const answer of answers)
      if ('text' in answer) assert.ok([200, 401].includes(answer.status), `${answer.status} ${answer.text}`);
    for (const leaver of leavers)
      assert.equal((await request(`GET /accounts/users/${leaver.username}`)).status, 404);
    const after = await request('GET /search/tags?limit=100');
    const total = (answer: typeof before) =>
      answer.data.tags.reduce((sum: number, tag: { story_count: number }) => sum + tag.story_count, 0);
    assert.equal(total(after), total(before) - 2 * 4 * 3 + 6 * 3);
  }
});
