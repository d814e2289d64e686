import type { ComponentType } from 'react';
import type { PageMeta } from '#base/page-meta.ts';

/** Each screen is a module, and a chunk, of its own. */
const modules = import.meta.glob<Record<string, unknown>>('/src/features/*/screens/*-page.tsx');

/** Its feature and its file. */
export type ScreenName = `${string}/${string}-page`;

export interface Screen {
  Component: ComponentType;
  meta: ((data: unknown) => PageMeta) | undefined;
}

const fetched = new Map<ScreenName, Screen>();

export function moduleOf(screen: ScreenName): string {
  const [feature, file] = screen.split('/');
  return `/src/features/${feature}/screens/${file}.tsx`;
}

/** Fetches a screen: its component, and the meta that it has. To import it anew for every page takes its time, too. */
export function screenLoader(screen: ScreenName): () => Promise<Screen> {
  return async () => {
    const known = fetched.get(screen);
    if (known !== undefined) return known;
    const load = modules[moduleOf(screen)];
    if (load === undefined) throw new Error(`there is no screen ${screen}`);
    const exports = await load();
    const name = Object.keys(exports).find((one) => one.endsWith('Page'));
    const found: Screen = {
      Component: exports[name ?? ''] as ComponentType,
      meta: exports.meta as Screen['meta'],
    };
    fetched.set(screen, found);
    return found;
  };
}
