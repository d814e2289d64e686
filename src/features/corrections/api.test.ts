import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { exportAccount } from '#features/export/service/account.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { untilWaiting } from '#tests/support/until-waiting.ts';
import {
  correctionMessages,
  MAX_CORRECTIONS_PER_DAY,
  MAX_OPEN_CORRECTIONS,
  MAX_OPEN_CORRECTIONS_OF_SENDER,
  type OwnCorrection,
} from './contract.ts';
import { correctionsByAccount } from './service.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
let count = 0;

const person = (name: string) => signedIn(context, `${name}-${count++}`);

/** An author's published story with one chapter. */
async function published(visibility = 'public') {
  const author = await person('author');
  const { token } = author;
  const body = { title: `Story ${count++}`, visibility };
  const story = (await request('POST /stories', { token, body })).data;
  const chapter = { title: 'One', content: '<p>She sayed it twice.</p>' };
  const { data } = await request(`POST /stories/${story.id}/chapters`, { token, body: chapter });
  const link = async () =>
    (await request(`POST /stories/${story.id}/secret-link`, { token, body: {} })).data.url.split('/').at(-1);
  const corrections = async (id = data.id) =>
    (await request(`GET /stories/${story.id}/chapters/${id}/corrections`, { token })).data.corrections;
  return { author, token, story, chapter: data, link, corrections };
}

const correction = { quote: 'sayed', replacement: 'said', note: 'A slip.' };

async function correct(token: string | undefined, chapterId: number | string, body: object = correction) {
  return request(`POST /chapters/${chapterId}/corrections`, { ...(token && { token }), body });
}

// Interface, Conversation: POST /chapters/{id}/corrections takes quote, replacement and note
test('a signed-in reader suggests a correction, which only the author sees', async () => {
  const { token, story, chapter, corrections } = await published();
  const reader = await person('reader');
  const sent = await correct(reader.token, chapter.id);
  assert.equal(sent.status, 201);
  assert.deepEqual([sent.data.quote, sent.data.replacement, sent.data.note], ['sayed', 'said', 'A slip.']);
  const [first, ...others] = await corrections();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first.id, first.quote, first.sender_username, first.sender_display_name],
    [sent.data.id, 'sayed', reader.username, reader.username],
  );
  assert.equal((await correct(undefined, chapter.id)).status, 401);
  const stranger = await person('stranger');
  const moderator = await signedIn(context, `moderator-${count++}`, { role: 'moderator' });
  for (const other of [reader, stranger, moderator]) {
    const list = `/stories/${story.id}/chapters/${chapter.id}/corrections` as const;
    assert.equal((await request(`GET ${list}`, { token: other.token })).status, 403);
    assert.equal((await request(`GET /stories/${story.id}/corrections`, { token: other.token })).status, 403);
    const body = { decision: 'dismissed' };
    const decided = await request(`POST /corrections/${first.id}/decision`, { token: other.token, body });
    assert.equal(decided.status, 404);
  }
  for (const path of [`/stories/${story.id}`, `/stories/${story.id}/chapters/${chapter.id}`] as const)
    for (const who of [undefined, token, stranger.token])
      assert.ok(!(await request(`GET ${path}`, { ...(who && { token: who }) })).text.includes('A slip.'));
});

test('an author accepts, dismisses and takes back, and finds the numbers by chapter', async () => {
  const { token, story, chapter, corrections } = await published();
  const reader = await person('reader');
  await correct(reader.token, chapter.id);
  await correct(reader.token, chapter.id, { quote: 'twice', note: 'Once?' });
  const counted = async () =>
    (await request(`GET /stories/${story.id}/corrections`, { token })).data.chapters;
  assert.deepEqual(await counted(), [{ id: chapter.id, title: 'One', correction_count: 2 }]);
  const [first, second] = await corrections();
  assert.deepEqual([second.replacement, second.note], [null, 'Once?']);
  const decide = async (id: number | string, decision: string | null) =>
    (await request(`POST /corrections/${id}/decision`, { token, body: { decision } })).status;
  assert.equal(await decide(first.id, 'accepted'), 200);
  assert.equal(await decide(second.id, 'dismissed'), 200);
  assert.deepEqual([await corrections(), await counted()], [[], []]);
  assert.equal(await decide(second.id, null), 200);
  assert.equal((await corrections()).length, 1);
  for (const id of [999_999, 'x', '9'.repeat(19)]) assert.equal(await decide(id, 'accepted'), 404);
  assert.equal(await decide(first.id, 'shredded'), 422);
  const text = (await request(`GET /stories/${story.id}/chapters/${chapter.id}`)).data.content;
  assert.equal(text, '<p>She sayed it twice.</p>');
  await request(`DELETE /stories/${story.id}/chapters/${chapter.id}`, { token });
  assert.deepEqual(await counted(), [], 'nothing to decide in the trash');
  assert.equal((await correct(reader.token, chapter.id)).status, 404);
});

