import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { submitTakedown } from '../contract.ts';
import { reinstatementDays, type TakedownStep } from '../rules.ts';
import { listTakedowns, readTakedown, recordTakedownStep } from './requests.ts';
import { submitRequest } from './submission.ts';

const { context } = await testDatabase();
const { db } = context;
const moderator = await signedIn(context, 'Warden', { role: 'moderator' });
const by = { id: moderator.id, username: moderator.username };
const anyone = { account: undefined, network: '192.0.2', userAgent: '', cookies: {} };

async function received(reason: string): Promise<number> {
  const input = submitTakedown.input.parse({
    requester_name: 'Ida Marlowe',
    requester_email: 'ida@example.org',
    content_description: 'A story of mine',
    reason,
    owner_info: 'Mine',
    address: '4 Quay Street',
    electronic_signature: true,
  });
  const outcome = await submitRequest(context, input, anyone);
  assert.ok(outcome.ok);
  return outcome.data.id;
}

function note(requestId: number, step: Exclude<TakedownStep, 'received'>, words = `It is ${step}`) {
  return db
    .transaction()
    .execute((transaction) => recordTakedownStep(transaction, { requestId, step, note: words }, by));
}

async function waiting(): Promise<number[]> {
  const { requests } = await listTakedowns(db, { isWaiting: true, page: 1, limit: 100 });
  return requests.map((request) => request.id);
}

test('a case goes through its steps, each with who and when, and waits only while it is a moderator’s turn', async () => {
  const id = await received('A case to the end');
  assert.deepEqual(await waiting(), [id]);
  assert.ok((await note(id, 'removed', 'Clearly a copy.')).ok);
  assert.deepEqual(await waiting(), []);
  assert.ok((await note(id, 'counter-notice', 'I wrote it myself. Mira Quill, 1 Hill Road')).ok);
  assert.deepEqual(await waiting(), [id]);
  assert.ok((await note(id, 'put-back')).ok);
  assert.deepEqual(await waiting(), []);

  const takedown = await readTakedown(db, id);
  assert.ok(takedown.ok);
  const { steps, ...request } = takedown.data;
  assert.deepEqual(
    [request.reason, request.requester_email, request.waiting_since],
    ['A case to the end', 'ida@example.org', null],
  );
  assert.deepEqual(
    steps.map(({ step, username, note: words }) => [step, username, words]),
    [
      ['received', null, ''],
      ['removed', 'Warden', 'Clearly a copy.'],
      ['counter-notice', 'Warden', 'I wrote it myself. Mira Quill, 1 Hill Road'],
      ['put-back', 'Warden', 'It is put-back'],
    ],
  );
  const counter = steps[2];
  assert.ok(counter);
  const { from, until } = reinstatementDays(counter.happened_at.toISOString().slice(0, 10));
  assert.deepEqual([counter.put_back_from, counter.put_back_until], [from, until]);
  assert.deepEqual([steps[1]?.put_back_from, steps[3]?.put_back_until], [null, null]);
});

test('a step that can’t follow is refused and changes nothing', async () => {
  const id = await received('Out of order');
  const refused = await note(id, 'put-back');
  assert.deepEqual([refused.ok, refused.ok || refused.kind], [false, 'taken']);
  await note(id, 'rejected');
  assert.equal((await note(id, 'counter-notice')).ok, false);
  const papers = await readTakedown(db, id);
  assert.deepEqual(papers.ok && papers.data.steps.map(({ step }) => step), ['received', 'rejected']);
  const missing = await note(999_999, 'removed');
  assert.deepEqual([missing.ok, missing.ok || missing.kind], [false, 'not-found']);
  assert.equal((await readTakedown(db, 999_999)).ok, false);
});

test('of two moderators who decide at once one is told that it is decided', async () => {
  const id = await received('Decided twice');
  const outcomes = await Promise.all([note(id, 'removed'), note(id, 'rejected'), note(id, 'removed')]);
  const decided = outcomes.filter((outcome) => outcome.ok).length;
  const papers = await readTakedown(db, id);
  const steps = papers.ok ? papers.data.steps.map(({ step }) => step) : [];
  // A rejected request can still lead to a removal, so a second step can be valid.
  assert.equal(steps.length, decided + 1);
  for (const [at, step] of steps.slice(1).entries()) assert.notEqual(step, steps[at]);
});

test('a deleted moderator stays named in decisions, and a decided request can be repeated', async () => {
  const id = await received('Sent anew');
  await note(id, 'rejected');
  const again = await received('Sent anew');
  assert.notEqual(again, id);
  assert.deepEqual(await waiting(), [again]);
  await db.deleteFrom('accounts').where('id', '=', moderator.id).execute();
  const papers = await readTakedown(db, id);
  assert.deepEqual(papers.ok && papers.data.steps.at(-1)?.username, 'Warden');
});

test('the list of all goes backwards in time, page by page', async () => {
  const { pagination } = await listTakedowns(db, { isWaiting: false, page: 1, limit: 2 });
  const ids: number[] = [];
  for (let page = 1; page <= pagination.pages; page++) {
    const { requests } = await listTakedowns(db, { isWaiting: false, page, limit: 2 });
    ids.push(...requests.map((request) => request.id));
  }
  assert.equal(ids.length, pagination.total);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  );
  const beyond = await listTakedowns(db, { isWaiting: false, page: 100_000, limit: 2 });
  assert.deepEqual(beyond.requests, []);
});
