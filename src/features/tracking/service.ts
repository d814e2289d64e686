import type { ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { findStoryId } from '#features/stories/service.ts';
import type { Services } from '#platform/services.ts';
import type { countShare } from './contract.ts';
import { addShare } from './store.ts';

export async function shareStory(
  { db }: Services,
  input: ParsedInputOf<typeof countShare>,
): Promise<Outcome<Record<string, never>>> {
  const found = await findStoryId(db, input.id);
  if (!found.ok) return found;
  await addShare(db, found.data, input.shared_platform);
  return success({});
}
