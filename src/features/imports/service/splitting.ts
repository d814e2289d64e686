import { fits } from '#base/plain-text.ts';
import { plural } from '#base/text.ts';
import { MAX_VOLUME_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import type { ParsedBook, ParsedChapter } from '#platform/documents/parsed-book.ts';
import type { TextBlock } from '#platform/documents/text-blocks.ts';
import { htmlToText } from '#platform/html/html-cleaner.ts';
import { isChapterLine } from '../rules/chapter-lines.ts';
import { divideLong, fittingChapterTitle, fittingStoryTitle } from '../rules/divide-long.ts';
import type { ImportedChapter, ImportedStory, Section } from '../rules/imported-story.ts';
import { archiveDetails } from './archive-details.ts';
import { type SectionWithNotes, toSections, withNotesAtEnd } from './sections.ts';

const FRONT_MATTER_TITLE = 'Before the first chapter';

/** Makes a story of a parsed file: finds its chapters, and says what the author should look at. */
export function toStory(book: ParsedBook, fileName: string): ImportedStory {
  const warnings: string[] = [];
  const archive = book.archive && archiveDetails(book.archive);
  warnings.push(...(archive?.remarks ?? []));
  const { images, tables } = book.lost;
  if (images > 0) warnings.push(`${plural(images, 'picture')} left out: stories here are text alone.`);
  if (tables > 0)
    warnings.push(`${plural(tables, 'table')} written out as paragraphs, cell by cell. Every word is there.`);
  const found =
    'chapters' in book.content
      ? { title: undefined, chapters: book.content.chapters.map(markedChapter) }
      : findChapters(book.content.blocks, book, warnings);
  const title = book.title ?? found.title ?? titleOfOneChapter(found.chapters) ?? titleOfFile(fileName);
  const divided = divideLong(found.chapters.map((chapter) => withNotesAtEnd(chapter)));
  return {
    title: fittingStoryTitle(title),
    author: book.author,
    synopsis: book.synopsis ?? '',
    language: archive === undefined ? book.language : archive.language,
    tags: book.tags ?? [],
    ...(archive === undefined ? {} : { details: archive.details }),
    warnings: [...warnings, ...divided.warnings],
    chapters: divided.chapters,
  };
}

type ChapterNotes = Pick<ImportedChapter, 'volume' | 'noteBefore' | 'noteAfter'>;
const DRAFT = { details: { state: 'draft' } };
const NO_NOTES: ChapterNotes = { volume: null, noteBefore: '', noteAfter: '' };

/** A chapter that the file marks: a heading at its beginning is part of its text. */
function markedChapter({
  title,
  blocks,
  volume = null,
  isDraft,
  noteBefore = '',
  noteAfter = '',
}: ParsedChapter) {
  const sections = withOpeningInText(toSections(blocks));
  const details = isDraft ? DRAFT : {};
  return { title: fittingChapterTitle(title), volume, noteBefore, noteAfter, ...details, sections };
}

/** A chapter that begins at a heading. A heading that is longer than a title stays in the text as a whole. */
function withTitle(title: string, sections: Section[], notes = NO_NOTES): ImportedChapter {
  const fitting = fittingChapterTitle(title);
  const isCut = fitting.endsWith('…') && !title.endsWith('…');
  // A draft inside another chapter makes a draft of it: none of its words may come before readers.
  const details = sections.some(({ isDraft }) => isDraft) ? DRAFT : {};
  return { ...notes, title: fitting, ...details, sections: isCut ? withOpeningInText(sections) : sections };
}

export function withOpeningInText([first, ...rest]: Section[]): Section[] {
  if (first === undefined) return [];
  const html = [first.opening, first.html].filter((part) => part !== '').join('\n');
  const words = first.words + first.openingWords;
  return [{ ...first, html, words, opening: '', openingWords: 0 }, ...rest];
}

/** The heading of a text that has one chapter, unless it only counts: “Chapter 1” names no story. */
function titleOfOneChapter([only, second]: readonly ImportedChapter[]): string | undefined {
  const isNamed = only?.sections[0]?.starts === 'heading' && !isChapterLine(only.title);
  return isNamed && second === undefined ? only.title : undefined;
}

function titleOfFile(name: string): string {
  const base = name.split('/').at(-1) ?? name;
  return (
    base
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .replaceAll(/[_\s]+/g, ' ')
      .trim() || 'Untitled'
  );
}

/**
 * Divides a text at its top level of headings; at the second where the top has a single one, which is then the title of
 * the story; at page breaks where it has no headings.
 */
function findChapters(
  blocks: readonly TextBlock[],
  book: ParsedBook,
  warnings: string[],
): { title: string | undefined; chapters: ImportedChapter[] } {
  const hasHeadings = blocks.some(({ kind }) => kind === 'heading');
  const text = hasHeadings ? withoutContents(blocks) : withNamedChapters(blocks);
  const sections = toSections(text);
  const { level, title } = splitLevel(sections, book.title);
  const starts = (section: Section) =>
    level === undefined
      ? section.starts === 'page'
      : section.starts === 'heading' && (section.level ?? 9) <= level && !isSameTitle(section.label, title);
  const groups: Section[][] = [[]];
  for (const section of sections) {
    if (starts(section)) groups.push([section]);
    else groups.at(-1)?.push(section);
  }
  const [front = [], ...bodies] = groups;
  const chapters = bodies.map((body, index) => {
    const [first] = body;
    const name = first?.starts === 'heading' ? first.label : `Chapter ${index + 1}`;
    return withTitle(name, body);
  });
  const known = { ...book, title: book.title ?? title };
  const opening = frontMatter(front, known, title);
  if (chapters.length > 1 && chapters[0] !== undefined && isTitlePage(chapters[0].sections, known))
    chapters.shift();
  if (bodies.length === 0 && opening !== undefined)
    return {
      title,
      chapters: [{ ...opening, title: fittingChapterTitle(title ?? book.title ?? 'Chapter 1') }],
    };
  if (opening !== undefined) {
    chapters.unshift(opening);
    warnings.push(
      `The text before the first heading is a chapter of its own, “${FRONT_MATTER_TITLE}”. Leave it out if it is only a title page.`,
    );
  }
  return { title, chapters: withVolumes(chapters, warnings) };
}

/**
 * The level at which chapters begin; undefined without headings. The title counts once: converters repeat it, on a page
 * of its own and above the text.
 */
function splitLevel(
  sections: readonly Section[],
  bookTitle: string | undefined,
): { level?: number; title?: string } {
  const headings = sections.filter(({ starts }) => starts === 'heading');
  const levels = [...new Set(headings.map(({ level }) => level ?? 1))].sort();
  const [top, second] = levels;
  if (top === undefined) return {};
  const atTop = headings.filter(({ level }) => level === top);
  // The heading of a draft names a chapter, also where it is the only one.
  if (atTop.some(({ isDraft }) => isDraft)) return { level: top };
  const title = atTop[0]?.label ?? '';
  const areTitles = atTop.every(({ label }) => isSameTitle(label, atTop.length === 1 ? title : bookTitle));
  return areTitles && second !== undefined ? { level: second, title } : { level: top };
}

function isSameTitle(label: string, title: string | undefined): boolean {
  return title !== undefined && label.toLowerCase() === title.toLowerCase();
}

/** The blocks without a table of contents: a heading of that name, above lines that are headings elsewhere. */
function withoutContents(blocks: readonly TextBlock[]): TextBlock[] {
  const headings = new Set(blocks.map((block) => (block.kind === 'heading' ? block.text : '')));
  const isEntry = (block: TextBlock | undefined) =>
    block?.kind === 'text' && block.text.split('\n').every((line) => headings.has(line.trim()));
  let isInContents = false;
  return blocks.filter((block, index) => {
    if (block.kind === 'heading')
      isInContents = /^(?:table of )?contents$/i.test(block.text) && isEntry(blocks[index + 1]);
    else if (block.kind !== 'page-break') isInContents &&= isEntry(block);
    return !isInContents;
  });
}

/** The text before the first chapter; undefined where it only repeats what is known as title and author. */
function frontMatter(
  sections: Section[],
  known: Pick<ParsedBook, 'title' | 'author'>,
  storyTitle: string | undefined,
): ImportedChapter | undefined {
  const withoutTitle = sections.map((section) =>
    section.starts === 'heading' && isSameTitle(section.label, storyTitle)
      ? { ...section, opening: '', openingWords: 0 }
      : section,
  );
  const withText = withoutTitle.filter(
    ({ html, opening, starts }) => html !== '' || (opening !== '' && starts === 'heading'),
  );
  if (isTitlePage(withText, known)) return undefined;
  return { title: FRONT_MATTER_TITLE, volume: null, noteBefore: '', noteAfter: '', sections: withText };
}

/** Whether a short text repeats the title and the author, and nothing else. */
function isTitlePage(
  sections: readonly Section[],
  { title, author }: Pick<ParsedBook, 'title' | 'author'>,
): boolean {
  const known = `${title ?? ''} ${author ?? ''} by table of contents`.toLowerCase();
  return sections.every(
    ({ label, html }) =>
      [label, htmlToText(html)].every((text) =>
        text
          .toLowerCase()
          .split(/\s+/)
          .every((word) => known.includes(word)),
      ) && html.length < 1_000,
  );
}

/**
 * Headings without text of their own, such as a part’s, become the volume of the chapters after them. One that no chapter
 * follows, or that a volume cannot hold, stays as text.
 */
function withVolumes(chapters: ImportedChapter[], warnings: string[]): ImportedChapter[] {
  const result: ImportedChapter[] = [];
  let volume: string | null = null;
  let waiting: Section[] = [];
  for (const chapter of chapters) {
    if (chapter.sections.every(({ html }) => html === '')) {
      waiting.push(...chapter.sections);
      continue;
    }
    const title = volumeOf(waiting);
    if (title !== undefined) {
      volume = title;
      waiting = [];
      warnings.push(`“${title}” has no text and became the volume of the chapters after it.`);
    }
    const sections =
      waiting.length === 0 ? chapter.sections : withOpeningInText([...waiting, ...chapter.sections]);
    waiting = [];
    result.push({ ...chapter, volume, sections });
  }
  result.at(-1)?.sections.push(...waiting);
  return result;
}

/** The volume that headings name together, “Part One: Summer”; undefined where it would not hold all their words. */
function volumeOf(headings: readonly SectionWithNotes[]): string | undefined {
  const title = headings
    .map(({ label }) => label)
    .filter((label) => label !== '')
    .join(': ');
  const hasNotes = headings.some(({ notes = [] }) => notes.length > 0);
  return title === '' || hasNotes || !fits(title, MAX_VOLUME_CHARACTERS) ? undefined : title;
}

/** Makes headings of lines that name a chapter, in a text without any. */
function withNamedChapters(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.map((block): TextBlock => {
    if (block.kind !== 'text' || !isChapterLine(block.text)) return block;
    return { kind: 'heading', level: 2, text: block.text, html: '' };
  });
}
