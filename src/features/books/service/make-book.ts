import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { chaptersForBooks, publishedText } from '#features/chapters/service/chapters.ts';
import type { CoverPictures } from '#features/covers/service/cover-pictures.ts';
import { type Cover, coverFactsOf, coverOf } from '#features/covers/service/covers.ts';
import { licenceAddress } from '#features/labels/rules/licence.ts';
import { rightsInWords } from '#features/labels/rules/rights.ts';
import { ownWarnings, warningLabels, warningLines } from '#features/labels/rules/shown-warnings.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import type { Book, BookChapter, BookLine } from '#platform/documents/book.ts';
import { bookIdentifier } from '#platform/documents/book-identifier.ts';
import type { Context } from '#platform/runtime/context.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { urls } from '#urls.ts';
import { changesSince, dateInWords, storyFacts } from '../rules.ts';
import type { FoundBook } from './find-books.ts';

type Chapters = Awaited<ReturnType<typeof chaptersForBooks>>;

/** A book with everything but its texts: enough to tell whether a client has it already. */
export interface BookEdition {
  found: FoundBook;
  chapters: Chapters;
  cover: Cover;
  modified: Date;
  /** Names the edition; another content, another version. */
  version: string;
}

export interface BookWishes {
  /** The time of an edition that the reader has. */
  since: Date | undefined;
  /** Whether to put the house's letters into the book. */
  hasFonts: boolean;
}

/** Goes up when the same texts give another file. */
const WRITER_VERSION = 4;
const FONT_FILES = ['latin-400-normal', 'latin-400-italic', 'latin-ext-400-normal', 'latin-ext-400-italic'];
const COVER_WIDTH = 1280;

export async function bookEdition(
  { db }: Context,
  found: FoundBook,
  wishes: BookWishes,
): Promise<BookEdition> {
  const rows = await chaptersForBooks(
    db,
    found.stories.map(({ id }) => id),
  );
  const chaptersOf = Map.groupBy(rows, (row) => row.story_id);
  const chapters = found.stories.flatMap(({ id }) => chaptersOf.get(id) ?? []);
  const cover = coverOfBook(found);
  const times = [
    ...found.stories.map((story) => Date.parse(story.updated_at)),
    ...chapters.flatMap(({ updated_at, published_at }) => [
      updated_at.getTime(),
      published_at?.getTime() ?? 0,
    ]),
  ];
  const { stories, ...about } = found;
  const facts = stories.map((story) => [
    story.title,
    story.author_display_name,
    story.synopsis,
    story.language,
    story.licence,
    storyFacts(story),
  ]);
  const hash = createHash('sha256').update(
    JSON.stringify([WRITER_VERSION, about, facts, chapters, cover.version, wishes]),
  );
  return {
    ...{ found, chapters, cover },
    modified: new Date(Math.max(...times)),
    version: hash.digest('base64url').slice(0, 22),
  };
}

function coverOfBook({ seed, title, author, stories: [first], isCollection }: FoundBook): Cover {
  if (first === undefined) throw new Error('a book has a story');
  const facts = coverFactsOf(first);
  return coverOf(isCollection ? { seed, title, author, tags: facts.tags, chosen: null } : facts);
}

