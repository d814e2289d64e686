import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const app = await testServer(context);

test('a program that uses a wrong method learns the right ones', async () => {
  const table = [
    ['POST', '/api/frontpage', 'GET, HEAD'],
    ['DELETE', '/api/frontpage?page=2', 'GET, HEAD'],
    ['OPTIONS', '/api/frontpage', 'GET, HEAD'],
    ['POST', `/api/stories/${stories.ferry.id}`, 'DELETE, GET, HEAD, PUT'],
    ['GET', '/api/accounts/signup', 'POST'],
    ['HEAD', '/api/accounts/signup', 'POST'],
    ['PUT', '/api/openapi.json', 'GET, HEAD'],
    ['DELETE', '/api/docs', 'GET, HEAD'],
  ] as const;
  for (const [method, url, allow] of table) {
    const answer = await app.inject({ method, url });
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, allow], `${method} ${url}`);
    assert.equal(answer.headers['cache-control'], 'no-store', url);
    if (method === 'HEAD') continue;
    const message = `This address answers ${allow} only`;
    assert.deepEqual(
      answer.json(),
      { success: false, error: { code: 'method_not_allowed', message }, message },
      url,
    );
  }
});

test('an unknown address of the API and calls for staff answer 404 to any method', async () => {
  const urls = ['/api', '/api/nope', '/api/frontpage/', '/api/stories/1/nope', '/api/moderation/log'];
  for (const url of urls)
    for (const method of ['POST', 'PATCH', 'OPTIONS'] as const) {
      const { statusCode, headers } = await app.inject({ method, url });
      assert.deepEqual([statusCode, headers.allow], [404, undefined], `${method} ${url}`);
    }
});
