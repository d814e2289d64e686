import { lockStories } from '#features/stories/service/stories.ts';
import { forEachItem } from '#platform/jobs/for-each-id.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  COUNTED_TABLES,
  type CountedTable,
  type CountedText,
  replaceCount,
  storyOfChapter,
  textsAfter,
} from '../store/recounting.ts';
import { countStoredWords } from './cleaning.ts';

/** Enqueued by migration 0140. */
export const RECOUNT_JOB = 'recount-words';

/** Small enough that the job ends soon when the site stops. */
const BATCH = 20;

interface Place {
  table: CountedTable;
  above: number;
}

/**
 * Counts the words of the next texts again, and enqueues the batch after them; earlier texts of chapters come last, because
 * one that is restored brings its count along. Times don't change: nothing is new to readers.
 */
export async function recountNextWords(context: Context, { table, above }: Place): Promise<void> {
  const texts = await textsAfter(context.db, table, above, BATCH);
  const recounted: { text: CountedText; words: number }[] = [];
  for (const text of texts) {
    const words = await wordsIn(context, table, text);
    if (words !== text.word_count) recounted.push({ text, words });
  }
  await forEachItem(context.log, recounted, ({ text, words }) => replaceOne(context, table, text, words));
  const next = nextPlace(table, texts.at(-1)?.id);
  if (next !== undefined) await context.jobs.enqueue(context.db, RECOUNT_JOB, next, { jobKey: RECOUNT_JOB });
}

function nextPlace(table: CountedTable, last: number | undefined): Place | undefined {
  if (last !== undefined) return { table, above: last };
  const following = COUNTED_TABLES[COUNTED_TABLES.indexOf(table) + 1];
  return following === undefined ? undefined : { table: following, above: 0 };
}

async function wordsIn(context: Context, table: CountedTable, text: CountedText): Promise<number> {
  if (text.content === null) return text.word_count;
  const counted = await countStoredWords(context, text.content);
  if (counted.ok) return counted.data;
  if (counted.kind === 'unavailable') throw new Error(counted.message);
  context.log.warn({ table, id: text.id }, 'a stored text is too complicated to be counted again');
  return text.word_count;
}

async function replaceOne({ db }: Context, table: CountedTable, text: CountedText, words: number) {
  await db.transaction().execute(async (transaction) => {
    const story = table === 'chapters' ? await storyOfChapter(transaction, text.id) : undefined;
    if (story !== undefined) await lockStories(transaction, [story]);
    await replaceCount(transaction, table, text, words);
  });
}
