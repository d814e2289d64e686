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
        body: async () => `<section epub:type="part"><h1>${escapeXml(title)}</h1></section>`,
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
  return `<section epub:type="cover" class="cover"><img src="cover.png" alt="Cover of ${escapeXml(title)}"/></section>`;
}

function titlePage(
  type: 'titlepage' | 'part',
  { title, author, synopsis, warnings, facts }: Omit<BookPart, 'language' | 'chapters'>,
): string {
  const paragraphs = synopsis.split(/\n+/).filter((line) => line.trim() !== '');
  return [
    `<section epub:type="${type}" class="title-page">`,
    `<h1 class="title">${escapeXml(title)}</h1>`,
    `<p class="author">${escapeXml(author)}</p>`,
    ...[...paragraphs, ...warnings].map((paragraph) => `<p>${escapeXml(paragraph)}</p>`),
    ...(facts.length === 0 ? [] : ['<div class="facts">', ...facts.map(factLine), '</div>']),
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
  noteBefore,
  noteAfter,
  html,
  warning,
}: BookChapter): Promise<string> {
  const note = (name: string, text: string) =>
    text === '' ? '' : `<aside class="${name}">${toXhtml(text)}</aside>\n`;
  const inVolume = volume === null ? '' : ` data-volume="${escapeXml(volume)}"`;
  return [
    `<section epub:type="chapter"${inVolume}>\n<h1>${escapeXml(title)}</h1>\n`,
    warning === undefined ? '' : `<p class="warning">${escapeXml(warning)}</p>\n`,
    note('note-before', noteBefore),
    `<div class="text">\n${toXhtml(await html())}\n</div>\n`,
    note('note-after', noteAfter),
    '</section>',
  ].join('');
}

/** The document around a page's content. */
export function epubDocument(
  { language, title }: { language: string | null; title: string },
  body: string,
): string {
  const lang = language === null ? '' : ` lang="${escapeXml(language)}" xml:lang="${escapeXml(language)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${lang}>
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;
}
