import '../server-only.ts';
import { htmlToText } from '../html/html-cleaner.ts';
import {
  attribute,
  bodyOf,
  elementsNamed,
  elementsOf,
  elementWithId,
  hasClass,
  innerHtml,
  isElement,
  lineOf,
  type MarkupDocument,
  type MarkupElement,
  parseHtml,
} from './markup.ts';
import type { ParsedBook, ParsedChapter } from './parsed-book.ts';
import { markStyledEmphasis } from './styled-emphasis.ts';
import { addedUp, type BlockReading, readBlocks, type TextBlock } from './text-blocks.ts';

/** Reads a page of HTML; a download of the Archive of Our Own says more than others. */
export function readHtml(html: string): ParsedBook {
  const document = parseHtml(html);
  markStyledEmphasis(document);
  const preface = elementWithId(document, 'preface');
  const chapters = elementWithId(document, 'chapters');
  if (preface !== undefined && chapters !== undefined)
    return readArchiveWork(document, { preface, chapters });
  const { blocks, lost } = readBlocks(bodyOf(document).childNodes);
  const meta = (name: string) =>
    elementsOf(document, (element) => element.tagName === 'meta' && attribute(element, 'name') === name)
      .map((element) => attribute(element, 'content')?.trim())
      .find((content) => content !== undefined && content !== '');
  const title = elementsNamed(document, 'title')[0];
  return {
    title: title === undefined ? undefined : lineOf(title) || undefined,
    author: meta('author'),
    synopsis: meta('description'),
    language: languageOf(document),
    content: { blocks },
    lost,
  };
}

function languageOf(document: MarkupDocument): string | undefined {
  const [html] = elementsNamed(document, 'html');
  const language = html && (attribute(html, 'xml:lang') ?? attribute(html, 'lang'));
  return language === '' ? undefined : language;
}

/** A work as the Archive of Our Own offers it for download: preface, chapters with their notes, afterword. */
function readArchiveWork(
  document: MarkupDocument,
  { preface, chapters }: { preface: MarkupElement; chapters: MarkupElement },
): ParsedBook {
  const title = elementsNamed(preface, 'h1')[0];
  const byline = elementsOf(preface, (element) => attribute(element, 'rel') === 'author');
  const notes = quotedAfter(preface);
  const read = readArchiveChapters(chapters, title === undefined ? '' : lineOf(title));
  const first = read.chapters[0];
  if (first !== undefined) first.noteBefore = joined(notes.get('Notes'), first.noteBefore);
  const afterword = elementWithId(document, 'afterword');
  const endNotes = afterword && quotedAfter(afterword).get('End Notes');
  const last = read.chapters.at(-1);
  if (last !== undefined) last.noteAfter = joined(last.noteAfter, endNotes);
  const summary = notes.get('Summary');
  return {
    title: title && lineOf(title),
    author: byline.map(lineOf).join(', ') || undefined,
    synopsis: summary && htmlToText(summary),
    // The fandom of a work that has none is called Original Work.
    tags: archiveTags(preface, 'Fandom', 'Relationship', 'Character', 'Additional Tag').filter(
      (name) => name !== 'Original Work',
    ),
    archive: {
      warnings: archiveTags(preface, 'Archive Warning'),
      language: archiveTags(preface, 'Language')[0],
      rating: archiveTags(preface, 'Rating')[0],
      series: archiveTags(preface, 'Series')[0],
      stats: archiveTags(preface, 'Stat').join(' '),
    },
    content: { chapters: read.chapters },
    lost: read.lost,
  };
}

function readArchiveChapters(parent: MarkupElement, workTitle: string) {
  const chapters: ParsedChapter[] = [];
  const readings: BlockReading[] = [];
  let loose: TextBlock[] = [];
  for (const node of parent.childNodes) {
    const heading = isElement(node) && hasClass(node, 'meta') ? chapterHeading(node) : undefined;
    if (isElement(node) && heading !== undefined) {
      const notes = quotedAfter(node);
      const noteBefore = joined(notes.get('Chapter Summary'), notes.get('Chapter Notes'));
      chapters.push({ title: heading, noteBefore, blocks: [] });
    } else if (isElement(node) && /^endnotes/.test(attribute(node, 'id') ?? '') && chapters.length > 0) {
      const chapter = chapters.at(-1) as ParsedChapter;
      chapter.noteAfter = quotedAfter(node).get('Chapter End Notes') ?? '';
    } else {
      const reading = readBlocks([node]);
      readings.push(reading);
      const blocks = chapters.at(-1)?.blocks ?? loose;
      for (const block of reading.blocks) blocks.push(block);
    }
  }
  if (chapters.length === 0) {
    // A work of one chapter has no chapter's heading, at most one with its title.
    const [first] = loose;
    const title = first?.kind === 'heading' ? first.text : workTitle;
    if (first?.kind === 'heading') loose = loose.slice(1);
    chapters.push({ title, blocks: loose });
  } else if (loose.length > 0) chapters[0]?.blocks.unshift(...loose);
  return { chapters, lost: addedUp(readings) };
}

function chapterHeading(meta: MarkupElement): string | undefined {
  const heading = elementsNamed(meta, 'h1', 'h2', 'h3')[0];
  return heading && lineOf(heading);
}

/** The quotations of a block of the archive, by the line above each. */
function quotedAfter(parent: MarkupElement): Map<string, string> {
  const quoted = new Map<string, string>();
  let label = '';
  for (const element of elementsNamed(parent, 'p', 'blockquote')) {
    if (element.tagName === 'p') label = lineOf(element);
    else if (!quoted.has(label)) quoted.set(label, innerHtml(element));
  }
  return quoted;
}

/** The entries below these labels of a preface, in their order. A label with several entries is a plural. */
function archiveTags(preface: MarkupElement, ...labels: string[]): string[] {
  const names = elementsNamed(preface, 'dt', 'dd');
  return labels.flatMap((label) => {
    const index = names.findIndex(
      (element) => element.tagName === 'dt' && lineOf(element).replace(/s?:?$/, '') === label,
    );
    const values = names[index + 1];
    if (index === -1 || values === undefined) return [];
    const links = elementsNamed(values, 'a').map(lineOf);
    return links.length > 0 ? links : [lineOf(values)];
  });
}

function joined(...notes: (string | undefined)[]): string {
  return notes.filter((note) => note !== undefined && note.trim() !== '').join('\n');
}
