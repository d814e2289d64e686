import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordVotes, vote } from '#features/reactions/service/votes.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { manyReaders, manyStories } from '#tests/support/readers.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';

/**
 * Measures what a hot story costs: 200 readers vote at once, repeatedly, on one story and on 200 different
 * ones, batched as on the site, and with a transaction for each vote. `node bench/votes.ts`
 */

const READERS = 200;
const SECONDS = 5;
const TAGS = 6;
/** The votes per second of a very busy evening. */
const VOTES_PER_SECOND = 100;

interface Summary {
  perSecond: number;
  median: number;
  p99: number;
  /** The votes that got no connection in time. */
  refused: number;
}

function summarize(times: number[], refused: number): Summary {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)] ?? 0;
  return { perSecond: times.length / SECONDS, median: at(0.5), p99: at(0.99), refused };
}

type Cast = (reader: Caller<SignedIn>, storyId: number, round: number) => Promise<unknown>;

async function measure(
  readers: Caller<SignedIn>[],
  stories: readonly number[],
  cast: Cast,
): Promise<Summary> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + SECONDS * 1000;
  await Promise.all(
    readers.map(async (reader, index) => {
      const storyId = stories[index % stories.length] ?? 0;
      for (let round = 0; performance.now() < end; round++) {
        const startedAt = performance.now();
        await cast(reader, storyId, round).then(
          () => times.push(performance.now() - startedAt),
          () => refused++,
        );
      }
    }),
  );
  return summarize(times, refused);
}

/** Measures votes that arrive evenly, at a rate that does not depend on the answers. */
async function measureSteadyRate(
  readers: Caller<SignedIn>[],
  stories: readonly number[],
  cast: Cast,
  perSecond: number,
): Promise<Summary> {
  const times: number[] = [];
  let refused = 0;
  const startedAt = performance.now();
  const casts: Promise<unknown>[] = [];
  for (let number = 0; number < perSecond * SECONDS; number++) {
    const due = startedAt + (number * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const reader = readers[number % readers.length];
    if (reader === undefined) continue;
    const storyId = stories[number % stories.length] ?? 0;
    const answered = cast(reader, storyId, Math.floor(number / readers.length)).then(
      () => times.push(performance.now() - due),
      () => refused++,
    );
    casts.push(answered);
  }
  await Promise.all(casts);
  return summarize(times, refused);
}

/** Gives each story the usual number of tags, each of which has many stories. */
async function tagStories(db: Database, stories: number[], count: number): Promise<void> {
  await sql`
    insert into story_tags (story_id, tag_id, position)
    select story.id, tags.id, 50 from unnest(${stories}::bigint[]) as story (id)
    cross join (select id from tags order by id limit ${count}) as tags
    on conflict do nothing`.execute(db);
}

function print(mode: string, where: string, how: string, { perSecond, median, p99, refused }: Summary): void {
  process.stdout.write(
    `${mode.padEnd(8)} ${where.padEnd(12)} ${how.padEnd(8)} ${Math.round(perSecond).toString().padStart(6)}/s` +
      `  p50 ${median.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(1).padStart(7)} ms${refused === 0 ? '' : `  ${refused} refused`}\n`,
  );
}

const template = await startTemplateDatabase();
const log = createLogger({ level: 'error' });
const database = openDatabase({ connectionString: template.connectionString, log });
try {
  const context = { db: database.db, jobs };
  const [author, ...readers] = await manyReaders(context, READERS + 1);
  const stories = await manyStories(context, author?.account.id ?? 0, READERS + 1);
  await tagStories(database.db, stories, TAGS);
  const next = (round: number) => (round % 2 === 0 ? 'upvote' : 'downvote') as 'upvote' | 'downvote';

  const batched: Cast = (reader, storyId, round) =>
    vote(context, { id: String(storyId), vote_type: next(round) }, reader);
  const separate: Cast = (reader, storyId, round) =>
    recordVotes(context, [{ accountId: reader.account.id, storyId, status: next(round) }]);

  const [hot = 0, ...others] = stories;
  for (const [mode, cast] of [
    ['grouped', batched],
    ['alone', separate],
  ] as const) {
    await measure(readers.slice(0, 20), others.slice(0, 20), cast);
    for (const [where, targets] of [
      ['200 stories', others.slice(0, READERS)],
      ['one story', [hot]],
    ] as const) {
      print(mode, where, 'at once', await measure(readers, targets, cast));
      print(
        mode,
        where,
        `${VOTES_PER_SECOND}/s`,
        await measureSteadyRate(readers, targets, cast, VOTES_PER_SECOND),
      );
    }
  }
} finally {
  await database.close();
  await template.stop();
}
