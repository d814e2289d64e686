import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls } from '#urls.ts';

const { context } = await testDatabase();
const app = await testServer(context);

test('a browser that asks for an icon without a link gets a small one, in discreet mode a neutral one', async () => {
  const own = await app.inject(fileUrls.icon());
  const neutral = await app.inject({ url: fileUrls.icon(), headers: { cookie: 'discreet=1' } });
  for (const { statusCode, headers, rawPayload } of [own, neutral]) {
    assert.deepEqual([statusCode, headers['content-type'], headers.vary], [200, 'image/x-icon', 'cookie']);
    assert.deepEqual([...rawPayload.subarray(0, 6)], [0, 0, 1, 0, 1, 0]);
    assert.ok(rawPayload.length < 2048);
  }
  assert.equal(own.headers['cache-control'], 'public, max-age=86400');
  assert.equal(neutral.headers['cache-control'], 'private, max-age=86400');
  assert.ok(!own.rawPayload.equals(neutral.rawPayload));
});

test('a phone that asks for an icon without cookies gets the neutral one', async () => {
  const { statusCode, headers, rawPayload } = await app.inject(fileUrls.touchIcon());
  assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png']);
  assert.equal(headers['cache-control'], 'public, max-age=86400');
  assert.equal(rawPayload.subarray(1, 4).toString(), 'PNG');
});
