import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitConcurrency } from './limit-concurrency.ts';

/** Work that begins and ends when the test says so. */
function workToWatch() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    },
    end: async (name: string, how: 'well' | 'badly' = 'well') => {
      const end = ends.get(name);
      if (how === 'well') end?.resolve(name);
      else end?.reject(new Error(name));
      await new Promise(setImmediate);
    },
  };
}

test('people are served so many at once, the next wait in turn, and who comes beyond is sent away', async () => {
  const lane = limitConcurrency({ atOnce: 2, waiting: 3 });
  const { begun, work, end } = workToWatch();
  const served = ['a', 'b', 'c', 'd', 'e'].map((name) => lane(work(name)));
  assert.deepEqual(begun, ['a', 'b']);
  assert.equal(await lane(work('too late')), undefined);
  await end('b');
  assert.deepEqual(begun, ['a', 'b', 'c']);
  const next = lane(work('f'));
  assert.equal(await lane(work('too late again')), undefined);
  for (const name of ['a', 'c', 'd', 'e', 'f']) await end(name);
  assert.deepEqual(await Promise.all([...served, next]), ['a', 'b', 'c', 'd', 'e', 'f']);
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a place is free again after work that failed', async () => {
  const lane = limitConcurrency({ atOnce: 1, waiting: 1 });
  const { begun, work, end } = workToWatch();
  const failing = lane(work('fails'));
  const waiting = lane(work('waits'));
  const failed = assert.rejects(failing, /fails/);
  await end('fails', 'badly');
  await failed;
  assert.deepEqual(begun, ['fails', 'waits']);
  await end('waits');
  assert.equal(await waiting, 'waits');
  const throwing = lane(() => {
    throw new Error('before it began');
  });
  await assert.rejects(throwing, /before it began/);
  const last = lane(work('last'));
  await end('last');
  assert.equal(await last, 'last');
});

test('nobody who has just come overtakes those who wait', async () => {
  const lane = limitConcurrency({ atOnce: 1, waiting: 5 });
  const { begun, work, end } = workToWatch();
  const served = [lane(work('first')), lane(work('second'))];
  // Arrives at the very moment when the first one leaves.
  served.push(served[0]?.then(() => lane(work('third'))) ?? Promise.resolve(undefined));
  await end('first');
  assert.deepEqual(begun, ['first', 'second']);
  await end('second');
  await end('third');
  assert.deepEqual(await Promise.all(served), ['first', 'second', 'third']);
});
