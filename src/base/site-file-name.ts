import { DEFAULT_SITE_NAME, siteName } from './site-name.ts';

const MAX_CHARACTERS = 60;

/** The name of a file that somebody takes away from the site, 'nightstand-export.zip': letters that every system and header takes. */
export function siteFileName(rest: string): string {
  const words = siteName().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [slug] = [words, DEFAULT_SITE_NAME.toLowerCase()].map(slugOf).filter((text) => text !== '');
  return `${slug}-${rest}`;
}

function slugOf(text: string): string {
  const words = text.match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_CHARACTERS).replace(/-$/, '');
}
