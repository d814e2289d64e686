import { after } from 'node:test';
import type { ComponentType } from 'react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createServer, isRunnableDevEnvironment } from 'vite';

// biome-ignore lint/suspicious/noExplicitAny: which component a file exports is known to the test that names it.
type Parts = Record<string, ComponentType<any>>;

export interface RenderedParts {
  /** The HTML of a component, as the server would send it; `data` is the result of the page's loader. */
  htmlOf: (
    file: string,
    name: string,
    props?: object,
    at?: { path?: string; data?: unknown },
  ) => Promise<string>;
}

/**
 * Renders single screens and parts without a site and a browser: in states that no server sends because they
 * belong to a signed-in reader, or that a filled database can't have. Tests of texts use it, not tests of
 * behaviour.
 */
export async function renderedParts(): Promise<RenderedParts> {
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  after(() => vite.close());
  const environment = vite.environments.ssr;
  if (environment === undefined || !isRunnableDevEnvironment(environment))
    throw new Error('Vite has no runner');
  return {
    async htmlOf(file, name, props = {}, { path = '/', data } = {}) {
      const Part = ((await environment.runner.import(`/src/${file}`)) as Parts)[name];
      if (Part === undefined) throw new Error(`src/${file} has no ${name}`);
      const router = createMemoryRouter(
        [{ id: 'page', path: '*', loader: () => data, element: createElement(Part, props) }],
        { initialEntries: [path], hydrationData: { loaderData: { page: data ?? null } } },
      );
      return renderToStaticMarkup(createElement(RouterProvider, { router }));
    },
  };
}
