/** The marks of plain text that people type: *emphasis*, **strong words** and [words](address). */

/** Words between asterisks: *so*, but not 2 * 3 * 4. */
export const EMPHASIS = /(?<![\p{L}\p{N}*])\*([^\s*](?:[^*]{0,498}[^\s*])?)\*(?![\p{L}\p{N}*])/gu;
export const STRONG = /(?<![\p{L}\p{N}*])\*\*([^\s*](?:[^*]{0,498}[^\s*])?)\*\*(?![\p{L}\p{N}*])/gu;
export const LINK = /\[([^[\]\n]{1,100})\]\(([^()\s]{1,300})\)/g;

/** Whether an address is a path of this site, which never names a host, or a web address. */
export function isLinkAddress(href: string): boolean {
  if (/^\/(?![/\\])/.test(href)) return !href.includes('\\');
  return /^https?:\/\/[^/]/i.test(href) && URL.canParse(href);
}
