import '../server-only.ts';
import type { Book, BookChapter, BookLine, BookPart } from './book.ts';
import { escapeXml, toXhtml } from './xml.ts';

/** One document of an EPUB, in the order of reading. */
export interface EpubPage {
  file: string;
  title: string;
  language: string | null;
  kind: 'cover' | 'title' | 'part' | 'volume' | 'chapter';
  /** Its depth in the contents. */
  level: number;
  body: () => Promise<string>;
}

export function pagesOf(book: Book): EpubPage[] {
  const { title, author, synopsis, warnings, language, facts = [] } = book;
  const pages: EpubPage[] = [];
  const page = { language, level: 0 };
  if (book.cover !== undefined)
    pages.push({
      ...page,
      file: 'cover.xhtml',
      title: 'Cover',
      kind: 'cover',
      body: async () => coverPage(book),
    });
  pages.push({
    ...{ ...page, file: 'title.xhtml', title, kind: 'title' },
    body: async () => titlePage('titlepage', { title, author, synopsis, warnings, facts }),
  });
  if (book.parts === undefined)
    pages.push(...chapterPages(book.chapters, { language, level: 0, prefix: '' }));
  for (const [index, part] of (book.parts ?? []).entries()) {
    const prefix = `story-${index + 1}-`;
    pages.push({
      ...{ file: `${prefix}title.xhtml`, title: part.title, kind: 'part' },
      ...{ language: part.language, level: 0 },
      body: async () => titlePage('part', part),
    });
    pages.push(...chapterPages(part.chapters, { language: part.language, level: 1, prefix }));
  }
  return pages;
}

function chapterPages(
  chapters: readonly BookChapter[],
  { language, level, prefix }: { language: string | null; level: number; prefix: string },
): EpubPage[] {
  const pages: EpubPage[] = [];
  let volume: string | null = null;
  for (const [index, chapter] of chapters.entries()) {
    if (chapter.volume !== volume && chapter.volume !== null) {
      const title = chapter.volume;
      pages.push({
        ...{ file: `${prefix}volume-${index + 1}.xhtml`, title, language, kind: 'volume', level },
        body: async () =>
          `<section epub:type="part" role="doc-part"><h1 dir="auto">${escapeXml(title)}</h1></section>`,
      });
    }
    volume = chapter.volume;
    pages.push({
      ...{ file: `${prefix}chapter-${index + 1}.xhtml`, title: chapter.title, language, kind: 'chapter' },
      level: volume === null ? level : level + 1,
      body: () => chapterPage(chapter),
    });
  }
  return pages;
}

function coverPage({ title }: Book): string {
  return `<section epub:type="cover" class="cover"><img role="doc-cover" src="cover.png" alt="Cover of ${escapeXml(title)}"/></section>`;
}

/** Words of the site, in whatever language the story is. */
const SITE_WORDS = 'lang="en" xml:lang="en" dir="ltr"';

function titlePage(
  type: 'titlepage' | 'part',
  { title, author, synopsis, warnings, facts }: Omit<BookPart, 'language' | 'chapters'>,
): string {
  const paragraphs = synopsis.split(/\n+/).filter((line) => line.trim() !== '');
  const role = type === 'part' ? ' role="doc-part"' : '';
  return [
    `<section epub:type="${type}"${role} class="title-page">`,
    `<h1 class="title" dir="auto">${escapeXml(title)}</h1>`,
    `<p class="author" dir="auto">${escapeXml(author)}</p>`,
    ...paragraphs.map((paragraph) => `<p dir="auto">${escapeXml(paragraph)}</p>`),
    ...warnings.map((warning) => `<p ${SITE_WORDS}>${escapeXml(warning)}</p>`),
    ...(facts.length === 0 ? [] : [`<div class="facts" ${SITE_WORDS}>`, ...facts.map(factLine), '</div>']),
    '</section>',
  ].join('\n');
}

function factLine({ text, href }: BookLine): string {
  const written = escapeXml(text);
  return `<p>${href === undefined ? written : `<a href="${escapeXml(href)}">${written}</a>`}</p>`;
}

async function chapterPage({
  title,
  volume,
  isDraft = false,
  noteBefore,
  noteAfter,
  html,
  warning,
}: BookChapter): Promise<string> {
  const note = (name: string, text: string) =>
    text === '' ? '' : `<aside class="${name}" dir="auto">${toXhtml(text)}</aside>\n`;
  const inVolume = volume === null ? '' : ` data-volume="${escapeXml(volume)}"`;
  const asDraft = isDraft ? ' data-state="draft"' : '';
  return [
    `<section epub:type="chapter" role="doc-chapter"${inVolume}${asDraft}>\n<h1 dir="auto">${escapeXml(title)}</h1>\n`,
    warning === undefined ? '' : `<p class="warning" ${SITE_WORDS}>${escapeXml(warning)}</p>\n`,
    note('note-before', noteBefore),
    `<div class="text" dir="auto">\n${toXhtml(await html())}\n</div>\n`,
    note('note-after', noteAfter),
    '</section>',
  ].join('');
}

/** The language of texts whose author has named none, as BCP 47 calls it. */
export const UNKNOWN_LANGUAGE = 'und';

/** The document around a page's content. */
export function epubDocument(
  { language, title }: { language: string | null; title: string },
  body: string,
): string {
  const named = escapeXml(language ?? UNKNOWN_LANGUAGE);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${named}" xml:lang="${named}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;
}
