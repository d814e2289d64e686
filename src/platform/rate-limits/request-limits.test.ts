import '../server-only.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { createRequestLimits, REQUESTS_PER_MINUTE } from './request-limits.ts';
import { createSharedCounters } from './shared-counters.ts';

const { context } = await testDatabase();
let statements = 0;
const counters = createSharedCounters(context);

/** A process on any machine; the test triggers its once-a-second share itself. */
function process() {
  const limits = createRequestLimits({
    add(...given) {
      statements += 1;
      return counters.add(...given);
    },
  });
  // Replaces the process's own timer, which could share at any moment.
  limits.stop();
  after(limits.stop);
  return limits;
}

function request(limits: ReturnType<typeof process>, address: string, times: number): number {
  let refused = 0;
  for (let n = 0; n < times; n++) if (limits.take('page', address) !== undefined) refused += 1;
  return refused;
}

const most = REQUESTS_PER_MINUTE.page;

test('requests spread over all processes are refused by all of them', async () => {
  const processes = [process(), process(), process()];
  const greedy = '203.0.113.7';
  for (const one of processes) assert.equal(request(one, greedy, most / 2), 0);
  for (const one of processes) await one.share();
  // The process that shares first hears of the others at its next share.
  request(processes[0] ?? process(), greedy, 1);
  for (const one of processes) await one.share();
  for (const one of [processes[0], processes[2]]) assert.equal(request(one ?? process(), greedy, 1), 1);
  assert.equal(request(processes[0] ?? process(), '198.51.100.7', 1), 0, 'a neighbour is not');
  const refusal = processes[2]?.take('page', greedy);
  assert.ok((refusal?.retryAfterSeconds ?? 0) >= 1 && (refusal?.retryAfterSeconds ?? 99) <= 60);
});

test('readers cost no query, however many they are', async () => {
  const one = process();
  const before = statements;
  for (let n = 0; n < 200; n++) request(one, `198.51.${n}.7`, 5);
  await one.share();
  assert.equal(statements, before);
});

test('those near a limit are told together, and only what is new of them', async () => {
  const one = process();
  const before = statements;
  for (let n = 0; n < 20; n++) request(one, `192.0.${n}.7`, most / 4);
  await one.share();
  await one.share();
  assert.equal(statements - before, 1);
});

test('expired counts do not matter, and no address is stored', async () => {
  const [one, other] = [process(), process()];
  const address = '203.0.114.7';
  request(one, address, most - 1);
  await one.share();
  await sql`update throttle_counters set expire = 1`.execute(context.db);
  request(other, address, most / 2);
  await other.share();
  assert.equal(request(other, address, most / 2), 0);
  const { rows } = await sql<{ key: string }>`select key from throttle_counters`.execute(context.db);
  assert.ok(rows.length > 20 && rows.every(({ key }) => /^requests:[\w-]{43}$/.test(key)));
});

test('while the database is away each process counts for itself', async () => {
  const alone = createRequestLimits({ add: () => Promise.reject(new Error('away')) });
  alone.stop();
  assert.equal(request(alone, '203.0.113.8', most), 0);
  await assert.rejects(alone.share());
  assert.equal(request(alone, '203.0.113.8', 1), 1);
});
