import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverReason, UNREADABLE_ANSWER, withReason } from '#base/failure.ts';
import { subscribe } from '#features/newsletter/contract/newsletter.ts';
import { callApi } from './api-client.ts';

function answered(status: number, body: string) {
  const input = { email: 'nell@example.org' };
  return callApi(subscribe, input, { transport: async () => new Response(body, { status }) });
}

// Spec 7: Success flag, data envelope, error.message
test('a failed call has the message of its answer, wherever the answer has it', async () => {
  const rejections = [
    [503, { success: false, error: { code: 'busy', message: 'Later' }, message: 'Now' }, 'busy', /^Later$/],
    [503, { success: false, error: { message: 'Later' } }, 'refused', /^Later$/],
    [503, { success: false, message: 'Later' }, 'refused', /^Later$/],
    [200, { success: false, data: null, message: 'Later' }, 'refused', /^Later$/],
    [502, { success: false }, UNREADABLE_ANSWER, /can’t be read/],
    [502, null, UNREADABLE_ANSWER, /can’t be read/],
  ] as const;
  for (const [status, body, code, message] of rejections)
    await assert.rejects(answered(status, JSON.stringify(body)), { name: 'ApiError', status, code, message });
  await assert.rejects(answered(502, '<html>'), { code: UNREADABLE_ANSWER });
  assert.deepEqual(await answered(200, '{"success":true,"data":{}}'), {});
});

// Spec 8: Server text preferred, else the fallback (note 6)
test('an answer without a text gives no reason', async () => {
  const failureOf = (body: string) => answered(503, body).catch((error: unknown) => error);
  const wordless = await failureOf('{"success":false}');
  assert.equal(serverReason(wordless), undefined);
  assert.equal(withReason('Failed to update story', wordless), 'Failed to update story');
  const worded = await failureOf('{"success":false,"message":"Later"}');
  assert.equal(serverReason(worded), 'Later');
  assert.equal(withReason('Failed to update story', worded), 'Failed to update story: Later');
});