test('a correction that says nothing, or too much, is refused with its field', async () => {
  const { chapter } = await published();
  const { token } = await person('reader');
  const refused: [object, string][] = [
    [{ replacement: 'x' }, 'quote'],
    [{ quote: ' ', replacement: 'x' }, 'quote'],
    [{ quote: 7, replacement: 'x' }, 'quote'],
    [{ quote: 'x'.repeat(1001), replacement: 'y' }, 'quote'],
    [{ quote: 'x' }, 'replacement'],
    [{ quote: 'x', replacement: ' x ' }, 'replacement'],
    [{ quote: 'x', replacement: 'y'.repeat(1001) }, 'replacement'],
    [{ quote: 'x', note: 'y'.repeat(1001) }, 'note'],
  ];
  for (const [body, field] of refused) {
    const { status, error } = await correct(token, chapter.id, body);
    assert.equal(status, 422);
    assert.ok(error?.fields?.[field] !== undefined, field);
  }
  const stored = await correct(token, chapter.id, { quote: '  two\n words ', replacement: '' });
  assert.deepEqual([stored.status, stored.data.quote, stored.data.replacement], [201, 'two words', '']);
});

test('only a chapter that the reader finds takes corrections', async () => {
  const { token } = await person('reader');
  for (const visibility of ['draft', 'link'])
    assert.equal((await correct(token, (await published(visibility)).chapter.id)).status, 404, visibility);
  assert.equal((await correct(token, (await published('members')).chapter.id)).status, 201);
  for (const id of [999_999, 'x', '9'.repeat(19)]) assert.equal((await correct(token, id)).status, 404);
  const { story, chapter, token: authors } = await published();
  const body = { title: 'Two', content: '<p>Later.</p>', state: 'draft' };
  const draft = await request(`POST /stories/${story.id}/chapters`, { token: authors, body });
  assert.equal((await correct(token, draft.data.id)).status, 404);
  const hide = (set: object) => db.updateTable('stories').set(set).where('id', '=', story.id).execute();
  await hide({ withheld_at: new Date() });
  assert.equal((await correct(token, chapter.id)).status, 404);
  await hide({ withheld_at: null, trashed_at: new Date() });
  assert.equal((await correct(token, chapter.id)).status, 404);
});

test('a suspended account sends no corrections, also not by a secret link', async () => {
  const { chapter, link } = await published();
  const reader = await person('reader');
  const secret = await link();
  const suspension = { suspended_at: new Date(), suspended_for: 'spam' };
  await db.updateTable('accounts').set(suspension).where('id', '=', reader.id).execute();
  assert.equal((await correct(reader.token, chapter.id)).status, 403);
  const path = `/secret-links/${secret}/chapters/${chapter.id}/corrections` as const;
  const answer = await request(`POST ${path}`, { token: reader.token, body: correction });
  assert.deepEqual([answer.status, answer.error?.code], [403, 'suspended']);
});

test('a beta reader sends corrections with and without an account', async () => {
  const { token, chapter, link, corrections } = await published('draft');
  const path = `/secret-links/${await link()}/chapters/${chapter.id}/corrections` as const;
  const reader = await person('reader');
  assert.equal((await request(`POST ${path}`, { body: correction, from: '203.0.113.9' })).status, 201);
  assert.equal((await request(`POST ${path}`, { body: correction, token: reader.token })).status, 201);
  const senders = (await corrections()).map(
    (sent: { sender_username: string | null }) => sent.sender_username,
  );
  assert.deepEqual(senders, [null, reader.username]);
  mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY_MILLISECONDS });
  const tomorrow = await request(`POST ${path}`, { body: correction, from: '203.0.113.9' });
  mock.timers.reset();
  assert.equal(tomorrow.status, 201);
  const rows = await db.selectFrom('corrections').selectAll().where('chapter_id', '=', chapter.id).execute();
  const networks = rows.flatMap(({ network }) => network?.toString('hex') ?? []);
  assert.equal(new Set(networks).size, 2, 'nothing tells that it is the same sender as yesterday');
  assert.ok(!JSON.stringify(rows.map(({ network }) => network?.toString())).includes('203.0.113'));
  await request(`PUT /blocks/${reader.username}`, { token, body: { kind: 'block' } });
  const blocked = await request(`POST ${path}`, { body: correction, token: reader.token });
  assert.deepEqual([blocked.status, blocked.message], [403, correctionMessages.closed]);
  await link();
  assert.equal((await request(`POST ${path}`, { body: correction })).status, 404);
});

