import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillWorld } from '#tests/world.ts';
import { SHARE_PLATFORMS } from './contract.ts';

const { services } = await testDatabase();
const { stories } = await fillWorld(services);
const app = await testServer(services);

function share(id: string | number, payload: unknown) {
  return app.inject({ method: 'POST', url: `/api/tracking/stories/${id}/share`, payload: payload as object });
}

test('shares are added up per platform, whoever makes them', async () => {
  for (const shared_platform of SHARE_PLATFORMS) {
    const answer = await share(stories.ferry.id, { shared_platform });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true, data: {} }]);
  }
  await Promise.all(Array.from({ length: 20 }, () => share(stories.ferry.slug, { shared_platform: 'copy' })));
  const rows = await services.db
    .selectFrom('story_shares')
    .selectAll()
    .where('platform', '=', 'copy')
    .execute();
  assert.deepEqual(rows, [{ story_id: stories.ferry.id, platform: 'copy', share_count: 21 }]);
});

test('what is not a share is refused by name', async () => {
  const wrong = await share(stories.ferry.id, { shared_platform: 'myspace' });
  assert.equal(wrong.statusCode, 422);
  assert.equal(
    wrong.json().error.fields.shared_platform,
    'Platform must be twitter, facebook, email or copy',
  );
  assert.equal((await share(stories.ferry.id, {})).statusCode, 422);
  assert.equal((await share(stories.ferry.id, [])).statusCode, 400);
  assert.equal((await share('999999', { shared_platform: 'copy' })).statusCode, 404);
  const form = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${stories.ferry.id}/share`,
    headers: { 'content-type': 'text/plain' },
    payload: '{"shared_platform":"copy"}',
  });
  assert.equal(form.statusCode, 415);
  const broken = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${stories.ferry.id}/share`,
    headers: { 'content-type': 'application/json' },
    payload: '{"shared_platform":',
  });
  assert.deepEqual([broken.statusCode, broken.json().success], [400, false]);
});
