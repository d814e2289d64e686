import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { shippedLimits } from '#base/limits.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { multipart } from '#tests/support/multipart.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { type Import, importMessages, MAX_IMPORT_BYTES, MAX_OPEN_IMPORTS } from './contract.ts';
import { acceptOwnImport } from './service/accepting.ts';
import { deleteOldImports, readImport } from './service/read-import.ts';
import { claimFile, filesOf } from './store.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const app = await testServer(context);
const call = apiCalls(app);
const mira = await signedIn(context, 'mira');

type Files = { name: string; content: string | Buffer }[];

async function send(person: SignedInPerson | undefined, files: Files, field?: string, key?: string) {
  const { payload, headers } = await multipart(files, field);
  const response = await app.inject({
    ...{ method: 'POST', url: '/api/imports', payload },
    headers: { ...headers, ...person?.headers, ...(key && { 'idempotency-key': key }) },
  });
  return { status: response.statusCode, body: response.json() };
}

const novel =
  '# The Ferry\n\n## One\n\nShe *waited*.\n\n***\n\nStill.\n\n## Two\n\nHe came.\n\n## Three\n\nThe end.';

async function ready(person: SignedInPerson, files: Files): Promise<Import> {
  const sent = await send(person, files);
  assert.equal(sent.status, 201);
  await runDueJobs(connectionString, context);
  return (await call(person, 'GET', `/imports/${sent.body.data.id}`)).body.data;
}

// Interface, Stories and chapters: POST /imports takes files as multipart/form-data and answers 201 with id, state and stories
// Interface, Stories and chapters: An import lists title, chapters with word_count, and warnings of each story
// Interface, Stories and chapters: An import is reading, ready, failed or accepted
// Interface, Stories and chapters: GET /imports/{id} tells the progress
// Interface, Stories and chapters: POST /imports/{id}/accept takes changes, and {} accepts all
// Interface, Stories and chapters: Nothing becomes a story before it is accepted
// Interface, Stories and chapters: Accepted stories are drafts by default
test('an author sends a file, sees its chapters, and accepts it as a draft', async () => {
  const sent = await send(mira, [{ name: 'ferry.md', content: novel }]);
  assert.equal(sent.status, 201);
  assert.deepEqual([sent.body.data.state, sent.body.data.stories], ['reading', []]);
  const path = `/imports/${sent.body.data.id}`;
  assert.equal((await call(mira, 'POST', `${path}/accept`, {})).body.message, importMessages.reading);
  await runDueJobs(connectionString, context);
  const preview: Import = (await call(mira, 'GET', path)).body.data;
  assert.deepEqual([preview.state, preview.files_read, preview.files_total], ['ready', 1, 1]);
  assert.deepEqual(
    preview.stories.map(({ title, chapters }) => [title, chapters.map((one) => [one.title, one.word_count])]),
    [
      [
        'The Ferry',
        [
          ['One', 3],
          ['Two', 2],
          ['Three', 2],
        ],
      ],
    ],
  );
  // The bytes are gone once they were read, and nothing is a story yet.
  const { content } = await db.selectFrom('import_files').select('content').executeTakeFirstOrThrow();
  assert.equal(content, null);
  assert.deepEqual(await db.selectFrom('stories').select('id').execute(), []);
  const accepted = await call(mira, 'POST', `${path}/accept`, {});
  assert.equal(accepted.status, 200);
  assert.equal((await call(mira, 'GET', path)).body.data.state, 'accepted');
  const [story] = accepted.body.data.stories;
  const stored = (await call(mira, 'GET', `/stories/${story.id}`)).body.data;
  assert.deepEqual([stored.title, stored.visibility], ['The Ferry', 'draft']);
  assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 404);
  const { chapters } = (await call(mira, 'GET', `/stories/${story.id}/chapters`)).body.data;
  const first = (await call(mira, 'GET', `/stories/${story.id}/chapters/${chapters[0].id}`)).body.data;
  assert.deepEqual(
    [first.content, first.word_count],
    ['<p>She <em>waited</em>.</p>\n<hr>\n<p>Still.</p>', 3],
  );
  // The same acceptance, sent again, makes nothing new.
  const again = await call(mira, 'POST', `${path}/accept`, {});
  assert.deepEqual(again.body.data, accepted.body.data);
  assert.equal((await db.selectFrom('stories').select('id').execute()).length, 1);
  assert.deepEqual(await db.selectFrom('import_sections').select('number').execute(), []);
});

