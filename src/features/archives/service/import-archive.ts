/** Imports the stories of another site, with their authors, series and old addresses. */
import { type Outcome, success } from '#base/failure.ts';
import { normalizeLine } from '#base/plain-text.ts';
import { excerpt, plural } from '#base/text.ts';
import { addUnclaimedAccount } from '#features/accounts/service/imported-accounts.ts';
import { chapterDetailsSchema, MAX_VOLUME_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { addImportedVersions } from '#features/chapters/service/imported-chapters.ts';
import { chapterHtml, type ImportedChapter } from '#features/imports/rules/imported-story.ts';
import { addImportedSeries } from '#features/series/service.ts';
import { createImportedStory } from '#features/stories/service/imported-stories.ts';
import { titledStoryBeside } from '#features/stories/service/stories.ts';
import { isDuplicate, type OpenTransaction } from '#platform/database/database.ts';
import { UnreadableFile } from '#platform/documents/unreadable-file.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type Archive,
  type ArchivedAuthor,
  type ArchivedSeries,
  type ArchivedStory,
  chapterAddresses,
} from '../rules/archive.ts';
import { insertOldAddresses, lockArchives, oldAddress } from '../store.ts';

/** A chapter of another site may be longer than the editor accepts. */
const MAX_IMPORTED_CHARACTERS = 2_000_000;

export interface ArchiveReport {
  stories: { taken: number; known: number; refused: number };
  series: { taken: number; known: number; refused: number };
  authors: number;
}

export interface ImportOptions {
  /** Undoes every transaction at its end, so that the report is the one of a real run. */
  isDryRun: boolean;
  say: (line: string) => void;
}

class Undone extends Error {
  readonly outcome: Outcome<Taken>;
  constructor(outcome: Outcome<Taken>) {
    super('undone');
    this.outcome = outcome;
  }
}

/** Nothing is taken where an earlier run took it, also if it is deleted since. */
type Taken = { line: string; newAuthor?: string | undefined } | 'known';

export async function importArchive(
  context: Pick<Context, 'db' | 'jobs'>,
  archive: Archive,
  options: ImportOptions,
): Promise<ArchiveReport> {
  const report: ArchiveReport = {
    stories: { taken: 0, known: 0, refused: 0 },
    series: { taken: 0, known: 0, refused: 0 },
    authors: 0,
  };
  const newAuthors = new Set<string>();
  for (const sentence of archive.leftOut) options.say(`left out: ${sentence}`);
  for (const story of archive.stories) {
    const outcome = await inTransaction(context, options, (transaction) =>
      takeStory(context, transaction, story),
    );
    count(report, 'stories', story.label, outcome, options);
    // A dry run makes an author anew for each of their stories.
    if (outcome.ok && outcome.data !== 'known' && outcome.data.newAuthor !== undefined)
      newAuthors.add(outcome.data.newAuthor);
  }
  for (const series of archive.series) {
    const outcome = await inTransaction(context, options, (transaction) =>
      takeSeries(transaction, series, options),
    );
    count(report, 'series', `series “${series.title}”`, outcome, options);
  }
  return { ...report, authors: newAuthors.size };
}

function count(
  report: ArchiveReport,
  kind: 'stories' | 'series',
  label: string,
  outcome: Outcome<Taken>,
  { say }: ImportOptions,
): void {
  if (!outcome.ok) {
    report[kind].refused++;
    say(`left out: ${label}: ${outcome.message}`);
  } else if (outcome.data === 'known') report[kind].known++;
  else {
    report[kind].taken++;
    say(`taken: ${label}: ${outcome.data.line}`);
  }
}

/** One transaction for each story: a run that is stopped goes on where it was. */
async function inTransaction(
  { db }: Pick<Context, 'db'>,
  { isDryRun }: ImportOptions,
  take: (transaction: OpenTransaction) => Promise<Outcome<Taken>>,
): Promise<Outcome<Taken>> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockArchives(transaction);
      const outcome = await take(transaction);
      if (isDryRun || !outcome.ok) throw new Undone(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    if (error instanceof UnreadableFile) return refused(error.message);
    if (error instanceof RangeError) return refused('its formatting is nested too deeply');
    if (isDuplicate(error))
      return refused('something else took its name at the same moment; run the import again');
    throw error;
  }
}

function refused(message: string): Outcome<never> {
  return { ok: false, kind: 'invalid', message };
}

