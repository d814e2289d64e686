import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Referrer } from '#features/statistics/contract.ts';
import { countEvents } from '#features/statistics/service.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { isOwnStory } from '#features/stories/service/stories.ts';
import { batched } from '#platform/database/batched.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { countView } from '../contract/reading.ts';
import { isCrawler } from '../rules.ts';
import { readCounts } from '../store/reactions.ts';
import { addReads, storeFingerprints } from '../store/reading.ts';
import { recordReactions } from './record-reactions.ts';
import { fingerprintVisit, type VisitFingerprints } from './visit-fingerprints.ts';

type ViewCount = DataOf<typeof countView>;

export async function viewStory(
  context: Context,
  input: ParsedInputOf<typeof countView>,
  caller: Caller,
): Promise<Outcome<ViewCount>> {
  const { db, signer } = context;
  const story = await findReadableStory(db, input.id, caller.account);
  if (!story.ok) return story;
  const storyId = story.data;
  const isCounted = !isCrawler(caller.userAgent) && !(await isOwnStory(db, storyId, caller.account));
  if (!isCounted) return viewCount((await readCounts(db, [storyId])).get(storyId)?.view_count);
  const stored = await recordBatched(context, {
    storyId,
    referrer: input.referrer,
    ...fingerprintVisit(signer, caller, `story ${storyId}`),
  });
  return stored.ok ? viewCount(stored.data) : stored;
}

function viewCount(view_count: number | undefined): Outcome<ViewCount> {
  return view_count === undefined ? failure('not-found', storyMessages.notFound) : success({ view_count });
}

interface View extends VisitFingerprints {
  storyId: number;
  referrer: Referrer | undefined;
}

const recordBatched = batched(
  recordReactions<View, number>({
    async store(connection, views) {
      const newFingerprints = await storeFingerprints(connection, views);
      // Only the first of several views with the same fingerprint is a visit.
      const counted = views.filter(({ fingerprint }) => newFingerprints.delete(fingerprint.toString('hex')));
      await addReads(
        connection,
        counted.map(({ storyId }) => ({ storyId, views: 1, completed: 0 })),
      );
      await countEvents(connection, [
        ...views.map(({ storyId }) => ({ storyId, kind: 'view' }) as const),
        ...counted.map(({ storyId }) => ({ storyId, kind: 'visit' }) as const),
        ...counted.flatMap(({ storyId, referrer }) =>
          referrer === undefined ? [] : [{ storyId, kind: `from-${referrer}` } as const],
        ),
      ]);
      return { movesRankings: counted.length > 0 };
    },
    answer: ({ view_count }) => view_count,
  }),
);
