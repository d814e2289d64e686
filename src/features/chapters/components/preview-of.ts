import { trustedHtml } from '#ui/trusted-html.ts';
import { firstCharacters } from './preview-text.ts';

/** The text of a chapter's blocks. The parsed document is inert: it fetches no picture and runs no script. */
function paragraphsOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n');
  return [...body.children].map((block) => block.textContent.trim()).filter((text) => text !== '');
}

/** The beginning of a chapter's text, and whether that is all of it. */
export function previewOf(html: string, length: number): { paragraphs: string[]; isWhole: boolean } {
  const all = paragraphsOf(html);
  const paragraphs = firstCharacters(all, length);
  return { paragraphs, isWhole: paragraphs.join('\n') === all.join('\n') };
}
