import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Repeats a question until the answer is the expected one; fails with the last answer after two minutes. */
export async function untilEqual<T>(read: () => Promise<T>, expected: T): Promise<void> {
  for (let tries = 0; tries < 2400; tries += 1) {
    try {
      assert.deepEqual(await read(), expected);
      return;
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
    }
    await pause(50);
  }
  assert.deepEqual(await read(), expected);
}