test('an author decides who may correct, and a blocked reader is told the same as everybody of a closed story', async () => {
  const { token, story, chapter } = await published();
  const set = async (fields: object) => {
    const body = { title: story.title, slug: story.slug, ...fields };
    assert.equal((await request(`PUT /stories/${story.id}`, { token, body })).status, 200);
  };
  const reader = await person('reader');
  const answer = async () => {
    const { status, message } = await correct(reader.token, chapter.id);
    return [status, message];
  };
  const closed = [403, correctionMessages.closed];
  await set({ corrections: 'off' });
  assert.deepEqual(await answer(), closed);
  await set({ corrections: 'commenters', comments: 'off' });
  assert.deepEqual(await answer(), closed);
  await set({ corrections: 'members' });
  assert.equal((await answer())[0], 201);
  await set({ corrections: 'commenters', comments: 'followers' });
  assert.deepEqual(await answer(), [403, correctionMessages.followersOnly]);
  const follow = { kind: 'story', id: story.id };
  assert.equal((await request('POST /follows', { token: reader.token, body: follow })).status, 201);
  assert.equal((await answer())[0], 201);
  // They have met by the corrections alone.
  const block = await request(`PUT /blocks/${reader.username}`, { token, body: { kind: 'block' } });
  assert.equal(block.status, 200);
  assert.deepEqual(await answer(), closed);
  await set({ corrections: 'members' });
  assert.deepEqual(await answer(), closed);
  await request(`PUT /blocks/${reader.username}`, { token, body: { kind: 'mute' } });
  assert.equal((await answer())[0], 201);
});

test('a correction that waited while the author closed the story, or blocked its sender, is refused', async () => {
  const { token, story, chapter, corrections } = await published();
  const reader = await person('reader');
  assert.equal((await correct(reader.token, chapter.id)).status, 201);
  const close = () => {
    const body = { title: story.title, slug: story.slug, corrections: 'off' };
    return request(`PUT /stories/${story.id}`, { token, body });
  };
  const block = () => request(`PUT /blocks/${reader.username}`, { token, body: { kind: 'block' } });
  const open = { title: story.title, slug: story.slug, corrections: 'members' };
  for (const change of [block, close]) {
    const sent = await db.transaction().execute(async (transaction) => {
      await sql`select id from chapters where id = ${chapter.id} for no key update`.execute(transaction);
      const waiting = correct(reader.token, chapter.id);
      await untilWaiting(db);
      assert.equal((await change()).status, 200);
      return { waiting };
    });
    const { status, message } = await sent.waiting;
    assert.deepEqual([status, message], [403, correctionMessages.closed]);
    await request(`DELETE /blocks/${reader.username}`, { token });
    await request(`PUT /stories/${story.id}`, { token, body: open });
  }
  assert.equal((await corrections()).length, 1);
});

