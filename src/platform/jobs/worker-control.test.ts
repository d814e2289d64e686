import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Runner } from 'graphile-worker';
import { workerControl } from './worker-control.ts';

/** Two workers of which the second can't start while `state.isLost`. */
function twoWorkers() {
  const state = { isLost: false, running: [] as string[] };
  const start = (name: string) => async () => {
    if (name === 'mail' && state.isLost) throw new Error('the database is gone');
    state.running.push(name);
    const stop = async () => {
      state.running = state.running.filter((one) => one !== name);
    };
    return { stop, promise: Promise.resolve() } as Partial<Runner> as Runner;
  };
  return { state, workers: workerControl([start('jobs'), start('mail')]) };
}

test('workers start together or not at all, and can be started again', async () => {
  const { state, workers } = twoWorkers();
  state.isLost = true;
  await assert.rejects(workers.resume(), /the database is gone/);
  assert.deepEqual(state.running, []);
  state.isLost = false;
  await workers.resume();
  await workers.resume();
  assert.deepEqual(state.running, ['jobs', 'mail']);
});

test('changes follow each other in the order of the requests, and none follows the end', async () => {
  const { state, workers } = twoWorkers();
  await Promise.all([workers.resume(), workers.pause(), workers.resume()]);
  assert.deepEqual(state.running, ['jobs', 'mail']);
  await Promise.all([workers.end(), workers.resume()]);
  assert.deepEqual(state.running, []);
});
