import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';

const { services } = await testDatabase({ mailCaps: true });
const { db, outbox } = services;

const mail = (kind = 'note') => ({ kind, subject: 'A note', text: 'Hello', html: '<p>Hello</p>' });
const turnsTo = (address: string) =>
  db.selectFrom('outbox_mails').selectAll().where('address_key', '=', address).orderBy('id').execute();

test('five hundred requests for one person plan at most five mails, in their turns', async () => {
  await Promise.all(
    Array.from({ length: 500 }, (_, i) =>
      db
        .transaction()
        .execute((transaction) =>
          outbox.post(transaction, i % 2 ? 'Ada@example.org' : 'ada@example.org', () => mail()),
        ),
    ),
  );
  const rows = await turnsTo('ada@example.org');
  assert.equal(rows.length, 500);
  const planned = rows.filter((row) => row.dropped_at === null).map((row) => row.send_at.getTime());
  assert.equal(planned.length, 5);
  const first = planned[0] ?? 0;
  assert.deepEqual(
    planned.map((time) => (time - first) / 60_000),
    [0, 1, 2, 60, 61],
  );
});