test('files that are sent again because the answer was lost are one import, and other files under its key none', async () => {
  const author = await signedIn(context, 'sends-again');
  const sendOnce = (name: string, content: string) => send(author, [{ name, content }], 'files', 'once');
  const [first, second] = await Promise.all([
    sendOnce('a.md', 'She waited.'),
    sendOnce('a.md', 'She waited.'),
  ]);
  assert.deepEqual([first.status, second.body], [201, first.body]);
  assert.deepEqual((await sendOnce('a.md', 'She waited.')).body, first.body);
  assert.equal((await sendOnce('a.md', 'She wanted.')).status, 422);
  assert.equal((await sendOnce('b.md', 'She waited.')).status, 422);
  const { imports } = (await call(author, 'GET', '/imports')).body.data;
  assert.deepEqual(
    imports.map(({ id }: { id: number }) => id),
    [first.body.data.id],
  );
  await runDueJobs(connectionString, context);
  const read = (await call(author, 'GET', `/imports/${first.body.data.id}`)).body.data;
  assert.equal(read.state, 'ready');
  await call(author, 'DELETE', `/imports/${first.body.data.id}`);
});

test('the preview has the synopsis and the tags that were found', async () => {
  const content =
    '---\ntitle: Tides\nsynopsis: A harbour in winter.\ntags: slow burn, sea\n---\n\nIt rained.';
  const { id, stories } = await ready(mira, [{ name: 'tides.md', content }]);
  assert.deepEqual(
    stories.map(({ synopsis, tags }) => [synopsis, tags]),
    [['A harbour in winter.', ['slow burn', 'sea']]],
  );
  await call(mira, 'DELETE', `/imports/${id}`);
});

test('an author is told of a story that has the title already, and nobody else is', async () => {
  const preview = await ready(mira, [{ name: 'again.md', content: novel.replace('The Ferry', 'THE FERRY') }]);
  const [found] = preview.stories;
  assert.deepEqual([found?.same_title?.title, found?.warnings], ['The Ferry', []]);
  assert.equal((await call(mira, 'GET', `/stories/${found?.same_title?.slug}`)).status, 200);
  await call(mira, 'DELETE', `/imports/${preview.id}`);
  const stranger = await signedIn(context, 'ferry-reader');
  const [unknown] = (await ready(stranger, [{ name: 'ferry.md', content: novel }])).stories;
  assert.equal(unknown?.same_title, null);
});

test('stories are accepted under a pen name of one’s own', async () => {
  await call(mira, 'POST', '/pen-names', { username: 'Mira-Elsewhere' });
  const stranger = await signedIn(context, 'tomas');
  await call(stranger, 'POST', '/pen-names', { username: 'Tomas-Elsewhere' });
  const preview = await ready(mira, [{ name: 'ferry.md', content: novel }]);
  const path = `/imports/${preview.id}/accept`;
  for (const author_username of ['Tomas-Elsewhere', 'nobody-at-all'])
    assert.equal((await call(mira, 'POST', path, { author_username })).status, 403);
  const accepted = await call(mira, 'POST', path, { author_username: 'mira-elsewhere' });
  const [story] = accepted.body.data.stories;
  const stored = (await call(mira, 'GET', `/stories/${story.id}`)).body.data;
  assert.deepEqual([stored.author_username, stored.visibility], ['Mira-Elsewhere', 'draft']);
});

