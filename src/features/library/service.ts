/** Imports whole books: from an operator's file, or as the sample library of a new site. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { failure, type Outcome, success } from '#base/failure.ts';
import { findOrCreateAccount, hasAccounts } from '#features/accounts/service/imported-accounts.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { createStory, setSampleCounts, titledStoryBeside } from '#features/stories/service/stories.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import { htmlToText } from '#platform/html/html-cleaner.ts';
import type { Context } from '#platform/runtime/context.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { type Book, readBook, subjectTags } from './rules.ts';

/** Real novels have longer chapters than the editor accepts; the operator's import allows them. */
const MAX_IMPORTED_CHARACTERS = 2_000_000;

export interface ImportProgress {
  chapter: number;
  chapters: number;
}

export interface ImportedStory {
  id: number;
  slug: string;
  authorIsNew: boolean;
  /** The slug of a story that its author had under this title before. */
  sameTitleSlug: string | undefined;
}

/** Imports a book for an author, all or nothing, and enqueues the update of the rankings. */
export async function importBook(
  context: Pick<Context, 'db' | 'jobs'>,
  book: Book,
  username: string,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<Outcome<ImportedStory>> {
  return context.db
    .transaction()
    .execute(async (transaction) => {
      const imported = await importBookIn(transaction, book, username, onProgress);
      // Throwing rolls the transaction back; the code below turns the error into a value again.
      if (!imported.ok) throw new ImportRefused(imported);
      await context.jobs.enqueue(transaction, 'sum-rankings', { storyIds: [imported.data.id] });
      return imported;
    })
    .catch((error: unknown) => {
      if (error instanceof ImportRefused) return error.outcome;
      throw error;
    });
}

class ImportRefused extends Error {
  readonly outcome: Outcome<never>;
  constructor(outcome: Outcome<never>) {
    super('refused');
    this.outcome = outcome;
  }
}

/** Imports a book in the caller's transaction, without enqueuing the job. */
export async function importBookIn(
  transaction: OpenTransaction,
  book: Book,
  username: string,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<Outcome<ImportedStory>> {
  const { author: _, description, subjects, published, chapters, ...details } = book;
  const author = await findOrCreateAccount(transaction, { username });
  if (!author.ok) return author;
  const created_at = timeOf(published ?? chapters[0]?.published);
  const titled = await titledStoryBeside(transaction, author.data.id, details.title);
  const story = await createStory(transaction, {
    ...details,
    author_id: author.data.id,
    synopsis: htmlToText(description),
    tags: subjectTags(subjects),
    created_at,
  });
  if (!story.ok) return story;
  for (const [index, { published: chapterPublished, ...chapter }] of chapters.entries()) {
    const time = timeOf(chapterPublished) ?? created_at;
    const place = { story_id: story.data.id, order: index + 1, created_at: time };
    const added = await addChapter(transaction, { ...chapter, ...place }, MAX_IMPORTED_CHARACTERS);
    if (!added.ok) return failure(added.kind, `chapter ${index + 1} (${chapter.title}): ${added.message}`);
    onProgress({ chapter: index + 1, chapters: chapters.length });
  }
  return success({ ...story.data, authorIsNew: author.data.isNew, sameTitleSlug: titled?.slug });
}

/** A date of a book file as a time: eight in the evening (UTC). */
function timeOf(date: string | undefined): Date | undefined {
  return date === undefined ? undefined : new Date(`${date}T20:00:00Z`);
}

const sampleFolder = installedPath('db/sample-library');

const sampleAuthors = z.array(
  z.object({ username: z.string(), display_name: z.string(), bio: z.string(), joined: z.iso.date() }),
);

/**
 * Fills a database without accounts with the sample library, in one transaction, and returns the number of stories; 0
 * for a database with accounts. Readers' counts are derived from the story's position in the list, so that the lists
 * differ from the first day and every new site looks the same.
 */
export async function loadSampleLibrary({ db, jobs }: Context): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (await hasAccounts(transaction)) return 0;
    for (const { joined, ...author } of sampleAuthors.parse(await readJson('authors.json'))) {
      unwrap(await findOrCreateAccount(transaction, { ...author, created_at: new Date(joined) }));
    }
    const files = (await readdir(join(sampleFolder, 'stories')))
      .filter((file) => file.endsWith('.json'))
      .sort();
    const storyIds: number[] = [];
    for (const [index, file] of files.entries()) {
      const parsed = readBook(await readJson(`stories/${file}`));
      if (!parsed.ok) throw new Error(`sample ${file}: ${parsed.problems.join('; ')}`);
      const story = unwrap(await importBookIn(transaction, parsed.book, parsed.book.author ?? ''));
      storyIds.push(story.id);
      await setSampleCounts(transaction, story.id, index);
    }
    await jobs.enqueue(transaction, 'sum-rankings', { storyIds });
    return files.length;
  });
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(sampleFolder, file), 'utf8'));
}

function unwrap<Data>(outcome: Outcome<Data>): Data {
  if (!outcome.ok) throw new Error(`the sample library is invalid: ${outcome.message}`);
  return outcome.data;
}
