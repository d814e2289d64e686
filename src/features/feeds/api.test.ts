import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apiCalls } from '#tests/support/api-calls.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const call = apiCalls(await testServer(context));

describe('the addresses of a private feed', () => {
  // Interface, Following, feeds, books: POST /feed-token renews the token
  test('are made on request, shown again, renewed and removed', async () => {
    const reader = await signedIn(context, 'otto-reads');
    assert.equal((await call(reader, 'GET', '/feed-token')).body.data.address, null);
    const first = (await call(reader, 'POST', '/feed-token', {})).body.data;
    assert.match(first.token, /^[\w-]{43}$/);
    assert.deepEqual(first, {
      token: first.token,
      url: `${context.publicUrl}/feed/${first.token}.xml`,
      json_url: `${context.publicUrl}/feed/${first.token}.json`,
      opds_url: `${context.publicUrl}/opds/${first.token}`,
      opds_v2_url: `${context.publicUrl}/opds/v2/${first.token}`,
    });
    assert.deepEqual((await call(reader, 'GET', '/feed-token')).body.data.address, first);
    const second = (await call(reader, 'POST', '/feed-token', {})).body.data;
    assert.notEqual(second.token, first.token);
    assert.equal((await call(reader, 'DELETE', '/feed-token')).status, 200);
    assert.equal((await call(reader, 'GET', '/feed-token')).body.data.address, null);
    assert.equal((await call(reader, 'DELETE', '/feed-token')).status, 200);
  });

  test('are renewed and removed by a suspended account too, because others may know them', async () => {
    const reader = await signedIn(context, 'nils-reads');
    const first = (await call(reader, 'POST', '/feed-token', {})).body.data;
    await context.db
      .updateTable('accounts')
      .set({ suspended_at: new Date(), suspended_for: 'spam' })
      .where('id', '=', reader.id)
      .execute();
    assert.notEqual((await call(reader, 'POST', '/feed-token', {})).body.data.token, first.token);
    assert.equal((await call(reader, 'DELETE', '/feed-token')).status, 200);
  });

  test('are stored as a hash alone', async () => {
    const reader = await signedIn(context, 'mara-reads');
    const { token } = (await call(reader, 'POST', '/feed-token', {})).body.data;
    const rows = await context.db.selectFrom('feed_tokens').selectAll().execute();
    const stored = rows.flatMap(({ token_hash, salt }) =>
      [token_hash, salt].flatMap((bytes) => [bytes.toString(), bytes.toString('base64url')]),
    );
    assert.ok(!stored.some((text) => text.includes(token)));
  });
});
