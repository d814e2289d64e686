import assert from 'node:assert/strict';
import type { apiCalls } from './api-calls.ts';
import type { SignedInPerson } from './signed-in-person.ts';

/** Deletes a story or a chapter, and then also from the trash; returns the first answer. */
export async function deleteForGood(call: ReturnType<typeof apiCalls>, person: SignedInPerson, path: string) {
  const deleted = await call(person, 'DELETE', path);
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
  const { status } = await call(person, 'DELETE', `/trash/${deleted.body.data.trash_id}`);
  assert.equal(status, 200);
  return deleted;
}
