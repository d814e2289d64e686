import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIMIT_NAMES, LIMITS, type LimitName, limitsFrom } from '#base/limits.ts';
import { listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import { createStrangerQuota } from '#platform/rate-limits/stranger-quota.ts';
import type { Context } from '#platform/runtime/context.ts';
import { createRequester, type SendRequest } from '#tests/support/api-requester.ts';
import { multipart } from '#tests/support/multipart.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase, testSettings } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { liveSettingsOf } from './live-values.ts';

const { context, connectionString } = await testDatabase({ throttle: true, publishing: true });
const ada = await signedIn(context, 'ada-keeps', { role: 'admin' });

/** Another process on the same database, which hears of changes from it alone. */
const otherSettings = liveSettingsOf(context, testSettings, []);
const other: Context = {
  ...context,
  settings: otherSettings,
  strangerQuota: createStrangerQuota({ ...context, limits: () => otherSettings.values.limits }),
};
const listener = listenForInvalidation(connectionString, [otherSettings], context.log);
after(() => listener.stop());
const [here, there] = await Promise.all(
  [context, other].map(async (each) => createRequester(await testServer(each))),
);
assert.ok(here !== undefined && there !== undefined);
const processes: readonly [SendRequest, SendRequest] = [here, there];

let heard = Promise.withResolvers<void>();
otherSettings.onChange(() => heard.resolve());

async function limit(values: Partial<Record<LimitName, number>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const { data } = await processes[0]('GET /moderation/settings', { token: ada.token });
    const { revision } = data.settings.find((each: { name: string }) => each.name === name);
    heard = Promise.withResolvers<void>();
    const changed = await processes[0](`PUT /moderation/settings/${name}`, {
      ...{ token: ada.token, body: { value: String(value), revision } },
    });
    assert.equal(changed.status, 200, changed.text);
    await heard.promise;
  }
}

/** The answer of a process to a request beyond the limit. */
type Refused = (
  send: SendRequest,
  number: number,
) => Promise<{ status: number; message: string | undefined }>;

async function assertInBoth(refused: Refused, status: number, message: RegExp): Promise<void> {
  for (const [number, send] of processes.entries()) {
    const answer = await refused(send, number);
    assert.equal(answer.status, status);
    assert.match(answer.message ?? '', message);
  }
}

const newcomer = (name: string) => signedIn(context, name);

async function writeStory(send: SendRequest, token: string, title: string) {
  const story = await send('POST /stories', { token, body: { title } });
  if (story.status !== 201) return story;
  const body = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  return send(`POST /stories/${story.data.id}/chapters`, { token, body });
}

test('each limit has its default until an admin changes it, within its range', async () => {
  const { data } = await processes[0]('GET /moderation/settings', { token: ada.token });
  for (const name of LIMIT_NAMES) {
    const setting = data.settings.find((each: { name: string }) => each.name === name);
    assert.equal(setting.value, String(testSettings.limits[name]), name);
    const { least, most, shipped } = LIMITS[name];
    assert.ok(least <= shipped && shipped <= most, name);
    for (const value of [least - 1, most + 1, `${least}x`]) {
      const body = { value: String(value), revision: 0 };
      const refused = await processes[0](`PUT /moderation/settings/${name}`, { token: ada.token, body });
      assert.equal(refused.status, 422, `${name} ${value}`);
      assert.match(String(refused.error?.fields?.value), /must be a whole number from \d/);
    }
  }
  assert.deepEqual(
    limitsFrom((name) => otherSettings.values.limits[name]),
    testSettings.limits,
  );
});

