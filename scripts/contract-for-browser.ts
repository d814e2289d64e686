import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * What the browser gets of a contract: of each call its method and path, and the plain constants. The schemas
 * (and with them all of zod) stay on the server. The module is evaluated and written anew, so a contract can
 * hold no code for the browser but functions of its messages, which keep their own source.
 */
export function contractForBrowser(): Plugin {
  return {
    name: 'nightstand:contract-for-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: /\/features\/[^/]+\/contract(?:\/[^/]+)?\.ts(?:\?|$)/ },
      handler: async (id) => {
        const file = id.split('?')[0] ?? id;
        const module: Record<string, unknown> = await import(`${pathToFileURL(file).href}?at=${Date.now()}`);
        const lines = Object.entries(module).flatMap(([name, value]) => {
          const source = sourceOf(value);
          return source === undefined ? [] : [`export const ${name} = ${source};`];
        });
        return { code: lines.join('\n'), map: null };
      },
    },
  };
}

function sourceOf(value: unknown): string | undefined {
  if (typeof value === 'function') return `${value}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('_zod' in value) return undefined;
  if ('input' in value && 'method' in value && 'path' in value) {
    return JSON.stringify({ method: value.method, path: value.path });
  }
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${sourceOf(one)}`);
  return `{ ${entries.join(', ')} }`;
}
