/** What a page tells search engines and link previews. Made by each screen from its loader's data. */
export interface PageMeta {
  /** Without the site's name, which is added. */
  title: string;
  description: string;
  /** The page's one address, as a path with its query; pages that stand in another's place have none. */
  canonical?: string;
  type?: 'website' | 'article' | 'profile';
  /** Pages that say nothing of their own: empty lists, errors. */
  isHidden?: boolean;
  /** Structured data (schema.org); `absolute` turns a path into a full address. */
  jsonLd?: (absolute: (path: string) => string) => object;
}

export const SITE_NAME = 'Nightstand';

/** The text of a page's title element. */
export function documentTitle(meta: Pick<PageMeta, 'title'>): string {
  return meta.title === SITE_NAME ? SITE_NAME : `${meta.title} · ${SITE_NAME}`;
}
