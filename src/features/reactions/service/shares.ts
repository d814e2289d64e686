import type { ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { findStoryToActOn } from '#features/stories/service/finding.ts';
import { lockStories } from '#features/stories/service/stories.ts';
import { batched } from '#platform/database/batched.ts';
import type { Services } from '#platform/runtime/services.ts';
import type { countShare } from '../contract/reading.ts';
import { addShares, type Share } from '../store/reading.ts';

export async function shareStory(
  services: Services,
  input: ParsedInputOf<typeof countShare>,
): Promise<Outcome<Record<string, never>>> {
  const found = await findStoryToActOn(services.db, input.id);
  if (!found.ok) return found;
  const stored = await storeGrouped(services, { storyId: found.data, platform: input.shared_platform });
  return stored.ok ? success({}) : stored;
}

const storeGrouped = batched<Share, void>(({ db }, shares) =>
  db.transaction().execute(async (transaction) => {
    const locked = await lockStories(transaction, [...new Set(shares.map((share) => share.storyId))]);
    await addShares(
      transaction,
      shares.filter((share) => locked.has(share.storyId)),
    );
    return shares.map(() => undefined);
  }),
);