test('a corrector is named at the end of the chapter only if both want that', async () => {
  const { token, story, chapter, corrections } = await published();
  const [shy, proud, unwanted] = [await person('shy'), await person('proud'), await person('unwanted')];
  const second = `second-${count++}`;
  await request('POST /pen-names', { token: proud.token, body: { username: second } });
  await correct(shy.token, chapter.id);
  await correct(unwanted.token, chapter.id, { ...correction, wants_credit: true });
  const sent = await correct(proud.token, chapter.id, {
    ...{ ...correction, wants_credit: true, author_username: second },
  });
  assert.equal(sent.data.wants_credit, true);
  const list: { id: number; wants_credit: boolean; sender_username: string }[] = await corrections();
  assert.deepEqual(
    list.map(({ wants_credit, sender_username }) => [sender_username, wants_credit]),
    [
      [shy.username, false],
      [unwanted.username, true],
      [second, true],
    ],
  );
  const decide = (id: number | undefined, body: object) =>
    request(`POST /corrections/${id}/decision`, { token, body });
  const named = async () =>
    (await request(`GET /stories/${story.id}/chapters/${chapter.id}`)).data.corrected_by;
  for (const { id, sender_username } of list)
    await decide(id, { decision: 'accepted', credit: sender_username !== unwanted.username });
  assert.deepEqual(await named(), [{ username: second, display_name: second, has_author_page: false }]);
  const last = list.at(-1)?.id;
  const setAccount = (values: object) =>
    db.updateTable('accounts').set(values).where('id', '=', proud.id).execute();
  const setName = (retired_at: Date | null) =>
    db.updateTable('pen_names').set({ retired_at }).where('username', '=', second).execute();
  const unnamed: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [
      () => setAccount({ suspended_at: new Date(), suspended_for: 'spam' }),
      () => setAccount({ suspended_at: null, suspended_for: null }),
    ],
    [() => setName(new Date()), () => setName(null)],
  ];
  for (const [begin, end] of unnamed) {
    await begin();
    assert.deepEqual(await named(), []);
    await end();
    assert.equal((await named()).length, 1);
  }
  await decide(last, { decision: null });
  assert.deepEqual(await named(), []);
  assert.equal((await decide(last, { decision: 'dismissed', credit: true })).status, 200);
  assert.deepEqual(await named(), []);
  assert.equal((await decide(last, { decision: 'accepted', credit: 'x' })).status, 422);
  const others = { ...correction, author_username: shy.username };
  assert.equal((await correct(proud.token, chapter.id, others)).status, 403);
});

test('a correction of words that are gone says so', async () => {
  const { token, story, chapter, corrections } = await published();
  await correct((await person('reader')).token, chapter.id);
  const isChanged = async () => (await corrections())[0].text_has_changed;
  assert.equal(await isChanged(), false);
  const body = { title: 'One', content: '<p>She said it twice.</p>' };
  await request(`PUT /stories/${story.id}/chapters/${chapter.id}`, { token, body });
  assert.equal(await isChanged(), true);
});

/** Stores so many undecided corrections of one sender, sent so many days ago. */
async function fill(chapter_id: number, sender: object, howMany: number, daysAgo = 0) {
  const created_at = new Date(Date.now() - daysAgo * 86_400_000);
  const one = { chapter_id, quote: 'x', note: 'y', created_at, ...sender };
  await db
    .insertInto('corrections')
    .values(Array.from({ length: howMany }, () => one))
    .execute();
}

test('a chapter, a sender and a day take a limited number of corrections', async () => {
  const full = await published();
  const { token, id } = await person('reader');
  await fill(full.chapter.id, { network: Buffer.from('x') }, MAX_OPEN_CORRECTIONS - 1);
  assert.equal((await correct(token, full.chapter.id)).status, 201);
  const refused = await correct(token, full.chapter.id);
  assert.deepEqual([refused.status, refused.error?.code], [429, 'too_many_requests']);

  const own = await published();
  await fill(own.chapter.id, { account_id: id }, MAX_OPEN_CORRECTIONS_OF_SENDER, 2);
  assert.equal((await correct(token, own.chapter.id)).status, 429);
  assert.equal((await correct((await person('reader')).token, own.chapter.id)).status, 201);

  const other = await published();
  await db.deleteFrom('corrections').where('account_id', '=', id).execute();
  await fill(full.chapter.id, { account_id: id }, MAX_CORRECTIONS_PER_DAY - 1);
  assert.equal((await correct(token, other.chapter.id)).status, 201);
  assert.equal((await correct(token, other.chapter.id)).status, 429);
});

test('without an account the network is limited', async () => {
  const { chapter, link } = await published('draft');
  const path = `/secret-links/${await link()}/chapters/${chapter.id}/corrections` as const;
  const send = async (from: string) => (await request(`POST ${path}`, { body: correction, from })).status;
  for (let sent = 0; sent < MAX_OPEN_CORRECTIONS_OF_SENDER; sent++)
    assert.equal(await send(`203.0.113.${sent}`), 201);
  assert.equal(await send('203.0.113.200'), 429);
  assert.equal(await send('198.51.100.1'), 201);
});