async function takeStory(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  archived: ArchivedStory,
): Promise<Outcome<Taken>> {
  if ((await oldAddress(transaction, archived.addresses[0])) !== undefined) return success('known');
  const read = await archived.read();
  if ('problem' in read) return refused(read.problem);
  const { story, leftOut } = read;
  const author = await takeAuthor(transaction, archived.author);
  if (author === undefined) return refused('its author has deleted their account here');
  const titled = await titledStoryBeside(transaction, author.id, story.title);
  const created = await createImportedStory(transaction, author.id, {
    ...{ title: story.title, synopsis: story.synopsis, language: story.language, tags: story.tags },
    details: story.details ?? {},
    visibility: archived.isDraft ? 'draft' : 'public',
    created_at: archived.published,
  });
  if (!created.ok) return created;
  const story_id = created.data.id;
  await insertOldAddresses(transaction, archived.addresses, { story_id });
  const last = story.chapters.findLastIndex((chapter) => !isUnpublished(chapter));
  let taken = 0;
  for (const [index, chapter] of story.chapters.entries()) {
    const isLast = index === last;
    const html = chapterHtml(chapter.sections);
    const added = await addChapter(
      transaction,
      {
        ...{ story_id, order: taken + 1, title: chapter.title, html, ...labelsOf(chapter) },
        ...{ note_before: chapter.noteBefore, note_after: chapter.noteAfter },
        ...(isUnpublished(chapter) ? { state: 'draft' as const } : {}),
        created_at: (isLast ? archived.updated : undefined) ?? archived.published,
      },
      MAX_IMPORTED_CHARACTERS,
    );
    if (!added.ok) {
      leftOut.push(`“${chapter.title}”: ${added.message}`);
      continue;
    }
    taken++;
    const versionsLost = await addImportedVersions(transaction, added.data.id, chapter.details ?? {});
    if (versionsLost > 0)
      leftOut.push(`“${chapter.title}”: ${plural(versionsLost, 'earlier version')} could not be taken`);
    await insertOldAddresses(transaction, chapterAddresses(chapter.details), {
      ...{ story_id, chapter_id: added.data.id },
    });
  }
  if (taken === 0) return refused(`no chapter could be taken: ${leftOut.join('; ')}`);
  await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [story_id] });
  const notes = [
    ...(archived.isDraft ? ['not approved on the old site, so it is a draft'] : []),
    ...(titled === undefined
      ? []
      : [`its author has a story with this title already: ${urls.story(titled.slug)}`]),
    ...leftOut,
    ...author.notes,
  ];
  return success({
    line: `“${story.title}” by ${author.username}, ${plural(taken, 'chapter')}, ${urls.story(created.data.slug)}${notes.map((note) => `\n  ${note}`).join('')}`,
    newAuthor: author.isNew ? archived.author.addresses[0] : undefined,
  });
}

/** A chapter that was scheduled elsewhere is a draft here: its time was meant for another place. */
function isUnpublished({ details }: ImportedChapter): boolean {
  return details?.state === 'draft' || details?.state === 'scheduled';
}

/** The labels of a chapter that this site exported, where they are valid. */
function labelsOf({ volume, details = {} }: ImportedChapter) {
  const { kind, warnings } = chapterDetailsSchema.shape;
  return {
    kind: kind.safeParse(details.kind).data,
    warnings: warnings.safeParse(details.warnings).data,
    volume: volume === null ? null : excerpt(normalizeLine(volume), MAX_VOLUME_CHARACTERS),
  };
}

interface TakenAuthor {
  id: number;
  username: string;
  isNew: boolean;
  notes: string[];
}

/** The account of an author; undefined if it came with this archive and was deleted since. */
async function takeAuthor(
  transaction: OpenTransaction,
  archived: ArchivedAuthor,
): Promise<TakenAuthor | undefined> {
  const known = await oldAddress(transaction, archived.addresses[0]);
  if (known !== undefined)
    return known.pen_name_id === null
      ? undefined
      : { id: known.pen_name_id, username: archived.name, isNew: false, notes: [] };
  const { id, username, notes } = await addUnclaimedAccount(transaction, archived);
  await insertOldAddresses(transaction, archived.addresses, { pen_name_id: id });
  return { id, username, notes, isNew: true };
}

async function takeSeries(
  transaction: OpenTransaction,
  archived: ArchivedSeries,
  { isDryRun }: ImportOptions,
): Promise<Outcome<Taken>> {
  if ((await oldAddress(transaction, archived.addresses[0])) !== undefined) return success('known');
  if (isDryRun) return success({ line: plural(archived.stories.length, 'story', 'stories') });
  const author = await oldAddress(transaction, archived.author.addresses[0]);
  if (author === undefined || author.pen_name_id === null) return refused('none of its stories is here');
  const ids: number[] = [];
  for (const address of archived.stories) {
    const story = await oldAddress(transaction, address);
    if (story?.story_id != null) ids.push(story.story_id);
  }
  const added = await addImportedSeries(transaction, {
    ...{ authorId: author.pen_name_id, title: archived.title, synopsis: archived.synopsis },
    ...{ is_complete: archived.isComplete, storyIds: ids },
  });
  if (!added.ok) return added;
  await insertOldAddresses(transaction, archived.addresses, { series_id: added.data.id });
  const missing = archived.stories.length - added.data.stories;
  return success({
    line: `${plural(added.data.stories, 'story', 'stories')}${missing === 0 ? '' : `\n  ${missing} left out: by another author, or not taken`}`,
  });
}
