import { registerHooks } from 'node:module';
import type { ReactNode } from 'react';

/**
 * Lets the built pages render through a door of ours, which keeps the tree that it was given: to render that again is
 * the bare cost of a page. To be imported before the pages are.
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

/** Renders the tree of the page that was made last. */
export function renderAgain(): string {
  const { lastTree } = globalThis as unknown as {
    lastTree: { tree: ReactNode; render: (tree: ReactNode) => string };
  };
  return lastTree.render(lastTree.tree);
}
