import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { MAX_OPEN_TAG_PROPOSALS, tagProposalMessages } from '../contract/proposals.ts';

const { context } = await testDatabase();
const { db } = context;
const { call, author, reader, another, moderator, newStory } = await moderatedSite(context);

before(async () => {
  await newStory(author, ['slow burn', 'slow-burning', 'romance', 'sea', 'ferry', 'drama']);
});

const propose = (input: object, person = reader) => call(person, 'POST', '/tags/proposals', input);
const own = async (person = reader) =>
  (await call(person, 'GET', '/tags/proposals')).body.data.proposals as { id: number; state: string }[];
const queue = async () =>
  (await call(moderator, 'GET', '/moderation/tag-proposals')).body.data.proposals as {
    id: number;
    proposer_count: number;
    problem: string | null;
  }[];

// Interface, Finding and avoiding: POST /tags/proposals takes tag with canonical or parent
test('a member suggests, a second one joins, and staff see one suggestion', async () => {
  const first = await propose({ tag: 'Slow Burning', canonical: 'SLOW BURN' });
  assert.equal(first.status, 201, JSON.stringify(first.body));
  const { id, ...rest } = first.body.data;
  assert.deepEqual(
    { ...rest, created_at: 'then' },
    {
      ...{ relation: 'canonical', tag: 'slow-burning', canonical: 'slow burn', parent: null, kind: null },
      ...{ state: 'open', note: '', created_at: 'then', decided_at: null },
    },
  );
  const second = await propose({ tag: 'slow-burning', canonical: 'slow burn' }, another);
  assert.deepEqual(second.body.data, first.body.data);
  await propose({ tag: 'slow-burning', canonical: 'slow burn' });
  assert.deepEqual(
    (await queue()).map((queued) => [queued.id, queued.proposer_count, queued.problem]),
    [[id, 2, null]],
  );
  assert.equal((await own())[0]?.id, id);
  assert.equal((await own(another))[0]?.id, id);
});

test('a suggestion stays until its last proposer has withdrawn it', async () => {
  const { body } = await propose({ tag: 'sea', kind: 'setting' });
  await propose({ tag: 'sea', kind: 'setting' }, another);
  const path = `/tags/proposals/${body.data.id}`;
  const isQueued = async () => (await queue()).some(({ id }) => id === body.data.id);
  assert.equal((await call(author, 'DELETE', path)).status, 404);
  assert.equal((await call(reader, 'DELETE', path)).status, 200);
  assert.equal((await call(reader, 'DELETE', path)).status, 404);
  assert.ok(await isQueued());
  assert.equal((await call(another, 'DELETE', path)).status, 200);
  assert.ok(!(await isQueued()));
});

test('a wrong suggestion is refused with a message at its field', async () => {
  for (const [input, field, message] of [
    [{ tag: 'sea', parent: 'Sea' }, 'parent', tagProposalMessages.same],
    [{ tag: 'no such', parent: 'sea' }, 'tag', tagProposalMessages.unknown],
    [{ tag: 'sea', canonical: 'no such' }, 'canonical', tagProposalMessages.unknown],
    [{ tag: 'sea' }, 'canonical', tagProposalMessages.relationRequired],
    [{ tag: 'sea', parent: 'ferry', canonical: 'ferry' }, 'canonical', tagProposalMessages.relationRequired],
    [{ tag: ' ', parent: 'ferry' }, 'tag', tagProposalMessages.tagRequired],
  ] as const) {
    const { status, body } = await propose(input);
    assert.equal(status, 422, JSON.stringify(input));
    assert.equal(body.error.fields[field], message, JSON.stringify(body));
  }
});

