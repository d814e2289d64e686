import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { announcementMessages } from './contract.ts';
import { announcementsOf } from './service/live-announcements.ts';

const { context, connectionString } = await testDatabase();
const request = await createRequester(await testServer(context));
after(() => context.announcements.stop());
const ada = await signedIn(context, 'ada-keeps', { role: 'admin' });
const bea = await signedIn(context, 'bea-keeps', { role: 'admin' });
const mod = await signedIn(context, 'mo-moderates', { role: 'moderator' });

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const details = (fields: object = {}) => ({
  ...{ kind: 'notice', text: 'We have new shelves.', starts_at: inHours(-1), ends_at: inHours(1) },
  ...fields,
});
const write = (fields: object = {}, token = ada.token) =>
  request('POST /moderation/announcements', { token, body: details(fields) });
const edit = (id: number, revision: number, fields: object = {}) =>
  request(`PUT /moderation/announcements/${id}`, {
    token: bea.token,
    body: { ...details(fields), revision },
  });
const press = (id: number, what: 'end' | 'undo', revision: number) =>
  request(`POST /moderation/announcements/${id}/${what}`, { token: ada.token, body: { revision } });
const shown = () => context.announcements.current().map(({ id, text }) => ({ id, text }));

test('only admins announce', async () => {
  assert.equal((await write({}, mod.token)).status, 404);
  assert.equal((await request('GET /moderation/announcements', { token: mod.token })).status, 404);
});

test('an announcement is shown, edited, ended, and each step undone', async () => {
  const { data: written } = await write();
  assert.equal(written.state, 'shown');
  const { id } = written;
  assert.deepEqual(shown(), [{ id, text: 'We have new shelves.' }]);
  assert.equal((await edit(id, 1, { text: 'We have new lamps.' })).status, 200);
  assert.deepEqual(shown(), [{ id, text: 'We have new lamps.' }]);
  const late = await edit(id, 1, { text: 'Late.' });
  assert.deepEqual([late.status, late.message], [409, announcementMessages.conflict]);
  assert.equal((await press(id, 'end', 2)).data.state, 'over');
  assert.deepEqual(shown(), []);
  assert.equal((await press(id, 'end', 3)).status, 409);
  assert.equal((await press(id, 'undo', 2)).status, 409);
  assert.equal((await press(id, 'undo', 3)).status, 200);
  assert.deepEqual(shown(), [{ id, text: 'We have new lamps.' }]);
  const { data } = await request('GET /moderation/announcements/changes', { token: ada.token });
  assert.deepEqual(
    data.changes.map(({ action, changed_by, is_latest }: Record<string, unknown>) => [
      action,
      changed_by,
      is_latest,
    ]),
    [
      ['undo', 'ada-keeps', true],
      ['end', 'ada-keeps', false],
      ['edit', 'bea-keeps', false],
      ['write', 'ada-keeps', false],
    ],
  );
  await press(id, 'end', 4);
});

test('an announcement that has not started is called off, and undoing the first step does the same', async () => {
  const { data: coming } = await write({ starts_at: inHours(2), ends_at: inHours(3) });
  assert.equal(coming.state, 'coming');
  assert.equal((await press(coming.id, 'end', 1)).data.state, 'over');
  const { data: other } = await write({ starts_at: inHours(2), ends_at: inHours(3) });
  assert.equal((await press(other.id, 'undo', 1)).data.state, 'over');
  assert.equal((await press(999_999_999, 'undo', 1)).status, 404);
  assert.equal((await press(999_999_999, 'end', 1)).status, 404);
  assert.equal((await edit(999_999_999, 1)).status, 404);
});

test('undoing the first step of an announcement that has ended leaves its end where it was', async () => {
  const { data: old } = await write();
  const ends_at = inHours(-0.5);
  await context.db
    .updateTable('announcement_revisions')
    .set({ ends_at: new Date(ends_at) })
    .where('announcement_id', '=', old.id)
    .execute();
  const { data: undone } = await press(old.id, 'undo', 1);
  assert.deepEqual([undone.state, undone.ends_at], ['over', ends_at]);
});

test('bad input is refused at its field', async () => {
  const later = inHours(1);
  const cases: [object, string, string][] = [
    [{ text: ' ' }, 'text', announcementMessages.textRequired],
    [{ text: 'x'.repeat(401) }, 'text', announcementMessages.textTooLong],
    [{ text: '[a](/b) [c](/d) [e](/f)' }, 'text', announcementMessages.links],
    [{ text: '[a](javascript:b)' }, 'text', announcementMessages.linkForm],
    [{ starts_at: 'soon' }, 'starts_at', announcementMessages.startRequired],
    [{ starts_at: '0001-01-01T00:00:00Z' }, 'starts_at', announcementMessages.startRequired],
    [{ ends_at: '' }, 'ends_at', announcementMessages.endRequired],
    [{ ends_at: inHours(-2) }, 'ends_at', announcementMessages.endBeforeStart],
    [{ starts_at: later, ends_at: later }, 'ends_at', announcementMessages.endBeforeStart],
    [{ starts_at: inHours(-3), ends_at: inHours(-2) }, 'ends_at', announcementMessages.endPast],
    [{ ends_at: inHours(24 * 366) }, 'ends_at', announcementMessages.tooLong],
  ];
  for (const [fields, field, message] of cases) {
    const answer = await write(fields);
    assert.deepEqual([answer.status, answer.error?.fields?.[field]], [422, message]);
  }
});

test('an announcement of the greatest length and duration may have two links', async () => {
  const [starts_at, ends_at] = [0, 365 * 24].map((hours) => new Date(Date.UTC(2030, 0) + hours * HOUR));
  const text = '[a](/help) [b](https://example.org/) '.padEnd(400, 'x');
  const { status, data } = await write({ text, starts_at, ends_at });
  assert.deepEqual([status, data.text], [201, text]);
});

test('another process hears of an announcement by itself', async () => {
  const other = announcementsOf(context);
  await other.reload();
  const changed = Promise.withResolvers<void>();
  const listener = listenForInvalidation(connectionString, [other], context.log);
  after(async () => {
    await listener.stop();
    other.stop();
  });
  other.onChange(() => changed.resolve());
  await write({ kind: 'maintenance', text: 'Back at nine.' });
  await changed.promise;
  assert.deepEqual(
    other.current().map(({ kind, text }) => [kind, text]),
    [['maintenance', 'Back at nine.']],
  );
});