test('an author finds the imports that wait until they are accepted or discarded, and has room for twenty', async () => {
  const author = await signedIn(context, 'returning');
  const list = async () => (await call(author, 'GET', '/imports')).body.data.imports;
  assert.deepEqual(await list(), []);
  const first = await ready(author, [
    { name: 'a.md', content: '# A\n\nText.' },
    { name: 'b.pdf', content: '%PDF-1.7' },
  ]);
  const second = (await send(author, [{ name: 'c.md', content: '# C\n\nText.' }])).body.data;
  assert.deepEqual(
    (await list()).map(({ created_at: _, ...rest }: { created_at: string }) => rest),
    [
      { id: second.id, state: 'reading', files: ['c.md'], files_read: 0, files_total: 1 },
      { id: first.id, state: 'ready', files: ['a.md', 'b.pdf'], files_read: 2, files_total: 2 },
    ],
  );
  await call(author, 'POST', `/imports/${first.id}/accept`, {});
  await call(author, 'DELETE', `/imports/${second.id}`);
  assert.deepEqual(await list(), []);
  const waiting = Array.from({ length: MAX_OPEN_IMPORTS - 1 }, () => ({ account_id: author.id }));
  await db.insertInto('imports').values(waiting).execute();
  const one = [{ name: 'd.md', content: 'One.' }];
  assert.equal((await send(author, one)).status, 201);
  const refused = await send(author, one);
  assert.deepEqual([refused.status, refused.body.message], [422, importMessages.tooManyOpen]);
});

// Interface, Security, law, operations: Imports and schedules have their own quotas
test('accepted stories are shown to the readers that their author chose, within the day’s quota', async () => {
  const author = await signedIn(context, 'moving-in');
  const files = ['a.md', 'b.md', 'c.md'].map((name) => ({ name, content: `# ${name}\n\nText.` }));
  const preview = await ready(author, files);
  const accepted = await call(author, 'POST', `/imports/${preview.id}/accept`, { visibility: 'members' });
  assert.deepEqual(
    [accepted.status, accepted.body.message, accepted.body.data.stories.length],
    [200, importMessages.acceptedVisible, 3],
  );
  for (const { id } of accepted.body.data.stories)
    assert.equal((await call(undefined, 'GET', `/stories/${id}`)).body.data.visibility, 'members');
  const quota = shippedLimits.new_account_stories;
  const many = Array.from({ length: quota + 2 }, (_, n) => ({ name: `${n}.md`, content: 'Text.' }));
  const later = await ready(author, many);
  const limited = { ...context, publishing: { ...context.publishing, isLimited: true } };
  const input = {
    id: String(later.id),
    author_username: undefined,
    stories: undefined,
    add_to: undefined,
    chapter_state: 'draft' as const,
    visibility: 'public' as const,
  };
  const partly = await acceptOwnImport(limited, input, author.caller);
  assert.ok(partly.ok);
  const visibilities = partly.data.stories.map(
    async ({ id }) => (await call(author, 'GET', `/stories/${id}`)).body.data.visibility,
  );
  assert.deepEqual(await Promise.all(visibilities), [...Array(quota).fill('public'), 'draft', 'draft']);
  assert.ok(partly.message?.startsWith(`${importMessages.someAreDrafts} In its first`));
});

