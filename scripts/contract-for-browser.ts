import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Reduces contracts for the browser: the method and path of each call remain, and the constants. The schemas,
 * and all of zod with them, stay on the server. The module is evaluated at build time and rewritten as
 * literals.
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
        return { code: reducedContract(module, file), map: null };
      },
    },
  };
}

/** The module's exports as literals. Throws for every value that a literal can't express, such as a function. */
export function reducedContract(module: Record<string, unknown>, file: string): string {
  return Object.entries(module)
    .filter(([, value]) => !isSchema(value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(reduced(value, `${name} in ${file}`))};`)
    .join('\n');
}

function reduced(value: unknown, location: string): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return value;
  if (Array.isArray(value)) return value.map((each, index) => reduced(each, `[${index}] of ${location}`));
  if (isPlainObject(value)) {
    if (isCall(value)) return { method: value.method, path: value.path };
    const entries = Object.entries(value).filter(([, each]) => !isSchema(each));
    return Object.fromEntries(entries.map(([key, each]) => [key, reduced(each, `${key} of ${location}`)]));
  }
  throw new Error(
    `${location} is no constant that a browser could be given. A contract exports calls, schemas and plain values; what computes belongs into rules.`,
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

function isCall(value: Record<string, unknown>): boolean {
  return 'input' in value && 'method' in value && 'path' in value;
}