// Interface, Finding and avoiding: POST /tags/proposals takes tag with canonical or parent
// Interface, Finding and avoiding: A moderator accepts or rejects a proposal
test('a decided suggestion answers its proposers, and cannot be withdrawn', async () => {
  const { body } = await propose({ tag: 'ferry', parent: 'drama' });
  const decision = { decision: 'reject', note: 'Not every ferry is a drama.' };
  const path = `/moderation/tag-proposals/${body.data.id}/decision`;
  assert.equal((await call(moderator, 'POST', path, decision)).status, 200);
  const [latest] = await own();
  assert.deepEqual(
    { ...latest, decided_at: 'then' },
    {
      ...{ ...body.data, state: 'rejected', note: decision.note, decided_at: 'then' },
    },
  );
  assert.equal((await call(reader, 'DELETE', `/tags/proposals/${body.data.id}`)).status, 409);
  // It can be suggested again.
  const again = await propose({ tag: 'ferry', parent: 'drama' });
  assert.notEqual(again.body.data.id, body.data.id);
});

test('a suggestion that has become impossible says so, and can only be rejected', async () => {
  const { body } = await propose({ tag: 'romance', parent: 'slow burn' });
  const change = await call(moderator, 'POST', '/moderation/tag-changes', {
    tag: 'slow burn',
    parent: 'romance',
  });
  assert.equal(change.status, 201);
  const queued = (await queue()).find(({ id }) => id === body.data.id);
  assert.equal(queued?.problem, tagProposalMessages.cycle);
  const path = `/moderation/tag-proposals/${body.data.id}/decision`;
  assert.equal((await call(moderator, 'POST', path, { decision: 'accept' })).status, 422);
  assert.equal((await call(moderator, 'POST', path, { decision: 'reject' })).status, 200);
});

test('two suggestions that two tags mean each other are not both accepted', async () => {
  await newStory(author, ['lake', 'loch']);
  const there = await propose({ tag: 'loch', canonical: 'lake' });
  const back = await propose({ tag: 'lake', canonical: 'loch' });
  const accept = (id: number) =>
    call(moderator, 'POST', `/moderation/tag-proposals/${id}/decision`, { decision: 'accept' });
  assert.equal((await accept(there.body.data.id)).status, 200);
  const refused = await accept(back.body.data.id);
  assert.deepEqual([refused.status, refused.body.message], [422, tagProposalMessages.cycle]);
});

test('a member has a limited number of open suggestions', async () => {
  const person = await signedIn(context, 'eager');
  const names = Array.from({ length: MAX_OPEN_TAG_PROPOSALS + 1 }, (_, n) => `eager ${n}`);
  await newStory(author, names);
  for (const tag of names.slice(1)) assert.equal((await propose({ tag, parent: 'sea' }, person)).status, 201);
  const refused = await propose({ tag: names[0], parent: 'sea' }, person);
  assert.equal(refused.status, 422);
  assert.equal(refused.body.message, tagProposalMessages.full);
  assert.ok(!(await queue()).some((queued) => JSON.stringify(queued).includes('"eager 0"')));
});

test('a deleted account’s open suggestions go, and decided ones stay without a name', async () => {
  const person = await signedIn(context, 'leaver');
  const decided = await propose({ tag: 'drama', kind: 'theme' }, person);
  await call(moderator, 'POST', `/moderation/tag-proposals/${decided.body.data.id}/decision`, {
    decision: 'accept',
  });
  const open = await propose({ tag: 'drama', kind: 'genre' }, person);
  const shared = await propose({ tag: 'drama', kind: 'setting' }, person);
  await propose({ tag: 'drama', kind: 'setting' }, another);
  await db.deleteFrom('accounts').where('id', '=', person.id).execute();
  const ids = (await db.selectFrom('tag_proposals').select('id').execute()).map(({ id }) => id);
  assert.ok(ids.includes(decided.body.data.id) && ids.includes(shared.body.data.id));
  assert.ok(!ids.includes(open.body.data.id));
});

test('a suspended member can read, but not suggest', async () => {
  const person = await signedIn(context, 'suspended');
  await db
    .updateTable('accounts')
    .set({ suspended_at: new Date(), suspended_for: 'Spam' })
    .where('id', '=', person.id)
    .execute();
  assert.equal((await propose({ tag: 'sea', parent: 'drama' }, person)).status, 403);
  assert.equal((await call(person, 'GET', '/tags/proposals')).status, 200);
});
