import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '#platform/runtime/log.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { REFUSED_BY_DATABASE } from './errors.ts';

const { context } = await testDatabase();
const lines: string[] = [];
const log = createLogger({ level: 'error' }, { write: (line: string) => void lines.push(line) });
const app = await testServer({ ...context, log });
const author = await signedIn(context, 'an-author');

test('input that only a constraint refuses is answered 422, and logged by the constraint’s name', async () => {
  await sql`alter table stories
    add constraint stories_without_birds check (title not like '%canary%'),
    add constraint stories_one_title unique (title)`.execute(context.db);
  const publish = (title: string) =>
    app.inject({ method: 'POST', url: '/api/stories', headers: author.headers, payload: { title } });
  assert.equal((await publish('Twice')).statusCode, 201);
  for (const [title, constraint] of [
    ['A canary', 'stories_without_birds'],
    ['Twice', 'stories_one_title'],
  ] as const) {
    lines.length = 0;
    const response = await publish(title);
    const { success, error, message } = response.json();
    assert.deepEqual([response.statusCode, success, error.code], [422, false, 'invalid'], response.body);
    assert.ok(message.startsWith(REFUSED_BY_DATABASE) && message.endsWith(error.request_id), message);
    const [line = '{}', ...more] = lines;
    assert.equal(more.length, 0);
    const { level, err, id, route } = JSON.parse(line);
    assert.deepEqual(
      [level, err.constraint, err.table, route],
      ['error', constraint, 'stories', '/api/stories'],
    );
    assert.equal(id, error.request_id);
    assert.doesNotMatch(line, /canary|Twice/, 'no value of an author is in the log');
  }
});

test('an exception of another kind is still a bug, with a number', async () => {
  await sql`alter table stories rename column synopsis to renamed`.execute(context.db);
  const response = await app.inject({
    method: 'POST',
    url: '/api/stories',
    headers: author.headers,
    payload: { title: 'Another' },
  });
  assert.deepEqual([response.statusCode, response.json().error.code], [500, 'internal_error']);
});
