import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '#platform/runtime/start-error.ts';
import type * as EntryServer from './entry-server.tsx';
import type { PageAssets, PageRenderer } from './render.ts';

interface ManifestChunk {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Record<string, ManifestChunk>;

const ENTRY = 'src/app/entry-client.tsx';
const AFTER_FIRST_PAINT = 'src/app/after-first-paint.ts';
const BOOT = 'src/ui/boot.ts';
const EARLY_CLICKS = 'src/ui/early-clicks.ts';
const SERVICE_WORKER = 'src/app/service-worker.ts';

/** The renderer of the build that `npm run build` wrote to `folder`. */
export async function builtRenderer(folder: string): Promise<PageRenderer> {
  const manifestFile = join(folder, 'client/.vite/manifest.json');
  const entryFile = join(folder, 'server/entry-server.js');
  if (!existsSync(manifestFile) || !existsSync(entryFile)) {
    throw new StartError(`The site is not built: ${folder} is incomplete; run "npm run build"`);
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const entry = (await import(pathToFileURL(entryFile).href)) as typeof EntryServer;
  const assets = new Map<string, PageAssets>();
  return {
    render: entry.renderPage,
    knownAddress: entry.knownAddress,
    hasPage: entry.hasPage,
    assetsOf(modules) {
      const key = modules.join();
      const cached = assets.get(key);
      if (cached !== undefined) return cached;
      const pageAssets = findAssets(manifest, modules);
      assets.set(key, pageAssets);
      return pageAssets;
    },
  };
}

/** All files of a page, collected from the imports of the entry and of the page's own modules. */
function findAssets(manifest: Manifest, modules: readonly string[]): PageAssets {
  const seen = new Set<string>();
  const chunks: ManifestChunk[] = [];
  const addChunk = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return;
    seen.add(name);
    for (const importName of chunk.imports ?? []) addChunk(importName);
    chunks.push(chunk);
  };
  addChunk(ENTRY);
  for (const module of modules) addChunk(module.slice(1));
  const href = (file: string) => `/${file}`;
  const entryFile = manifest[ENTRY]?.file ?? '';
  // Fonts are the same for every page.
  const files = Object.values(manifest).map((chunk) => chunk.file);
  return {
    boot: href(manifest[BOOT]?.file ?? ''),
    earlyClicks: href(manifest[EARLY_CLICKS]?.file ?? ''),
    script: href(manifest[AFTER_FIRST_PAINT]?.file ?? ''),
    entry: href(entryFile),
    serviceWorker: href(manifest[SERVICE_WORKER]?.file ?? ''),
    stylesheets: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map(href),
    modules: [...new Set(chunks.map((chunk) => chunk.file))].map(href),
    fonts: files.filter((file) => FIRST_FONTS.some((name) => isFont(file, name))).map(href),
    italics: files.filter((file) => isFont(file, 'literata-latin-400-italic')).map(href),
  };
}

/** The fonts of every page: of its text, and of its controls. */
const FIRST_FONTS = ['literata-latin-wght-normal', 'figtree-controls'];

const isFont = (file: string, name: string) => file.includes(`/${name}`) && file.endsWith('.woff2');
