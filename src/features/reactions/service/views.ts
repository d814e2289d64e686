import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { storyMessages } from '#features/stories/contract.ts';
import { findStoryToActOn } from '#features/stories/service/finding.ts';
import {
  addViews,
  authorsOfStories,
  figuresOf,
  lockStories,
  sumRankingsSoon,
} from '#features/stories/service/stories.ts';
import { batched } from '#platform/database/batched.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import type { countView } from '../contract/reading.ts';
import { isCrawler } from '../rules.ts';
import { keepMarks } from '../store/reading.ts';
import { type VisitMarks, visitMarks } from './visitors.ts';

type ViewCount = DataOf<typeof countView>;

export async function viewStory(
  services: Services,
  input: ParsedInputOf<typeof countView>,
  caller: Caller,
): Promise<Outcome<ViewCount>> {
  const { db, signer } = services;
  const found = await findStoryToActOn(db, input.id, caller.account);
  if (!found.ok) return found;
  const storyId = found.data;
  const isCounted = !isCrawler(caller.userAgent) && !(await isAuthor(db, caller.account, storyId));
  if (!isCounted) return viewCount((await figuresOf(db, [storyId])).get(storyId)?.view_count);
  const stored = await storeGrouped(services, {
    storyId,
    ...visitMarks(signer, caller, `story ${storyId}`),
  });
  return stored.ok ? viewCount(stored.data) : stored;
}

/** Whether it is the author who reads. */
export async function isAuthor(
  connection: Connection,
  account: SignedIn | undefined,
  storyId: number,
): Promise<boolean> {
  return account !== undefined && (await authorsOfStories(connection, [storyId])).includes(account.id);
}

function viewCount(view_count: number | undefined): Outcome<ViewCount> {
  return view_count === undefined ? failure('not-found', storyMessages.notFound) : success({ view_count });
}

interface View extends VisitMarks {
  storyId: number;
}

const storeGrouped = batched<View, number | undefined>(({ db, jobs }, views) =>
  db.transaction().execute(async (transaction) => {
    const fresh = await keepMarks(transaction, views);
    const byMark = new Map(views.map((view) => [view.mark.toString('hex'), view.storyId]));
    const added = new Map<number, number>();
    for (const mark of fresh) {
      const storyId = byMark.get(mark) ?? 0;
      added.set(storyId, (added.get(storyId) ?? 0) + 1);
    }
    if (added.size > 0) {
      await lockStories(transaction, [...added.keys()]);
      await addViews(transaction, added);
      await sumRankingsSoon({ jobs }, transaction);
    }
    const figures = await figuresOf(transaction, [...new Set(views.map((view) => view.storyId))]);
    return views.map((view) => figures.get(view.storyId)?.view_count);
  }),
);