/** The book as the writer of EPUB takes it. Its texts are read one by one, when the writer reaches them. */
export async function makeBook(
  context: Context,
  { found, chapters, cover, modified }: BookEdition,
  { since, hasFonts }: BookWishes,
  pictures: CoverPictures,
): Promise<Book> {
  const { seed, title, author, synopsis, stories, isCollection, path, leftOut } = found;
  const source = context.publicUrl + path;
  const chaptersOf = Map.groupBy(chapters, (chapter) => chapter.story_id);
  const own = (story: Story) => (chaptersOf.get(story.id) ?? []).map((row) => bookChapter(context, row));
  const warningsOf = (story: Story) => warningLines(story, chaptersOf.get(story.id) ?? []);
  const picture = await pictures.draw(cover, COVER_WIDTH);
  const [first] = stories;
  const series = isCollection ? undefined : first?.series[0];
  return {
    identifier: bookIdentifier(`${context.publicUrl} ${seed}`),
    ...{ title, author, synopsis, modified, source },
    language: commonLanguage(stories),
    tags: isCollection ? [] : (first?.tags.map((tag) => tag.name) ?? []),
    cover: picture.ok ? picture.data : undefined,
    rights: isCollection || first === undefined ? undefined : rightsLine(first).text,
    series: series && { title: series.title, position: series.position },
    fonts: hasFonts ? await embeddedFonts() : undefined,
    facts: [
      ...(since === undefined ? [] : changesSince(since, chapters).map((text) => ({ text }))),
      ...(isCollection || first === undefined ? [] : storyFacts(first).map((text) => ({ text }))),
      ...leftOut.map((text) => ({ text })),
      ...imprint(source, modified),
      ...(isCollection || first === undefined ? [EACH_ITS_OWN] : [rightsLine(first)]),
    ],
    warnings: isCollection || first === undefined ? [] : warningsOf(first),
    chapters: isCollection || first === undefined ? [] : own(first),
    parts: isCollection
      ? stories.map((story) => ({
          ...{ title: story.title, author: story.author_display_name, language: story.language },
          ...{ synopsis: story.synopsis, chapters: own(story), warnings: warningsOf(story) },
          facts: [
            ...storyFacts(story).map((text) => ({ text })),
            {
              text: context.publicUrl + urls.story(story.slug),
              href: context.publicUrl + urls.story(story.slug),
            },
            rightsLine(story),
          ],
        }))
      : undefined,
  };
}

const EACH_ITS_OWN: BookLine = { text: 'Every text belongs to its author.' };

/** The owner of a text, and the licence that readers have. */
function rightsLine({ author_display_name: author, licence }: Story): BookLine {
  const text = rightsInWords(author, licence);
  return licence === null ? { text } : { text, href: licenceAddress(licence) };
}

/** Lines of the first page about the file: where it comes from, and which edition it is. */
function imprint(source: string, modified: Date): BookLine[] {
  const edition = encodeURIComponent(modified.toISOString());
  return [
    { text: source, href: source },
    { text: `Edition of ${dateInWords(modified)}` },
    { text: 'Look for a newer edition', href: `${source}/book.epub?since=${edition}` },
  ];
}

function bookChapter({ db }: Context, row: Chapters[number]): BookChapter {
  const warnings = ownWarnings(row);
  return {
    ...{ title: row.title, volume: row.volume, noteBefore: row.note_before, noteAfter: row.note_after },
    warning: warnings.length === 0 ? undefined : `Content warnings: ${warningLabels(warnings)}`,
    html: () => publishedText(db, row.id),
  };
}

function commonLanguage(stories: readonly Story[]): string | null {
  const languages = new Set(stories.map((story) => story.language));
  return languages.size === 1 ? (stories[0]?.language ?? null) : null;
}

async function embeddedFonts(): Promise<NonNullable<Book['fonts']>> {
  const files = new Map<string, Buffer>();
  const faces: string[] = [];
  for (const name of FONT_FILES) {
    const file = `literata-${name}.woff2`;
    files.set(file, await readFile(installedPath(`node_modules/@fontsource/literata/files/${file}`)));
    const style = name.endsWith('italic') ? 'italic' : 'normal';
    const range = name.startsWith('latin-ext') ? 'U+0100-02BA, U+1E00-1EFF' : 'U+0000-00FF, U+2000-206F';
    faces.push(
      `@font-face { font-family: "Literata"; font-style: ${style}; src: url("${file}"); unicode-range: ${range}; }\n`,
    );
  }
  return { files, style: `${faces.join('')}body { font-family: "Literata", serif; }\n` };
}
