import type { ComponentType } from 'react';
import type { ParamParseKey } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import type { PageRequest } from '#ui/page-loader.ts';

/** Functions that fetch modules, by their paths, in the form of Vite's glob imports. */
export type ScreenModules = Record<string, () => Promise<Record<string, unknown>>>;

/** A screen's feature and its file. */
export type ScreenName = `${string}/${string}-page`;

export interface Screen {
  Component: ComponentType;
  meta: ((data: unknown) => PageMeta) | undefined;
}

const screenCache = new Map<string, Screen>();

export interface Page {
  path: string;
  screen: ScreenName;
  /** The modules that a browser needs beyond the entry; the server finds the assets to preload by them. */
  modules: readonly string[];
  load: () => Promise<Screen>;
  loader?: (request: PageRequest) => unknown;
  /** The query names that its loader reads; other names do not make a different page. */
  query: readonly string[];
}

/** Makes the lines of a table whose screens are among these modules; `table` is the module of a table fetched apart. */
export function pagesOf(screens: ScreenModules, table?: string) {
  /** A loader may only use parameters that its address has. */
  return function page<Path extends string>(
    path: Path,
    screen: ScreenName,
    loader?: (request: PageRequest<ParamParseKey<Path>>) => unknown,
    query: readonly string[] = [],
  ): Page {
    const [feature, file] = screen.split('/');
    const module = `/src/features/${feature}/screens/${file}.tsx`;
    return {
      ...{ path, screen, query },
      modules: table === undefined ? [module] : [table, module],
      load: () => screenOf(screens, module),
      loader: loader as Page['loader'],
    };
  };
}

/**
 * Fetches a screen's module once: its component, and its meta if it has one. Repeated imports would cost time on every
 * page.
 */
export async function screenOf(modules: ScreenModules, path: string): Promise<Screen> {
  const cached = screenCache.get(path);
  if (cached !== undefined) return cached;
  const load = modules[path];
  if (load === undefined) throw new Error(`there is no screen ${path}`);
  const exports = await load();
  const name = Object.keys(exports).find((exportName) => exportName.endsWith('Page'));
  const screen: Screen = {
    Component: exports[name ?? ''] as ComponentType,
    meta: exports.meta as Screen['meta'],
  };
  screenCache.set(path, screen);
  return screen;
}