// Interface, Stories and chapters: POST /imports/{id}/accept takes changes, and {} accepts all
test('an author renames, joins, parts and leaves out before accepting', async () => {
  const preview = await ready(mira, [
    { name: 'ferry.md', content: novel },
    { name: 'other.md', content: 'Unwanted.' },
  ]);
  const [ferry] = preview.stories;
  assert.ok(ferry !== undefined);
  const sections = ferry.chapters.map((chapter) => chapter.sections.map(({ number }) => number));
  const [[before, after] = [], two = []] = sections;
  const accepted = await call(mira, 'POST', `/imports/${preview.id}/accept`, {
    stories: [
      {
        number: ferry.number,
        title: ' The  Quay ',
        chapters: [
          { title: 'Before', sections: [before] },
          { title: 'After', sections: [after, ...two] },
        ],
      },
    ],
  });
  assert.equal(accepted.status, 200);
  assert.deepEqual(
    accepted.body.data.stories.map(({ title }: { title: string }) => title),
    ['The Quay'],
  );
  const path = `/stories/${accepted.body.data.stories[0].id}/chapters`;
  const { chapters } = (await call(mira, 'GET', path)).body.data;
  const texts = await Promise.all(
    chapters.map(async ({ id }: { id: number }) => (await call(mira, 'GET', `${path}/${id}`)).body.data),
  );
  assert.deepEqual(
    texts.map(({ title, content, word_count }) => [title, content, word_count]),
    [
      ['Before', '<p>She <em>waited</em>.</p>', 2],
      ['After', '<p>Still.</p>\n<h2>Two</h2>\n<p>He came.</p>', 4],
    ],
  );
});

test('an author who joins chapters keeps the notes between them in the text', async () => {
  const chapterOf = (name: string) => ({
    ...{ title: name, content: `<p>${name}</p>` },
    ...{ note_before: `<p>before ${name}</p>`, note_after: `<p>after ${name}</p>` },
  });
  const file = { format: 'nightstand-story', title: 'Noted', chapters: ['A', 'B', 'C'].map(chapterOf) };
  const preview = await ready(mira, [{ name: 'noted.json', content: JSON.stringify(file) }]);
  const numbers = preview.stories[0]?.chapters.flatMap(({ sections }) =>
    sections.map(({ number }) => number),
  );
  const [a = 0, b = 0, c = 0] = numbers ?? [];
  const chosen = [
    { title: 'A and B', sections: [a, b] },
    { title: 'C', sections: [c] },
  ];
  const accepted = await call(mira, 'POST', `/imports/${preview.id}/accept`, {
    stories: [{ number: 1, chapters: chosen }],
  });
  const path = `/stories/${accepted.body.data.stories[0].id}/chapters`;
  const { chapters } = (await call(mira, 'GET', path)).body.data;
  const [joined, alone] = await Promise.all(
    chapters.map(async ({ id }: { id: number }) => (await call(mira, 'GET', `${path}/${id}`)).body.data),
  );
  assert.partialDeepStrictEqual(joined, {
    note_before: '<p>before A</p>',
    content: '<p>A</p>\n<p>after A</p>\n<p>before B</p>\n<p>B</p>',
    note_after: '<p>after B</p>',
    word_count: 6,
  });
  assert.partialDeepStrictEqual(alone, {
    note_before: '<p>before C</p>',
    content: '<p>C</p>',
    note_after: '<p>after C</p>',
  });
});

// Interface, Stories and chapters: Nothing becomes a story before it is accepted
test('wrong choices are refused with their reason, and nothing is made', async () => {
  const preview = await ready(mira, [{ name: 'ferry.md', content: novel }]);
  const accept = (stories: unknown) =>
    call(mira, 'POST', `/imports/${preview.id}/accept`, { stories } as object);
  const chapters = (sections: unknown) => [{ number: 1, chapters: [{ title: 'x', sections }] }];
  const table: [unknown, string][] = [
    [[{ number: 9 }], importMessages.unknownStory],
    [chapters([99]), importMessages.unknownSection],
    [chapters([]), importMessages.chapterEmpty],
  ];
  const count = async () => (await db.selectFrom('stories').select('id').execute()).length;
  const before = await count();
  for (const [stories, message] of table) {
    const refused = await accept(stories);
    assert.deepEqual([refused.status, refused.body.message], [422, message]);
  }
  assert.equal(await count(), before);
});

