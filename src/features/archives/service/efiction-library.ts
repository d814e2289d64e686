import { createReadStream } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { htmlToText } from '#platform/html/html-cleaner.ts';
import { StartError } from '#platform/runtime/start-error.ts';
import type { ArchivedAuthor } from '../rules/archive.ts';
import { eFictionTable, idsIn, numberIn, textIn, timeIn } from '../rules/efiction.ts';
import { type Row, sqlRows, TOO_LONG } from '../rules/sql-rows.ts';

/** A chapter of a novel has 100 kB, and the longest that is imported 2 MB. */
export const MAX_VALUE_BYTES = 8 * 2 ** 20;
/** Rows without their texts are kept in memory. */
const MAX_ROWS = 2_000_000;
/** Prose is packed to a third or a quarter; more than this is a bomb. */
const MAX_PACKING = 100;

export type TextColumn = 'notes' | 'storytext' | 'endnotes';
const TEXT_COLUMNS: readonly TextColumn[] = ['notes', 'storytext', 'endnotes'];

/** A chapter, and where its texts are in the temporary file. */
export interface Chapter {
  id: number;
  authorId: number;
  order: number;
  title: string;
  isValidated: boolean;
  texts: { at: number; lengths: (number | undefined)[] };
}

export interface Story {
  id: number;
  authorId: number;
  title: string;
  summary: string;
  notes: string;
  categories: number[];
  classes: number[];
  characters: number[];
  rating: number;
  published: Date | undefined;
  updated: Date | undefined;
  isValidated: boolean;
  isComplete: boolean;
}

interface Series {
  id: number;
  authorId: number;
  title: string;
  summary: string;
  isOpen: boolean;
}

/** The rows of a dump, without the texts of chapters. */
export class Library {
  readonly authors = new Map<number, Omit<ArchivedAuthor, 'addresses'>>();
  readonly stories = new Map<number, Story>();
  readonly chapters = new Map<number, Chapter[]>();
  readonly series = new Map<number, Series>();
  readonly places: { seriesId: number; storyId: number; order: number }[] = [];
  readonly coauthors = new Map<number, number[]>();
  readonly names = {
    categories: new Map<number, string>(),
    characters: new Map<number, string>(),
    classes: new Map<number, { type: number; name: string }>(),
    classtypes: new Map<number, string>(),
    ratings: new Map<number, string>(),
  };
  reviews = 0;
}

/** Reads the rows of a dump, and writes the texts of chapters into a file. */
export async function readLibrary(dump: string, texts: FileHandle): Promise<Library> {
  const library = new Library();
  let [at, rows] = [0, 0];
  const wants = (name: string) => eFictionTable(name) !== undefined;
  for await (const row of sqlRows(await unpacked(dump), { wants, maxValueBytes: MAX_VALUE_BYTES })) {
    if (++rows > MAX_ROWS) throw new StartError(`${dump} has more than ${MAX_ROWS} rows`);
    if (eFictionTable(row.table) === 'chapters') at += await takeChapter(library, row, texts, at);
    else takeRow(library, row);
  }
  return library;
}

async function unpacked(dump: string): Promise<AsyncIterable<Buffer>> {
  const file = createReadStream(dump, { highWaterMark: 2 ** 20 });
  if (!dump.endsWith('.gz')) return file;
  return limited(file.pipe(createGunzip()), (await stat(dump)).size * MAX_PACKING + 2 ** 20);
}

async function* limited(chunks: AsyncIterable<Buffer>, maximum: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > maximum) throw new StartError(`The file unpacks to more than ${MAX_PACKING} times its size`);
    yield chunk;
  }
}

/** Returns the number of bytes written to the temporary file. */
async function takeChapter(library: Library, row: Row, texts: FileHandle, at: number): Promise<number> {
  const values = TEXT_COLUMNS.map((column) => row.values.get(column) ?? Buffer.alloc(0));
  const parts = values.map((value) => (value === TOO_LONG ? undefined : (value as Buffer)));
  let length = 0;
  for (const part of parts) {
    if (part === undefined || part.length === 0) continue;
    await texts.write(part, 0, part.length, at + length);
    length += part.length;
  }
  const storyId = numberIn(row, 'sid');
  const chapters = library.chapters.get(storyId) ?? [];
  library.chapters.set(storyId, chapters);
  chapters.push({
    id: numberIn(row, 'chapid'),
    authorId: numberIn(row, 'uid'),
    order: numberIn(row, 'inorder'),
    title: shortText(row, 'title'),
    isValidated: numberIn(row, 'validated') > 0,
    texts: { at, lengths: parts.map((part) => part?.length) },
  });
  return length;
}

/** The text of a title or a name, which old sites store with entities. */
function shortText(row: Row, column: string): string {
  return htmlToText((textIn(row, column) ?? '').slice(0, 10_000)).replaceAll('\n', ' ');
}

function takeRow(library: Library, row: Row): void {
  const { names } = library;
  switch (eFictionTable(row.table)) {
    case 'authors':
      library.authors.set(numberIn(row, 'uid'), {
        name: shortText(row, 'penname'),
        email: (textIn(row, 'email') ?? '').slice(0, 300),
        bio: htmlToText((textIn(row, 'bio') ?? '').slice(0, 50_000)),
        joined: timeIn(row, 'date'),
      });
      break;
    case 'categories':
      names.categories.set(numberIn(row, 'catid'), shortText(row, 'category'));
      break;
    case 'characters':
      names.characters.set(numberIn(row, 'charid'), shortText(row, 'charname'));
      break;
    case 'classes':
      names.classes.set(numberIn(row, 'class_id'), {
        type: numberIn(row, 'class_type'),
        name: shortText(row, 'class_name'),
      });
      break;
    case 'classtypes':
      names.classtypes.set(numberIn(row, 'classtype_id'), shortText(row, 'classtype_name'));
      break;
    case 'ratings':
      names.ratings.set(numberIn(row, 'rid'), shortText(row, 'rating'));
      break;
    case 'reviews':
      library.reviews++;
      break;
    case 'coauthors': {
      const storyId = numberIn(row, 'sid');
      library.coauthors.set(storyId, [...(library.coauthors.get(storyId) ?? []), numberIn(row, 'uid')]);
      break;
    }
    case 'inseries':
      library.places.push({
        seriesId: numberIn(row, 'seriesid'),
        storyId: numberIn(row, 'sid'),
        order: numberIn(row, 'inorder'),
      });
      break;
    case 'series':
      library.series.set(numberIn(row, 'seriesid'), {
        id: numberIn(row, 'seriesid'),
        authorId: numberIn(row, 'uid'),
        title: shortText(row, 'title'),
        summary: htmlToText(textIn(row, 'summary') ?? ''),
        isOpen: numberIn(row, 'isopen') > 0,
      });
      break;
    case 'stories':
      library.stories.set(numberIn(row, 'sid'), {
        id: numberIn(row, 'sid'),
        authorId: numberIn(row, 'uid'),
        title: shortText(row, 'title'),
        summary: (textIn(row, 'summary') ?? '').slice(0, 100_000),
        notes: (textIn(row, 'storynotes') ?? '').slice(0, 100_000),
        categories: idsIn(row, 'catid'),
        classes: idsIn(row, 'classes'),
        characters: idsIn(row, 'charid'),
        rating: numberIn(row, 'rid'),
        published: timeIn(row, 'date'),
        updated: timeIn(row, 'updated'),
        isValidated: numberIn(row, 'validated') > 0,
        isComplete: numberIn(row, 'completed') > 0,
      });
      break;
    default:
  }
}
