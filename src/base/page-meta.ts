import { siteName } from './site-name.ts';

/** The data of a page for search engines and link previews. Each screen derives it from its loader's data. */
export interface PageMeta {
  /** Without the site's name, which is appended. */
  title: string;
  description: string;
  /** The page's canonical address, as a path with its query; a page shown in place of another one has none. */
  canonical?: string;
  /** The neighbours of a page that is one part of several, as paths. */
  previous?: string | undefined;
  next?: string | undefined;
  /** The cover that other sites show with a link to a page that has one: its own, or a plain one. */
  cover?: 'own' | 'neutral';
  /** The address of the page whose feed this page has: its own, with its filter. */
  feedOf?: string;
  type?: 'website' | 'article' | 'profile';
  /** For pages without content of their own: empty lists, errors. */
  isHidden?: boolean;
  /** Whether its author lets language models be trained on it; only said on the server. */
  isTrainingAllowed?: boolean;
  /** Structured data (schema.org) beyond that of any page; `absolute` turns a path into a full address. */
  jsonLd?: (absolute: (path: string) => string) => object;
}

/** The text of a page's title element. */
export function documentTitle({ title }: Pick<PageMeta, 'title'>): string {
  return title === siteName() ? title : `${title} · ${siteName()}`;
}

/** The structured data of a page that search engines may list: its own, or what is true of every page. */
export function structuredData(meta: PageMeta, absolute: (path: string) => string): object | undefined {
  const { title, description, canonical, isHidden, jsonLd } = meta;
  if (jsonLd !== undefined) return jsonLd(absolute);
  if (canonical === undefined || isHidden) return undefined;
  return { '@type': 'WebPage', name: title, description, url: absolute(canonical), isFamilyFriendly: false };
}
