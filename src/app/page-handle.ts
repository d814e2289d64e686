import type { PageMeta } from '#base/page-meta.ts';

/** The facts about a page that its route carries, for the server's document and the browser's title. */
export interface PageHandle {
  /** The modules that a browser needs beyond the entry; the server finds the assets to preload by them. */
  modules: readonly string[];
  meta?: (data: unknown) => PageMeta;
  hasLoader: boolean;
}

/** A page's meta, if its data could be loaded. */
export function metaOf(handle: unknown, data: unknown): PageMeta | undefined {
  const page = handle as PageHandle | undefined;
  return page?.hasLoader && data === undefined ? undefined : page?.meta?.(data);
}
