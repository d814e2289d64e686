import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createNetworkBans, type NetworkBan } from './network-bans.ts';

const MINUTE = 60_000;

test('a ban begins and ends although the database is too busy when it is told of', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  let stored: NetworkBan[] = [];
  let isBusy = true;
  const warnings: string[] = [];
  const bans = createNetworkBans({
    load: async () => {
      if (isBusy) throw new Error('all connections are in use');
      return stored;
    },
    operator: { email: undefined },
    log: { warn: (_, text) => warnings.push(text) },
  });
  t.after(() => bans.stop());
  const isBanned = () => bans.refuse('everything', '203.0.113.9') !== undefined;
  const pass = async (milliseconds: number) => {
    t.mock.timers.tick(milliseconds);
    await nextTurn();
  };
  stored = [{ range: '203.0.113.0/24', scope: 'everything', expires_at: new Date(10 * MINUTE) }];
  bans.purge(['network bans']);
  await nextTurn();
  assert.deepEqual([isBanned(), warnings.length], [false, 1]);
  isBusy = false;
  await pass(2_000);
  assert.ok(isBanned());
  stored = [];
  isBusy = true;
  await pass(10 * MINUTE);
  assert.ok(isBanned());
  isBusy = false;
  await pass(2_000);
  assert.ok(!isBanned());
});
