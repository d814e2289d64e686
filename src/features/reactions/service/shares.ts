import type { ParsedInputOf } from '#base/contract.ts';
import { type NoData, type Outcome, success } from '#base/failure.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { batched } from '#platform/database/batched.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { countShare } from '../contract/reading.ts';
import { addShares, type Share } from '../store/reading.ts';
import { recordReactions } from './record-reactions.ts';

export async function shareStory(
  context: Context,
  input: ParsedInputOf<typeof countShare>,
): Promise<Outcome<NoData>> {
  const story = await findReadableStory(context.db, input.id);
  if (!story.ok) return story;
  const stored = await recordBatched(context, { storyId: story.data, platform: input.shared_platform });
  return stored.ok ? success({}) : stored;
}

const recordBatched = batched(
  recordReactions<Share, void>({
    async store(connection, shares) {
      await addShares(connection, shares);
      return { movesRankings: false };
    },
    answer: () => undefined,
  }),
);
