import type { ComponentType } from 'react';
import type { PageMeta } from '#base/page-meta.ts';

/** Functions that fetch modules, by their paths, in the form of Vite's glob imports. */
export type ScreenModules = Record<string, () => Promise<Record<string, unknown>>>;

/** Each screen is a module, and a chunk, of its own. */
const modules: ScreenModules = import.meta.glob<Record<string, unknown>>(
  '/src/features/*/screens/*-page.tsx',
);

/** A screen's feature and its file. */
export type ScreenName = `${string}/${string}-page`;

export interface Screen {
  Component: ComponentType;
  meta: ((data: unknown) => PageMeta) | undefined;
}

const screenCache = new Map<string, Screen>();

export function moduleOf(screen: ScreenName): string {
  const [feature, file] = screen.split('/');
  return `/src/features/${feature}/screens/${file}.tsx`;
}

export function screenLoader(screen: ScreenName): () => Promise<Screen> {
  return () => screenOf(modules, moduleOf(screen));
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
