import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLogger } from '../runtime/log.ts';
import { createAnnouncements } from './announcements.ts';

const log = createLogger({ level: 'silent' });
const MINUTE = 60_000;
/** A jump would let all timers on the way see its end. */
function pass({ mock }: TestContext, minutes: number): void {
  for (let minute = 0; minute < minutes; minute++) mock.timers.tick(MINUTE);
}

const at = (minutes: number) => new Date(minutes * MINUTE);
const announcement = (id: number, kind: 'notice' | 'maintenance', from: number, to: number) => ({
  ...{ id, kind, text: `Announcement ${id}` },
  ...{ starts_at: at(from), ends_at: at(to) },
});

test('an announcement appears at its start and disappears at its end, and pages are dropped then and a minute before', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const announcements = createAnnouncements({
    load: async () => [announcement(1, 'notice', 10, 20), announcement(2, 'maintenance', 3000, 3010)],
    log,
  });
  const changes: number[] = [];
  await announcements.reload();
  announcements.onChange(() => changes.push(Date.now() / MINUTE));
  assert.deepEqual([announcements.current(), announcements.isChangeNear()], [[], false]);
  pass(context, 9);
  assert.equal(announcements.isChangeNear(), true);
  assert.deepEqual(announcements.current(), []);
  pass(context, 1);
  assert.deepEqual(
    announcements.current().map(({ id }) => id),
    [1],
  );
  assert.equal(announcements.isChangeNear(), false);
  pass(context, 10);
  assert.deepEqual(announcements.current(), []);
  assert.deepEqual(changes, [9, 10, 19, 20]);
  // A wait of more than a day is cut into parts.
  pass(context, 2980);
  assert.deepEqual(
    announcements.current().map(({ id }) => id),
    [2],
  );
  announcements.stop();
});

test('of each kind the announcement that started last is shown', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 60 * MINUTE });
  const announcements = createAnnouncements({
    load: async () => [
      announcement(1, 'notice', 0, 100),
      announcement(2, 'notice', 30, 90),
      announcement(3, 'maintenance', 50, 70),
      announcement(4, 'notice', 80, 90),
    ],
    log,
  });
  await announcements.reload();
  const shown = () => announcements.current().map(({ id }) => id);
  assert.deepEqual(shown(), [3, 2]);
  pass(context, 35);
  assert.deepEqual(shown(), [1]);
  announcements.stop();
});

test('announcements stored before a reload are shown after it, while another one is still under way', async () => {
  const loads: PromiseWithResolvers<ReturnType<typeof announcement>[]>[] = [];
  const announcements = createAnnouncements({
    load: () => {
      const load = Promise.withResolvers<ReturnType<typeof announcement>[]>();
      loads.push(load);
      return load.promise;
    },
    log,
  });
  const far = 100 * 365 * 24 * 60;
  const [first, second] = [announcements.reload(), announcements.reload()];
  loads[0]?.resolve([announcement(1, 'notice', 0, far)]);
  await first;
  assert.equal(announcements.current()[0]?.id, 1);
  loads[1]?.resolve([]);
  await second;
  assert.deepEqual(announcements.current(), []);
  announcements.stop();
});
