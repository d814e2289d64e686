import { type FileHandle, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportedChapter, ImportedStory } from '#features/imports/rules/imported-story.ts';
import { finishStory } from '#features/imports/service/finish-story.ts';
import { cleanHtml, htmlToText } from '#platform/html/html-cleaner.ts';
import { StartError } from '#platform/runtime/start-error.ts';
import type { Archive, ArchivedAuthor, ArchivedSeries, ArchivedStory } from '../rules/archive.ts';
import { decodeText, storedHtml, warningFor } from '../rules/efiction.ts';
import { eFictionAddress } from '../rules/old-addresses.ts';
import {
  type Chapter,
  type Library,
  MAX_VALUE_BYTES,
  readLibrary,
  type Story,
  type TextColumn,
} from './efiction-library.ts';

export interface EFictionOptions {
  /** The path below which the old site was: '' or `/archive`. */
  below: string;
  language: string | undefined;
  /** The folder with the texts of chapters, for a site that kept them in files. */
  texts: string | undefined;
}

/** Reads a dump of an eFiction site. The texts wait in a temporary file, so that no archive is too large for memory. */
export async function readEFiction(dump: string, options: EFictionOptions): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-archive-'));
  const texts = await open(join(folder, 'texts'), 'w+');
  const close = async () => {
    await texts.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const library = await readLibrary(dump, texts);
    if (library.stories.size === 0)
      throw new StartError(`${dump} has no stories of an eFiction site: no row in a table named …_stories`);
    return { ...archiveOf(library, texts, options), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function archiveOf(library: Library, texts: FileHandle, options: EFictionOptions): Omit<Archive, 'close'> {
  const { below } = options;
  const storyAddress = (sid: number) => eFictionAddress(below, 'viewstory.php', { sid });
  const authors = new Map<number, ArchivedAuthor>();
  const authorOf = (uid: number): ArchivedAuthor => {
    const known = authors.get(uid) ?? {
      ...(library.authors.get(uid) ?? { name: `Author ${uid}`, bio: '' }),
      addresses: [eFictionAddress(below, 'viewuser.php', { uid })] as const,
    };
    authors.set(uid, known);
    return known;
  };
  const stories = [...library.stories.values()]
    .filter(({ id }) => id > 0)
    .sort((one, other) => one.id - other.id)
    .map(
      (story): ArchivedStory => ({
        addresses: [storyAddress(story.id)],
        label: `sid ${story.id}`,
        author: authorOf(story.authorId),
        published: story.published,
        updated: story.updated,
        isDraft: !story.isValidated,
        read: () => readStory(library, story, texts, options),
      }),
    );
  const series = [...library.series.values()]
    .filter(({ id }) => id > 0)
    .map(
      ({ id, authorId, title, summary, isOpen }): ArchivedSeries => ({
        addresses: [eFictionAddress(below, 'viewseries.php', { seriesid: id })],
        ...{ title, synopsis: summary, isComplete: !isOpen, author: authorOf(authorId) },
        stories: library.places
          .filter(({ seriesId, storyId }) => seriesId === id && storyId > 0)
          .sort((one, other) => one.order - other.order)
          .map(({ storyId }) => storyAddress(storyId)),
      }),
    );
  return {
    ...{ stories, series },
    leftOut:
      library.reviews > 0
        ? [`${library.reviews} reviews: comments here belong to accounts that agreed to the terms`]
        : [],
  };
}

async function readStory(
  library: Library,
  story: Story,
  texts: FileHandle,
  options: EFictionOptions,
): ReturnType<ArchivedStory['read']> {
  const leftOut: string[] = [];
  const chapters: ImportedChapter[] = [];
  const rows = (library.chapters.get(story.id) ?? []).sort((one, other) => one.order - other.order);
  for (const chapter of rows) {
    const read = await readChapter(chapter, texts, options);
    const html = 'problem' in read ? '' : storedHtml(read.storytext);
    if ('problem' in read || cleanHtml(html).isEmpty) {
      const problem = 'problem' in read ? read.problem : 'it has no text';
      leftOut.push(`chapter ${chapter.order} (${chapter.title}): ${problem}`);
      continue;
    }
    const { notes, endnotes } = read;
    const before = chapters.length === 0 ? [creditOf(library, story), storedHtml(story.notes)] : [];
    chapters.push({
      title: chapter.title,
      volume: null,
      noteBefore: [...before, storedHtml(notes)].join(''),
      noteAfter: storedHtml(endnotes),
      details: {
        ...(chapter.isValidated ? {} : { state: 'draft' }),
        addresses: [
          eFictionAddress(options.below, 'viewstory.php', { sid: story.id, chapter: chapter.order }),
        ],
      },
      sections: [{ starts: 'heading', label: chapter.title, opening: '', html, words: 0, openingWords: 0 }],
    });
    if (!chapter.isValidated) leftOut.push(`chapter ${chapter.order} was not approved and is a draft`);
  }
  if (chapters.length === 0) return { problem: ['it has no text', ...leftOut].join('; ') };
  const { tags, warnings } = labelsOf(library, story);
  const finished = finishStory({
    title: story.title,
    synopsis: htmlToText(story.summary),
    language: options.language,
    tags,
    details: {
      status: story.isComplete ? 'complete' : 'ongoing',
      ...(warnings.length > 0 ? { warnings } : {}),
    },
    warnings: [],
    chapters,
  } satisfies ImportedStory);
  return { story: finished, leftOut: [...leftOut, ...finished.warnings] };
}

/** A story here has one author, and names the others in a note. */
function creditOf(library: Library, { id, authorId }: Story): string {
  const names = (library.coauthors.get(id) ?? [])
    .filter((uid) => uid !== authorId)
    .flatMap((uid) => library.authors.get(uid)?.name ?? []);
  if (names.length === 0) return '';
  return `<p>Written with ${names.map((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).join(', ')}.</p>`;
}

function labelsOf({ names }: Library, story: Story): { tags: string[]; warnings: string[] } {
  const tags = [
    ...story.categories.flatMap((id) => names.categories.get(id) ?? []),
    ...story.characters.flatMap((id) => names.characters.get(id) ?? []),
  ];
  const warnings = new Set<string>();
  for (const id of story.classes) {
    const known = names.classes.get(id);
    if (known === undefined) continue;
    const isWarning = /warn/i.test(names.classtypes.get(known.type) ?? '');
    const warning = isWarning ? warningFor(known.name) : undefined;
    if (warning === undefined) tags.push(known.name);
    else warnings.add(warning);
  }
  const rating = names.ratings.get(story.rating);
  return { tags: rating === undefined ? tags : [...tags, `Rated ${rating}`], warnings: [...warnings] };
}

const TOO_LARGE = { problem: `longer than ${MAX_VALUE_BYTES} bytes` };

async function readChapter(
  { id, authorId, texts: place }: Chapter,
  texts: FileHandle,
  options: EFictionOptions,
): Promise<Record<TextColumn, string> | { problem: string }> {
  if (place.lengths.some((length) => length === undefined)) return TOO_LARGE;
  const read: string[] = [];
  let { at } = place;
  for (const length of place.lengths) {
    const bytes = Buffer.alloc(length ?? 0);
    await texts.read(bytes, 0, bytes.length, at);
    at += bytes.length;
    read.push(decodeText(bytes));
  }
  const [notes = '', stored = '', endnotes = ''] = read;
  const storytext = stored.trim() === '' ? await textInFile(options.texts, authorId, id) : stored;
  return storytext === undefined ? TOO_LARGE : { notes, storytext, endnotes };
}

/**
 * The text of a chapter in a file, `stories/<author>/<chapter>.txt`; undefined for one that is too large. Both names are
 * numbers.
 */
async function textInFile(
  folder: string | undefined,
  authorId: number,
  id: number,
): Promise<string | undefined> {
  if (folder === undefined) return '';
  const file = join(folder, String(authorId), `${id}.txt`);
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return '';
  return size > MAX_VALUE_BYTES ? undefined : decodeText(await readFile(file));
}
