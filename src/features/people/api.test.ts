import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activityToExport } from '#features/activity/service.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { assignRoleAsOperator } from './service.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, moderator, admin, call, newStory } = site;

const note = 'Asked for it in person.';

async function lastLogEntry() {
  const { body } = await call(admin, 'GET', '/moderation/log?limit=1');
  return body.data.entries[0];
}

test('an admin finds accounts by username prefix or role, without mail addresses', async () => {
  await newStory();
  const result = await call(admin, 'GET', '/moderation/people?query=ADA');
  const [person] = result.body.data.people;
  assert.deepEqual(
    [person.username, person.role, person.is_verified, person.story_count, person.session_count],
    [author.username, 'user', true, 1, 1],
  );
  assert.ok(!JSON.stringify(result.body).includes('@'));
  const moderators = await call(admin, 'GET', '/moderation/people?role=moderator');
  assert.deepEqual(
    moderators.body.data.people.map((person: { username: string }) => person.username),
    ['dora-keeps', 'eli-keeps'],
  );
  for (const query of ['%', '_', 'zzz'])
    assert.equal(
      (await call(admin, 'GET', `/moderation/people?query=${encodeURIComponent(query)}`)).body.data.people
        .length,
      0,
    );
  const page = await call(admin, 'GET', '/moderation/people?limit=2&page=2');
  assert.equal(page.body.data.people.length, 2);
});

test('an admin changes a role, which takes effect at once and is logged', async () => {
  const person = await signedIn(context, 'nia-keeps');
  assert.equal((await call(person, 'GET', '/moderation/cases')).status, 404);
  const response = await call(admin, 'PUT', `/moderation/people/${person.id}/role`, {
    role: 'moderator',
    note,
  });
  assert.deepEqual([response.status, response.body.data], [200, { id: person.id, role: 'moderator' }]);
  assert.equal((await call(person, 'GET', '/moderation/cases')).status, 200);
  const entry = await lastLogEntry();
  assert.deepEqual(
    [entry.action, entry.actor_name, entry.actor_role, entry.account_name, entry.note],
    ['role', admin.username, 'admin', 'nia-keeps', `user → moderator. ${note}`],
  );
  await call(admin, 'PUT', `/moderation/people/${person.id}/role`, { role: 'user', note });
  assert.equal((await call(person, 'GET', '/moderation/cases')).status, 404);
});

test('an admin cannot change their own role, the role of a suspended account, or any role without a reason', async () => {
  const path = (id: number) => `/moderation/people/${id}/role`;
  assert.equal((await call(admin, 'PUT', path(admin.id), { role: 'user', note })).status, 403);
  const invalid = [{ role: 'owner', note }, { role: 'moderator', note: '  ' }, { note }];
  for (const body of invalid) assert.equal((await call(admin, 'PUT', path(author.id), body)).status, 422);
  assert.equal((await call(admin, 'PUT', path(999_999), { role: 'user', note })).status, 404);
  const person = await signedIn(context, 'oz-writes');
  const opened = await call(moderator, 'POST', '/moderation/cases', { username: 'oz-writes' });
  const moderationCase = (await call(moderator, 'GET', `/moderation/cases/${opened.body.data.id}`)).body.data;
  await site.decide(moderator, moderationCase, { action: 'suspend' });
  assert.equal((await call(admin, 'PUT', path(person.id), { role: 'admin', note })).status, 422);
  const refused = await assignRoleAsOperator(context, 'oz-writes', 'admin');
  assert.equal(refused.ok, false);
});

test('two admins who demote each other at once leave one admin', async () => {
  const other = await signedIn(context, 'pam-leads', { role: 'admin' });
  const answers = await Promise.all([
    call(admin, 'PUT', `/moderation/people/${other.id}/role`, { role: 'user', note }),
    call(other, 'PUT', `/moderation/people/${admin.id}/role`, { role: 'user', note }),
  ]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const remaining = await db.selectFrom('accounts').select('id').where('role', '=', 'admin').execute();
  assert.equal(remaining.length, 1);
  await db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', admin.id).execute();
});

test('an admin ends the sessions of another account, but not their own', async () => {
  const person = await signedIn(context, 'quin-writes');
  const path = `/moderation/people/${person.id}/end-sessions`;
  const ended = await call(admin, 'POST', path, { note });
  assert.deepEqual([ended.status, ended.body.data], [200, { ended: 1 }]);
  assert.equal((await call(person, 'GET', '/accounts/profile')).status, 401);
  const events = await activityToExport(db, person.id);
  assert.deepEqual([events[0]?.kind, events[0]?.count], ['sessions-ended', 1], 'its owner can see it');
  assert.deepEqual(
    [(await lastLogEntry()).action, (await lastLogEntry()).account_name],
    ['end-sessions', 'quin-writes'],
  );
  const own = await call(admin, 'POST', `/moderation/people/${admin.id}/end-sessions`, { note });
  assert.equal(own.status, 403);
  assert.equal((await call(admin, 'POST', '/moderation/people/999999/end-sessions', { note })).status, 404);
});

// Interface, Running: npm run role gives somebody the role moderator, admin or user
test('the operator appoints the first admin, which is logged', async () => {
  await signedIn(context, 'rae-leads');
  assert.ok((await assignRoleAsOperator(context, 'RAE-leads', 'admin')).ok);
  const entry = await lastLogEntry();
  assert.deepEqual(
    [entry.action, entry.actor_name, entry.actor_role, entry.account_name, entry.note],
    ['role', null, 'operator', 'rae-leads', 'user → admin'],
  );
  assert.equal((await assignRoleAsOperator(context, 'nobody-here', 'admin')).ok, false);
});
