import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSubmissions } from './submissions.ts';

const EARLY = '2026-11-21T08:00:00.000Z';
const LATE = '2026-11-21T08:00:04.000Z';

/** A form whose draft is stored at each of these times in turn, and whose first answer is lost. */
function formWith(times: (string | null)[]) {
  const submit = createSubmissions();
  const sent: { submitKey: string; draft_updated_at: string | null }[] = [];
  const discarded: string[] = [];
  const draft = {
    settle: async () => times.shift() ?? null,
    discardOnServer: async (updatedAt: string) => void discarded.push(updatedAt),
  };
  const press = (title: string) =>
    submit(draft, { title }, async ({ draft_updated_at }, { submitKey }) => {
      sent.push({ submitKey, draft_updated_at });
      if (sent.length === 1) throw new Error('the answer is lost');
    });
  return { press, sent, discarded };
}

test('an author whose answer was lost repeats the same request, although the draft was stored meanwhile', async () => {
  const { press, sent, discarded } = formWith([EARLY, LATE]);
  await assert.rejects(press('Once'));
  await press('Once');
  assert.deepEqual(sent[1], sent[0]);
  assert.equal(sent[0]?.draft_updated_at, EARLY);
  assert.deepEqual(discarded, [LATE]);
});

test('an author who changes the text makes another request, with its own draft', async () => {
  const { press, sent, discarded } = formWith([EARLY, LATE]);
  await assert.rejects(press('Once'));
  await press('Twice');
  assert.notEqual(sent[1]?.submitKey, sent[0]?.submitKey);
  assert.equal(sent[1]?.draft_updated_at, LATE);
  assert.deepEqual(discarded, []);
});
