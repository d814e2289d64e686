import '../server-only.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type pino from 'pino';
import { createLogger, type Log, logNodeWarnings } from './log.ts';

const canary = 'canary-4711';

function linesOf(write: (log: pino.Logger) => void, name?: string): string[] {
  const lines: string[] = [];
  write(createLogger({ level: 'info', name }, { write: (line: string) => void lines.push(line) }));
  return lines;
}

function fieldsOf(write: (log: pino.Logger) => void, name?: string): Record<string, unknown> {
  const [line = '', ...more] = linesOf(write, name);
  assert.equal(more.length, 0);
  return JSON.parse(line);
}

test('a line has an ISO time, a level in words and the message, and no host or pid', () => {
  const { time, ...fields } = fieldsOf((log) => log.info({ port: 1 }, 'listening'));
  assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual(fields, { level: 'info', port: 1, msg: 'listening' });
  assert.equal(fieldsOf((log) => log.info('x'), 'worker').name, 'worker');
});

test('the level decides what is written, and the logger is the Log that the other files ask for', () => {
  const lines = linesOf((logger) => {
    const log: Log = logger;
    log.debug({}, 'no');
    log.warn({}, 'yes');
  });
  assert.equal(lines.length, 1);
});

const names = [
  ...['password', 'new_password', 'newPassword', 'current_password', 'currentPassword', 'secret'],
  ...['token', 'refreshToken', 'refresh_token', 'access_token', 'id_token', 'code_verifier'],
  ...['email', 'authorization', 'Authorization', 'cookie', 'Cookie', 'set-cookie', 'Set-Cookie'],
];
const depths: [string, (secret: object) => object][] = [
  ['at the top', (secret) => secret],
  ['one level deep', (secret) => ({ body: secret })],
  ['two levels deep', (secret) => ({ req: { headers: secret } })],
  ['three levels deep', (secret) => ({ a: { b: { c: secret } } })],
  ['in a list', (secret) => ({ people: [secret] })],
];
for (const name of names)
  for (const [where, wrap] of depths) {
    test(`${name} ${where} is blackened and the rest is kept`, () => {
      const fields = wrap({ [name]: canary, kept: 'kept' });
      const before = structuredClone(fields);
      const [line = ''] = linesOf((log) => log.info(fields, 'x'));
      assert.ok(!line.includes(canary), line);
      assert.ok(line.includes('[redacted]') && line.includes('"kept"'));
      assert.deepEqual(fields, before);
    });
  }

test('fields of a child logger are redacted too', () => {
  const [line = ''] = linesOf((log) => log.child({ email: canary, req: { token: canary } }).info('x'));
  assert.ok(!line.includes(canary));
});

function databaseError(
  message = 'duplicate key value violates unique constraint "accounts_email"',
  code = '23505',
) {
  return Object.assign(new Error(message), {
    code,
    severity: 'ERROR',
    constraint: 'accounts_email',
    detail: `Key (email)=(${canary}) already exists.`,
    where: `COPY accounts, line 1: "${canary}"`,
    parameters: [canary],
    query: `insert into accounts values ('${canary}')`,
    internalQuery: canary,
    client: { password: canary },
  });
}

test('an error keeps type, message, stack and code, and loses what PostgreSQL quotes', () => {
  for (const key of ['err', 'error']) {
    const fields = fieldsOf((log) => log.error({ [key]: databaseError() }, 'x'));
    const error = fields[key] as Record<string, unknown>;
    assert.equal(error.code, '23505');
    assert.equal(error.constraint, 'accounts_email');
    assert.match(String(error.message), /^duplicate key/);
    assert.match(String(error.stack), /log\.test\.ts/);
    assert.ok(!JSON.stringify(fields).includes(canary));
  }
});

const carriers: [string, (log: pino.Logger) => void][] = [
  ['as the only argument', (log) => log.error(databaseError())],
  ['as the first of two', (log) => log.error(databaseError(), 'x')],
  ['under another name', (log) => log.error({ reason: databaseError() }, 'x')],
  ['deeper down', (log) => log.error({ job: { attempts: [{ reason: databaseError() }] } }, 'x')],
  ['as a cause', (log) => log.error({ err: new Error('outer', { cause: databaseError() }) }, 'x')],
  ['in an aggregate', (log) => log.error({ err: new AggregateError([databaseError()], 'all') }, 'x')],
  [
    'with the value in its message',
    (log) =>
      log.error(
        { err: databaseError(`invalid input syntax for type integer: "${canary}\n"x"`, '22P02') },
        'x',
      ),
  ],
];
for (const [how, write] of carriers) {
  test(`an error of the database ${how} leaks nothing`, () => {
    const [line = ''] = linesOf(write);
    assert.ok(!line.includes(canary), line);
    assert.match(line, /"code":"2[23]/);
  });
}

test('an error of a library keeps no property but texts and numbers, and an endless one ends', () => {
  const loop: Error & { code?: unknown } = new Error('loop', { cause: undefined });
  loop.cause = loop;
  loop.code = { typed: canary };
  const errors = Array.from({ length: 20 }, () => new Error('one of many'));
  const [line = ''] = linesOf((log) => log.error({ err: loop, all: new AggregateError(errors) }, 'x'));
  assert.ok(!line.includes(canary));
  assert.equal(line.match(/"message":"one of many"/g)?.length, 10);
});

test('a list of names without a prototype loses its errors’ values, too', () => {
  const fields = Object.assign(Object.create(null), { reason: databaseError() });
  const [line = ''] = linesOf((log) => log.error({ fields }, 'x'));
  assert.ok(!line.includes(canary), line);
});

test('only errors of the database lose what they quote', () => {
  const error = Object.assign(new Error('"port" is taken'), { code: '22000' });
  const { err } = fieldsOf((log) => log.error(error));
  assert.equal((err as Error).message, '"port" is taken');
});

test('fields that hold themselves do not break the line', () => {
  const loop: Record<string, unknown> = { name: 'loop' };
  loop.self = loop;
  assert.equal(linesOf((log) => log.info({ loop }, 'x')).length, 1);
});

test('a warning of Node is a line of the log', async () => {
  const printers = process.listeners('warning');
  const lines: string[] = [];
  logNodeWarnings(createLogger({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
  try {
    const warned = once(process, 'warning');
    process.emitWarning('the lamp smokes', 'LampWarning');
    await warned;
  } finally {
    process.removeAllListeners('warning');
    for (const printer of printers) process.on('warning', printer);
  }
  const [line = '', ...more] = lines;
  const { level, msg, kind, err } = JSON.parse(line);
  assert.deepEqual([level, msg, kind, err.message], ['warn', 'Node warns', 'LampWarning', 'the lamp smokes']);
  assert.equal(more.length, 0);
});