test('publishing of new accounts: every process refuses by the new numbers, and names them', async () => {
  await limit({ new_account_stories: 1, new_account_chapters: 2 });
  await assertInBoth(
    async (send, number) => {
      const { token } = await newcomer(`nan-${number}`);
      assert.equal((await writeStory(send, token, `First ${number}`)).status, 201);
      return writeStory(send, token, `Second ${number}`);
    },
    429,
    /^In its first 3 days an account can publish 1 story and 2 chapters a day, and schedule 2 chapters/,
  );
  await limit({ new_account_stories: 3 });
  const { token } = await newcomer('nan-3');
  for (const title of ['A', 'B']) assert.equal((await writeStory(processes[1], token, title)).status, 201);
});

test('an account stays new for as many days as the limit says', async () => {
  const old = await newcomer('otto-writes');
  await context.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 5 * 86_400_000) })
    .where('id', '=', old.id)
    .execute();
  await limit({ new_account_stories: 1 });
  assert.equal((await writeStory(processes[1], old.token, 'Old enough')).status, 201);
  await limit({ new_account_days: 7 });
  await assertInBoth(
    (send) => writeStory(send, old.token, 'New again'),
    429,
    /^In its first 7 days an account can publish 1 story/,
  );
});

test('comments: a new account never sends more than others', async () => {
  const author = await newcomer('una-writes');
  await limit({ new_account_stories: 5 });
  await writeStory(processes[0], author.token, 'Talked About');
  await limit({ new_account_comments: 3, member_comments: 1 });
  await assertInBoth(
    async (send, number) => {
      const { token } = await newcomer(`talks-${number}`);
      const comment = (content: string) =>
        send('POST /stories/talked-about/comments', { token, body: { content } });
      assert.equal((await comment('I liked the lamp.')).status, 201);
      return comment('And the harbour.');
    },
    429,
    /^You can send 1 comment an hour\./,
  );
});

test('reports without an account', async () => {
  await limit({ guest_reports: 2 });
  await assertInBoth(
    async (send, number) => {
      const report = () =>
        send('POST /reports', {
          body: { url: '/story/talked-about', reason: 'This copies a text of mine.' },
          from: `198.51.${number}.7`,
        });
      for (let n = 0; n < 2; n++) assert.equal((await report()).status, 201);
      return report();
    },
    429,
    /^We accept 2 reports a day from one network/,
  );
});

test('registrations from one network', async () => {
  await limit({ network_sign_ups: 1 });
  await assertInBoth(
    async (send, number) => {
      const register = (name: string) =>
        send('POST /accounts/signup', {
          body: { username: name, email: `${name}@example.org`, password: 'nine quiet harbours' },
          from: `203.0.${number}.7`,
        });
      for (const letter of ['a', 'b']) {
        const answer = await register(`joins-${letter}-${number}`);
        assert.equal(answer.status, 201, answer.text);
      }
      return register(`joins-c-${number}`);
    },
    429,
    /^From your network, 1 account can be created in half an hour/,
  );
});

test('invitations of a member', async () => {
  await limit({ member_invitations: 1 });
  await assertInBoth(
    async (send, number) => {
      const { token } = await newcomer(`invites-${number}`);
      const invite = () => send('POST /accounts/invitations', { token, body: {} });
      assert.equal((await invite()).status, 201);
      const { data } = await send('GET /accounts/invitations', { token });
      assert.deepEqual([data.allowed, data.left], [1, 0]);
      return invite();
    },
    429,
    /^You can invite 1 person in 30 days\./,
  );
});

test('imports of a member', async () => {
  await limit({ member_imports: 1 });
  await assertInBoth(
    async (send, number) => {
      const { token } = await newcomer(`imports-${number}`);
      const importBook = async () => {
        const file = { name: 'ferry.md', content: '# The Ferry\n\n## One\n\nShe waited.' };
        const { payload, headers } = await multipart([file]);
        return send('POST /imports', { token, body: payload, headers });
      };
      for (let n = 0; n < 2; n++) assert.ok((await importBook()).status < 300);
      return importBook();
    },
    429,
    /^You can import 1 time a day without a wait\. Please wait \d+ seconds? and try again\./,
  );
});