test('the export of a sender and of an author holds their corrections', async () => {
  const { author, story, chapter } = await published();
  const reader = await person('reader');
  await correct(reader.token, chapter.id);
  const files = async (id: number) => {
    const caller = { account: { id, username: '', role: 'user', isVerified: true, sessionId: 0 } as const };
    const exported = await exportAccount(context, {}, { ...caller, network: '', userAgent: '', cookies: {} });
    assert.ok(exported.ok);
    const chunks: Buffer[] = [];
    for await (const chunk of exported.data.stream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('latin1');
  };
  const name = `stories/${story.id}/corrections.json`;
  assert.ok((await files(author.id)).includes(name));
  assert.ok(!(await files(reader.id)).includes(name));
  assert.ok((await files(reader.id)).includes('corrections.json'));
});

test('a reader lists their own corrections, with what became of them, and withdraws one that waits', async () => {
  const { token, story, chapter, link, corrections } = await published();
  const reader = await person('reader');
  const other = await person('other');
  const own = async (who = reader) => (await request('GET /corrections', { token: who.token })).data;
  assert.deepEqual((await own()).corrections, []);
  const ids: number[] = [];
  for (const wants_credit of [false, true, false])
    ids.push((await correct(reader.token, chapter.id, { ...correction, wants_credit })).data.id);
  await correct(other.token, chapter.id);
  const decide = (id: number | undefined, body: object) =>
    request(`POST /corrections/${id}/decision`, { token, body });
  await decide(ids[0], { decision: 'dismissed' });
  await decide(ids[1], { decision: 'accepted', credit: true });
  const { corrections: listed, pagination } = await own();
  assert.equal(pagination.total, 3);
  assert.deepEqual(
    listed.map(({ id, state, is_named }: OwnCorrection) => [id, state, is_named]),
    [
      [ids[2], 'waiting', false],
      [ids[1], 'accepted', true],
      [ids[0], 'dismissed', false],
    ],
  );
  const [waiting] = listed;
  assert.deepEqual(
    [waiting.quote, waiting.replacement, waiting.note, waiting.author_username],
    ['sayed', 'said', 'A slip.', reader.username],
  );
  assert.deepEqual(
    [waiting.story_slug, waiting.story_title, waiting.chapter_id, waiting.chapter_title],
    [story.slug, story.title, chapter.id, 'One'],
  );

  const withdraw = (id: number | string | undefined, who = reader) =>
    request(`DELETE /corrections/${id}`, { token: who.token });
  assert.equal((await withdraw(ids[2], other)).status, 404);
  assert.equal((await withdraw('x')).status, 404);
  const decided = await withdraw(ids[1]);
  assert.deepEqual([decided.status, decided.message], [422, correctionMessages.isDecided]);
  const inbox = async () => (await request('GET /inbox', { token })).data.groups.length;
  assert.equal(await inbox(), 1);
  assert.equal((await withdraw(ids[2])).message, correctionMessages.withdrawn);
  assert.equal((await withdraw(ids[2])).status, 404);
  assert.equal((await own()).pagination.total, 2);
  assert.equal((await corrections()).length, 1);
  assert.equal((await decide(ids[2], { decision: 'accepted' })).status, 404);

  // A story that the reader cannot find any more keeps its name to itself, and so does a draft.
  for (const fields of [{ visibility: 'draft' }, { visibility: 'public' }]) {
    const body = { title: story.title, slug: story.slug, ...fields };
    await request(`PUT /stories/${story.id}`, { token, body });
    const [first] = (await own()).corrections;
    const isFound = fields.visibility === 'public';
    const [exported] = await correctionsByAccount(db, reader.id);
    assert.equal(exported?.story, isFound ? story.slug : null);
    assert.deepEqual(
      [first.story_slug, first.story_title, first.chapter_id],
      isFound ? [story.slug, story.title, chapter.id] : [null, null, null],
    );
  }
  await sql`update chapters set state = 'draft' where id = ${chapter.id}`.execute(db);
  const [hidden] = (await own()).corrections;
  assert.deepEqual([hidden.story_slug, hidden.chapter_id, hidden.chapter_title], [story.slug, null, null]);
  const shared = `/secret-links/${await link()}/chapters/${chapter.id}/corrections` as const;
  await request(`POST ${shared}`, { token: other.token, body: correction });
  assert.deepEqual((await own(other)).corrections[0].chapter_title, null);
  await sql`update chapters set state = 'published', trashed_at = now() where id = ${chapter.id}`.execute(db);
  assert.deepEqual((await own()).corrections[0].chapter_title, null);
});
