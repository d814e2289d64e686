import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { testSettings } from '#tests/support/test-database.ts';
import { createLogger } from '../runtime/log.ts';
import { createLiveSettings, type LiveValues } from './live-settings.ts';

const log = createLogger({ level: 'silent' });
const withExit = (exitUrl: string): LiveValues => ({ ...testSettings, exitUrl });

function settingsWithLoads() {
  const loads: PromiseWithResolvers<LiveValues>[] = [];
  const settings = createLiveSettings({
    ...{ defaults: testSettings, givenVariables: [], log },
    load: () => {
      const load = Promise.withResolvers<LiveValues>();
      loads.push(load);
      return load.promise;
    },
  });
  return { settings, loads };
}

test('settings stored before a reload are in force after it, while another one is still under way', async () => {
  const { settings, loads } = settingsWithLoads();
  const [first, second] = [settings.reload(), settings.reload()];
  loads[0]?.resolve(withExit('https://example.org/a'));
  await first;
  assert.equal(settings.values.exitUrl, 'https://example.org/a');
  loads[1]?.resolve(withExit('https://example.org/b'));
  await second;
  assert.equal(settings.values.exitUrl, 'https://example.org/b');
});

test('an answer that was overtaken replaces nothing', async () => {
  const { settings, loads } = settingsWithLoads();
  const [first, second] = [settings.reload(), settings.reload()];
  loads[1]?.resolve(withExit('https://example.org/b'));
  await second;
  loads[0]?.resolve(withExit('https://example.org/a'));
  await first;
  assert.equal(settings.values.exitUrl, 'https://example.org/b');
});

test('a change that is told while the database is too busy is read a moment later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { settings, loads } = settingsWithLoads();
  settings.purge(['site settings']);
  loads[0]?.reject(new Error('all connections are in use'));
  await nextTurn();
  t.mock.timers.tick(2_000);
  loads[1]?.resolve(withExit('https://example.org/c'));
  await nextTurn();
  assert.equal(settings.values.exitUrl, 'https://example.org/c');
});
