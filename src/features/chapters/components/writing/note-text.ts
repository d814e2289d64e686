import { escapeHtml } from '#base/text.ts';
import { chapterLines } from '../../parts/editor/parse-html.ts';

/** A note as it is typed: paragraphs with an empty line between them. */
export function noteText(html: string): string {
  return chapterLines(html).join('\n\n');
}

/** The HTML of a typed note. A note that was not changed keeps its formatting, which the field cannot show. */
export function noteHtml(typed: string, stored: string): string {
  const text = typed.replaceAll(/\r\n?/g, '\n').trim();
  if (text === noteText(stored)) return stored;
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
