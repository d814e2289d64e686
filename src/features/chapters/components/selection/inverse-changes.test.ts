import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inverseChanges } from './inverse-changes.ts';

const time = '2126-10-18T16:00:00.000Z';
const draft = { id: 1, state: 'draft', publish_at: null, volume: null } as const;
const scheduled = { id: 2, state: 'scheduled', publish_at: time, volume: 'Book One' } as const;
const before = [draft, scheduled];

test('an author who undoes another volume leaves the publication alone', () => {
  const changes = before.map(({ id }) => ({ id, volume: 'Book Two' }));
  assert.deepEqual(inverseChanges(changes, before), [
    { id: 1, volume: null },
    { id: 2, volume: 'Book One' },
  ]);
});

test('an author who undoes a publication leaves the volumes alone', () => {
  const changes = before.map(({ id }) => ({ id, state: 'published' as const }));
  assert.deepEqual(inverseChanges(changes, before), [
    { id: 1, state: 'draft' },
    { id: 2, state: 'scheduled', publish_at: time },
  ]);
  assert.deepEqual(inverseChanges(changes.slice(0, 1), before), [{ id: 1, state: 'draft' }]);
});

test('an author who undoes a mere move changes no chapter', () => {
  assert.deepEqual(inverseChanges([{ id: 1 }, { id: 2 }], before), []);
});
