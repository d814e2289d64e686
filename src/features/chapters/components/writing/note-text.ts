import { EMPHASIS, isLinkAddress, LINK, STRONG } from '#base/light-markup.ts';
import { escapeHtml } from '#base/text.ts';
import { linesOf } from '../../parts/editor/parse-html.ts';
import { inertBody } from '../editor/inert-html.ts';

/** A note as it is typed: paragraphs with an empty line between them, emphasis and links as light markup. */
export function noteText(html: string): string {
  const body = inertBody(html);
  // Inner elements come last, and are replaced first.
  for (const element of [...body.querySelectorAll('a, em, i, strong, b')].reverse()) {
    const words = element.textContent;
    const text = words.trim();
    const mark = element.children.length > 0 ? undefined : markOf(element, text);
    element.replaceWith(...(mark === undefined ? element.childNodes : [words.replace(text, () => mark)]));
  }
  return linesOf(body).join('\n\n');
}

const WORD_OR_MARK = /[\p{L}\p{N}*]/u;

/** The words with their marks, if they can be typed so at this place. */
function markOf(element: Element, text: string): string | undefined {
  if (element.tagName === 'A') {
    const href = (element.getAttribute('href') ?? '').replaceAll('(', '%28').replaceAll(')', '%29');
    const link = `[${text}](${href})`;
    return isLinkAddress(href) && isWhole(LINK, link) ? link : undefined;
  }
  const isEmphasis = element.tagName === 'EM' || element.tagName === 'I';
  const marked = isEmphasis ? `*${text}*` : `**${text}**`;
  const around =
    (element.previousSibling?.textContent?.at(-1) ?? '') + (element.nextSibling?.textContent?.at(0) ?? '');
  const isTypeable = !WORD_OR_MARK.test(around) && [...text.matchAll(LINK)].length === 0;
  return isTypeable && isWhole(isEmphasis ? EMPHASIS : STRONG, marked) ? marked : undefined;
}

function isWhole(pattern: RegExp, text: string): boolean {
  const [match] = text.matchAll(pattern);
  return match?.[0] === text;
}

/** The HTML of a typed note. A note that was not changed keeps formatting that the field cannot show. */
export function noteHtml(typed: string, stored: string): string {
  const text = typed.replaceAll(/\r\n?/g, '\n').trim();
  if (text === noteText(stored)) return stored;
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().split('\n').map(lineHtml).join('<br>')}</p>`)
    .join('');
}

/** The HTML of a line. Links are told first, because their addresses may contain asterisks. */
function lineHtml(line: string): string {
  return replaced(line, LINK, withEmphasis, ([whole, words = '', href = '']) =>
    isLinkAddress(href) ? `<a href="${escapeHtml(href)}">${withEmphasis(words)}</a>` : escapeHtml(whole),
  );
}

const withEmphasis = (text: string): string =>
  replaced(
    text,
    STRONG,
    (rest) => replaced(rest, EMPHASIS, escapeHtml, ([, words = '']) => `<em>${escapeHtml(words)}</em>`),
    ([, words = '']) => `<strong>${escapeHtml(words)}</strong>`,
  );

/** The HTML of a text whose matches become one thing, and the words between them another. */
function replaced(
  text: string,
  pattern: RegExp,
  toHtml: (between: string) => string,
  matchToHtml: (match: RegExpExecArray) => string,
): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    html += toHtml(text.slice(end, match.index)) + matchToHtml(match);
    end = match.index + match[0].length;
  }
  return html + toHtml(text.slice(end));
}
