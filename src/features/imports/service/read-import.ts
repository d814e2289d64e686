import type { Connection } from '#platform/database/database.ts';
import { CLEANER_VERSION } from '#platform/html/html-cleaner.ts';
import type { Context } from '#platform/runtime/context.ts';
import { IMPORT_HOURS } from '../contract.ts';
import { sectionSize } from '../rules/divide-long.ts';
import type { ImportedStory } from '../rules/imported-story.ts';
import {
  type ClaimedFile,
  claimFile,
  endClaim,
  endOfClaims,
  finishReading,
  removeOldImports,
  renewClaim,
  type StoredStory,
  saveReading,
} from '../store.ts';
import { readInThread } from './read-in-thread.ts';
import type { FileReading } from './reading.ts';

/** A reader renews its claim; a claim that runs out belonged to a process that was killed. */
const CLAIM_SECONDS = 20;
const RENEWAL_MILLISECONDS = 5_000;
/** A file whose reading ends the process each time is given up. */
const MAX_ATTEMPTS = 3;

export async function enqueueReading(
  { jobs }: Pick<Context, 'jobs'>,
  connection: Connection,
  importId: number,
  runAt?: Date,
): Promise<void> {
  const spec = { jobKey: `read-import-${importId}`, ...(runAt === undefined ? {} : { runAt }) };
  await jobs.enqueue(connection, 'read-import', { importId }, spec);
}

/** Reads the files of an import one after the other. May be killed at any point: another run goes on. */
export async function readImport(context: Context, importId: number): Promise<void> {
  const { db } = context;
  for (;;) {
    const file = await claimFile(db, importId, CLAIM_SECONDS);
    if (file === undefined) break;
    try {
      // This run is the one that goes on after a kill; after a good end it finds nothing to do.
      await enqueueReading(context, db, importId, new Date(Date.now() + (CLAIM_SECONDS + 1) * 1000));
      const reading = await readClaimed(context, file);
      await db.transaction().execute((transaction) => saveReading(transaction, file.id, toStored(reading)));
    } catch (error) {
      // The job is tried again in a moment. If the claim cannot be ended, it runs out.
      await endClaim(db, file.id).catch(() => {});
      throw error;
    }
  }
  const claimedUntil = await endOfClaims(db, importId);
  if (claimedUntil === undefined) return finishReading(db, importId);
  // Another run is reading, or was killed after it had renewed its claim.
  await enqueueReading(context, db, importId, new Date(claimedUntil.getTime() + 1000));
}

async function readClaimed({ db, log }: Context, file: ClaimedFile): Promise<FileReading> {
  if (file.attempts > MAX_ATTEMPTS)
    return { stories: [], problems: [`${file.name}: The file can’t be read.`] };
  const renewal = setInterval(() => {
    renewClaim(db, file.id, CLAIM_SECONDS).catch((error: unknown) =>
      log.warn({ err: error }, 'the claim of an import can’t be renewed'),
    );
  }, RENEWAL_MILLISECONDS);
  try {
    return await readInThread(file.name, file.content);
  } finally {
    clearInterval(renewal);
  }
}

/** Numbers the sections and separates their texts from the rest. */
function toStored({ stories, problems }: FileReading): Parameters<typeof saveReading>[2] {
  const sections: { number: number; opening: string; html: string }[] = [];
  const storedStories = stories.map(
    (story: ImportedStory): StoredStory => ({
      ...story,
      chapters: story.chapters.map((chapter) => ({
        ...chapter,
        sections: chapter.sections.map(({ opening, html, ...section }) => {
          const number = sections.length;
          sections.push({ number, opening, html });
          return { ...section, number, ...sectionSize({ opening, html }) };
        }),
      })),
    }),
  );
  return { stories: storedStories, problems, sections, cleaner_version: CLEANER_VERSION };
}

/** Deletes the imports that nobody accepted, and what is left of the others. */
export async function deleteOldImports({ db }: Pick<Context, 'db'>): Promise<void> {
  await removeOldImports(db, IMPORT_HOURS);
}
