import { cleanImageSource } from '#base/web-address.ts';
import { STYLE } from './inert-html.ts';
import { styleOf } from './pasted-elements.ts';

const isLine = (name: string) => (element: Element) =>
  styleOf(element, 'text-decoration').includes(name) ||
  styleOf(element, 'text-decoration-line').includes(name);
const isUnderlined = isLine('underline');
const isStruck = isLine('line-through');

/** The text of a link is underlined by every program. */
const isOutsideLinks = (element: Element) =>
  element.closest('a') === null && element.querySelector('a') === null;
const isOnWeb = (picture: HTMLImageElement) =>
  cleanImageSource(picture.getAttribute('src') ?? '') !== undefined;
const hasText = (element: Element) => element.textContent.trim() !== '';

/**
 * Words for the formatting that a chapter cannot have, though pasted HTML shows it; its text is kept. Hidden texts and
 * tracked deletions are already gone.
 */
export function lossesIn(body: HTMLElement): string[] {
  const all = (selector: string) => [...body.querySelectorAll(selector)].filter(hasText);
  const pictures = [...body.querySelectorAll<HTMLImageElement>('img[src]')];
  const styled = all(`[${STYLE}]`);
  return [
    // A table of one cell is a frame around the text.
    ...(all('table').some((table) => table.querySelectorAll('td, th').length > 1) ? ['tables'] : []),
    ...([...all('u'), ...styled.filter(isUnderlined)].some(isOutsideLinks) ? ['underlining'] : []),
    ...([...all('s, strike, del'), ...styled.filter(isStruck)].length > 0 ? ['strikethrough'] : []),
    // Word and mail programs put the picture itself, or a place on the author's disk, where a chapter needs a web address.
    ...(pictures.some((picture) => !isOnWeb(picture)) ? ['pictures that have no https address'] : []),
    ...(all('sup, sub').length > 0 ? ['raised or lowered letters'] : []),
  ];
}

export function pastedWithout(losses: readonly string[]): string {
  return `Pasted without ${new Intl.ListFormat('en-GB').format(losses)}, which a chapter cannot have. The words are all there.`;
}