test('stories and chapters for which there is no room are refused with the reason, and none is made', async () => {
  const author = await signedIn(context, 'nearly-full');
  const accept = async (id: number) => {
    const { status, body } = await call(author, 'POST', `/imports/${id}/accept`, {});
    return [status, body.message];
  };
  const endless = await ready(author, [{ name: 'Rain.md', content: 'It rained.' }]);
  const [file] = await filesOf(db, endless.id);
  const [story] = file?.stories ?? [];
  const chapters = Array.from({ length: 2_001 }, () => story?.chapters[0]);
  await db
    .updateTable('import_files')
    .set({ stories: JSON.stringify([{ ...story, chapters }]) })
    .where('import_id', '=', endless.id)
    .execute();
  assert.deepEqual(await accept(endless.id), [422, '“Rain” has more chapters than a story can hold.']);
  const fill = (count: number) =>
    sql`insert into stories (author_id, title, slug) select ${author.id}::bigint, 'A', 'nearly-full-' || ${count}::integer || '-' || n
      from generate_series(1, ${count}::integer) as n`.execute(db);
  await fill(999);
  const two = await ready(author, [
    { name: 'a.md', content: 'One.' },
    { name: 'b.md', content: 'Two.' },
  ]);
  assert.deepEqual(await accept(two.id), [
    422,
    'Your account can hold 1 more of these stories. Leave some out.',
  ]);
  await fill(1);
  assert.deepEqual(await accept(two.id), [422, 'Your account holds no more stories.']);
});

// Interface, Stories and chapters: DELETE /imports/{id} discards an import
test('an import belongs to the account that sent it', async () => {
  const preview = await ready(mira, [{ name: 'a.md', content: 'Text.' }]);
  const other = await signedIn(context, 'somebody-else');
  const path = `/imports/${preview.id}`;
  for (const [method, address, body] of [
    ['GET', path, undefined],
    ['POST', `${path}/accept`, {}],
    ['DELETE', path, undefined],
  ] as const) {
    assert.equal((await call(other, method, address, body)).status, 404);
    assert.equal((await call(undefined, method, address, body)).status, 401);
  }
  assert.equal((await send(undefined, [{ name: 'a.md', content: 'x' }])).status, 401);
  assert.equal((await call(mira, 'DELETE', path)).status, 200);
  assert.equal((await call(mira, 'GET', path)).status, 404);
  assert.equal((await call(mira, 'GET', '/imports/not-a-number')).status, 404);
});

// Interface, Stories and chapters: An import is reading, ready, failed or accepted
test('a file that cannot be read is named, and the others are read', async () => {
  const files = [
    { name: 'good.md', content: 'Text.' },
    { name: '../../bad.docx', content: 'no document' },
  ];
  const preview = await ready(mira, files);
  assert.equal(preview.state, 'ready');
  assert.deepEqual(preview.problems, ['bad.docx: The file is damaged, or not what its name says.']);
  const failed = await ready(mira, [{ name: 'x.pdf', content: '%PDF-1.7' }]);
  assert.deepEqual([failed.state, failed.stories, failed.problems.length], ['failed', [], 1]);
  const refused = await call(mira, 'POST', `/imports/${failed.id}/accept`, {});
  assert.deepEqual([refused.status, refused.body.message], [422, importMessages.failed]);
});

test('an upload without files, too large or of another type is refused', async () => {
  assert.equal((await send(mira, [])).body.error.fields.files, importMessages.filesRequired);
  assert.equal((await send(mira, [{ name: 'a.md', content: 'x' }], 'other')).status, 422);
  const large = await send(mira, [{ name: 'a.txt', content: Buffer.alloc(MAX_IMPORT_BYTES + 1, 'a') }]);
  assert.deepEqual([large.status, large.body.error.code], [413, 'too_large']);
  const single = await send(mira, [{ name: 'a.txt', content: Buffer.alloc(26 * 2 ** 20, 'a') }]);
  assert.deepEqual([single.status, single.body.message], [422, importMessages.fileTooLarge]);
  const many = Array.from({ length: 101 }, (_, n) => ({ name: `${n}.md`, content: 'x' }));
  assert.equal((await send(mira, many)).status, 422);
  assert.equal((await call(mira, 'POST', '/imports', { files: ['x'] })).status, 422);
  const cut = await multipart([{ name: 'a.md', content: 'x' }]);
  const broken = await app.inject({
    ...{ method: 'POST', url: '/api/imports', payload: cut.payload.subarray(0, -20) },
    headers: { ...cut.headers, ...mira.headers },
  });
  assert.equal(broken.statusCode, 400);
  // Other calls take no form.
  const form = await multipart([{ name: 'a.md', content: 'x' }]);
  const elsewhere = await app.inject({
    ...{ method: 'POST', url: '/api/stories', payload: form.payload },
    headers: { ...form.headers, ...mira.headers },
  });
  assert.equal(elsewhere.statusCode, 415);
});

