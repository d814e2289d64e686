import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { chapterMessages } from '#features/chapters/contract/chapters.ts';
import { noteFinishedChapter } from '#features/follows/service/updates.ts';
import { noteOpenedChapter } from '#features/history/service.ts';
import { countEvents } from '#features/statistics/service.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { isOwnStory } from '#features/stories/service/stories.ts';
import { batched } from '#platform/database/batched.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { countReadTime } from '../contract/reading.ts';
import { isCrawler } from '../rules.ts';
import { addReading, addReads, isChapterOf, storeFingerprints } from '../store/reading.ts';
import { createReadingPace } from './reading-pace.ts';
import { recordReactions } from './record-reactions.ts';
import { fingerprintVisit, type VisitFingerprints } from './visit-fingerprints.ts';

const pace = createReadingPace();

export async function reportReading(
  context: Context,
  input: ParsedInputOf<typeof countReadTime>,
  caller: Caller,
): Promise<Outcome<DataOf<typeof countReadTime>>> {
  const { db, signer } = context;
  const story = await findReadableStory(db, input.id, caller.account);
  if (!story.ok) return story;
  const [storyId, chapterId] = [story.data, input.chapter_id];
  if (!(await isChapterOf(db, storyId, chapterId))) {
    return failure('not-found', chapterMessages.notFound);
  }
  if (isCrawler(caller.userAgent) || (await isOwnStory(db, storyId, caller.account))) {
    return success({ read_time_seconds: 0 });
  }
  if (caller.account !== undefined) {
    await noteOpenedChapter(db, { accountId: caller.account.id, chapterId, isFinished: input.completed });
    if (input.completed) await noteFinishedChapter(db, caller.account.id, { storyId, chapterId });
  }
  const fingerprints = fingerprintVisit(signer, caller, `chapter ${chapterId}`);
  const seconds = pace.plausibleSeconds(fingerprints.fingerprint.toString('hex'), input.read_time_seconds);
  if (seconds > 0 || input.completed) {
    const stored = await recordBatched(context, {
      storyId,
      chapterId,
      seconds,
      started: fingerprintVisit(signer, caller, `start of chapter ${chapterId}`),
      completed: input.completed ? fingerprints : undefined,
    });
    if (!stored.ok) return stored;
  }
  return success({ read_time_seconds: seconds });
}

interface Report {
  storyId: number;
  chapterId: number;
  seconds: number;
  /** The fingerprints of a begun read, which counts once a day. */
  started: VisitFingerprints;
  /** The fingerprints of a read to the end, which counts once a day. */
  completed: VisitFingerprints | undefined;
}

const eventOf = <Kind extends 'started' | 'completed'>(
  { storyId, chapterId }: Pick<Report, 'storyId' | 'chapterId'>,
  kind: Kind,
) => ({ storyId, chapterId, kind });

const recordBatched = batched(
  recordReactions<Report, void>({
    async store(connection, reports) {
      const fingerprints = reports.flatMap(({ started, completed }) =>
        completed === undefined ? [started] : [started, completed],
      );
      const newFingerprints = await storeFingerprints(connection, fingerprints);
      // Only the first of several reports with the same fingerprint counts.
      const isFirst = (visit: VisitFingerprints | undefined) =>
        visit !== undefined && newFingerprints.delete(visit.fingerprint.toString('hex'));
      const readings = reports.map(({ started, completed, ...report }) => ({
        ...report,
        views: 0,
        isStarted: isFirst(started),
        completed: isFirst(completed) ? 1 : 0,
      }));
      await addReading(connection, readings);
      const completed = readings.filter((reading) => reading.completed > 0);
      await addReads(connection, completed);
      await countEvents(connection, [
        ...readings.filter(({ isStarted }) => isStarted).map((reading) => eventOf(reading, 'started')),
        ...completed.map((reading) => eventOf(reading, 'completed')),
      ]);
      return { movesRankings: completed.length > 0 };
    },
    answer: () => undefined,
  }),
);
