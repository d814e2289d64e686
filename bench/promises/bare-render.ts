import { registerHooks } from 'node:module';
import type { ReactNode } from 'react';

/**
 * Replaces React's renderer in the built pages by one that keeps the last tree: rendering that tree again is
 * the bare cost of a page. This module must be imported before the pages.
 */
const door = 'nightstand:bare-render';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'react-dom/server' || !context.parentURL?.includes('/dist/server/'))
      return next(specifier, context);
    return { url: door, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    if (url !== door) return next(url, context);
    return {
      format: 'module',
      shortCircuit: true,
      source: `import { createRequire } from 'node:module';
        const { renderToString: bare } = createRequire(${JSON.stringify(import.meta.url)})('react-dom/server');
        export function renderToString(tree) {
          globalThis.lastTree = { tree, render: bare };
          return bare(tree);
        }`,
    };
  },
});

/** Renders the tree of the latest page. */
export function renderAgain(): string {
  const { lastTree } = globalThis as unknown as {
    lastTree: { tree: ReactNode; render: (tree: ReactNode) => string };
  };
  return lastTree.render(lastTree.tree);
}
