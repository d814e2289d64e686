import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
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

/** One of each transient kind of PostgreSQL's errors, by class; `08P01` is PgBouncer's, without a server for its client. */
const transientCodes = [
  ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01', '25006', '25P03', '25P04'],
  ...['40000', '40001', '40002', '40003', '40P01', '53000', '53100', '53200', '53300', '53400', '55P03'],
  ...['57014', '57P01', '57P02', '57P03', '57P04', '57P05'],
];

// Interface, The API: An overload answers 503 with Retry-After
test('every transient error of PostgreSQL is answered 503, with the time to come again', async () => {
  await sql`create function raise_the_title() returns trigger language plpgsql as $$ begin
    raise exception 'raised by a test' using errcode = right(new.title, 5);
  end $$`.execute(context.db);
  await sql`create trigger raise_the_title before insert on stories for each row
    when (new.title like 'raise _____') execute function raise_the_title()`.execute(context.db);
  for (const code of transientCodes) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/stories',
      headers: author.headers,
      payload: { title: `raise ${code}` },
    });
    const { statusCode, headers } = response;
    assert.deepEqual([code, statusCode, response.json().error.code], [code, 503, 'unavailable']);
    assert.ok(Number(headers['retry-after']) > 0, code);
  }
});

test('a lost way to the database means that it is unavailable, and no bug', () => {
  for (const code of ['EAGAIN', 'ECONNABORTED', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])
    assert.ok(isDatabaseUnavailable(Object.assign(new Error('connect'), { code })), code);
  assert.ok(!isDatabaseUnavailable(Object.assign(new Error('undefined table'), { code: '42P01' })));
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
