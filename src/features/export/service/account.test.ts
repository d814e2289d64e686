import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import yauzl from 'yauzl';
import { fillEveryTable } from '#tests/backup/full-database.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const app = await testServer(context);

async function exportFor(headers: Record<string, string>): Promise<Record<string, string>> {
  const { statusCode, rawPayload } = await app.inject({ url: '/api/accounts/export', headers });
  assert.equal(statusCode, 200);
  const archive = await yauzl.fromBufferPromise(rawPayload, { strictFileNames: true });
  const files: Record<string, string> = {};
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = await text(await archive.openReadStreamPromise(entry));
  return files;
}

test('an export has nothing that belongs to others', async () => {
  // Some rows of the full database go to the account that came first.
  const other = await signedIn(context, 'keeps-everything');
  const { id, headers } = await signedIn(context, 'keeps-nothing');
  const forget = () => context.db.deleteFrom('account_activity').where('account_id', '=', id).execute();
  await forget();
  const alone = await exportFor(headers);
  await fillEveryTable(context);
  await context.db
    .updateTable('credentials')
    .set({ email: 'Reader@Example.org', email_verified_at: new Date() })
    .where('account_id', '=', other.id)
    .execute();
  await forget();
  const among = await exportFor(headers);
  for (const files of [alone, among]) assert.equal(JSON.parse(files['activity.json'] ?? '').length, 1);
  const times = { 'activity.json': '' };
  assert.deepEqual({ ...among, ...times }, { ...alone, ...times });
});
