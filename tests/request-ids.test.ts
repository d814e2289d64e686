import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '#platform/runtime/log.ts';
import { testDatabase } from './support/test-database.ts';
import { noPages, testServer } from './support/test-server.ts';
import { fillExampleStories } from './world.ts';

/** A reader who meets a bug gets a number to quote, by which the operator finds it in the log. */
const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const { db } = context;
const lines: Record<string, unknown>[] = [];
const log = createLogger({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
// The renderer always fails, so every page is a bug.
const app = await testServer({ ...context, log }, { renderer: noPages });
const idOf = (text: string) => /req-[0-9a-f]{8}-\d+/.exec(text)?.[0] ?? 'none';
const bugsOf = (id: string) => lines.filter((line) => line.id === id && line.msg === 'a bug');

test('an error page shows the request id of the log', async () => {
  const { statusCode, body, headers } = await app.inject('/');
  const id = idOf(body);
  assert.deepEqual([statusCode, headers['x-request-id']], [500, id]);
  assert.equal(bugsOf(id).length, 1);
  assert.ok(lines.some((line) => line.id === id && line.msg === 'request'));
});

test('a failed call returns the request id in its body and in a header', async () => {
  await sql`alter table accounts rename column username to renamed`.execute(db);
  const payload = { username: 'somebody', email: 'somebody@example.org', password: 'nine quiet harbours' };
  const { statusCode, headers, ...answer } = await app.inject({
    method: 'POST',
    url: '/api/accounts/signup',
    payload,
  });
  await sql`alter table accounts rename column renamed to username`.execute(db);
  const { error } = answer.json();
  assert.deepEqual([statusCode, headers['x-request-id']], [500, error.request_id]);
  assert.ok(error.message.includes(error.request_id) && bugsOf(error.request_id).length === 1);
});

test('request ids are unique across processes, and cached responses have none', async () => {
  const other = await testServer({ ...context, log }, { renderer: noPages });
  const ids = [await app.inject('/'), await other.inject('/'), await other.inject('/')].map(({ body }) =>
    idOf(body),
  );
  assert.equal(new Set(ids).size, 3);
  const { statusCode, headers } = await app.inject(`/api/stories/${stories.ferry.slug}`);
  assert.deepEqual([statusCode, headers['x-request-id']], [200, undefined]);
});