test('a reading that was killed goes on when its claim has run out', async () => {
  const sent = await send(mira, [
    { name: 'a.md', content: 'One.' },
    { name: 'b.md', content: 'Two.' },
  ]);
  const { id } = sent.body.data;
  // A process that claims a file, renews the claim and is killed leaves it behind.
  const claimed = await claimFile(db, id, 40);
  assert.equal(claimed?.name, 'a.md');
  await readImport(context, id);
  const between: Import = (await call(mira, 'GET', `/imports/${id}`)).body.data;
  assert.deepEqual([between.state, between.files_read], ['reading', 1]);
  const waiting = await sql<{ is_later: boolean }>`
    select run_at > (select claimed_until from import_files where id = ${claimed?.id}) as is_later
    from graphile_worker.jobs where key = ${`read-import-${id}`}`.execute(db);
  assert.deepEqual(waiting.rows, [{ is_later: true }], 'another run goes on after the claim');
  await db
    .updateTable('import_files')
    .set({ claimed_until: new Date(0) })
    .where('id', '=', claimed?.id ?? 0)
    .execute();
  await readImport(context, id);
  const after: Import = (await call(mira, 'GET', `/imports/${id}`)).body.data;
  assert.deepEqual([after.state, after.stories.map(({ title }) => title)], ['ready', ['a', 'b']]);
});

test('a reading that failed can be tried again at once', async () => {
  const { id } = (await send(mira, [{ name: 'a.md', content: 'One.' }])).body.data;
  const alter = (change: string) => sql`alter table import_files ${sql.raw(change)}`.execute(db);
  await alter(`add constraint unlucky check (import_id <> ${id} or stories = '[]')`);
  await assert.rejects(readImport(context, id), /unlucky/);
  await alter('drop constraint unlucky');
  await readImport(context, id);
  assert.equal((await call(mira, 'GET', `/imports/${id}`)).body.data.state, 'ready');
});

test('a file whose reading ends the process each time is given up', async () => {
  const { id } = (await send(mira, [{ name: 'a.md', content: 'One.' }])).body.data;
  await db.updateTable('import_files').set({ attempts: 3 }).where('import_id', '=', id).execute();
  await readImport(context, id);
  const { state, problems } = (await call(mira, 'GET', `/imports/${id}`)).body.data;
  assert.deepEqual([state, problems], ['failed', ['a.md: The file can’t be read.']]);
});

test('imports that nobody accepts are deleted after a day', async () => {
  const preview = await ready(mira, [{ name: 'a.md', content: 'One.' }]);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await db.updateTable('imports').set({ created_at: yesterday }).where('id', '=', preview.id).execute();
  await deleteOldImports(context);
  assert.equal((await call(mira, 'GET', `/imports/${preview.id}`)).status, 404);
});

// Interface, Stories and chapters: POST /imports takes files as multipart/form-data and answers 201 with id, state and stories
test('the description of the API says how files are sent', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json();
  const { content } = paths['/imports'].post.requestBody;
  const files = content['multipart/form-data'].schema.properties.files;
  assert.deepEqual([files.type, files.items.format], ['array', 'binary']);
});
