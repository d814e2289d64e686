import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Reduces contracts for the browser: the method and path of each call remain, and the constants. The schemas,
 * and all of zod with them, stay on the server. The module is evaluated at build time and rewritten as
 * literals. A build makes a module of each export and of each message, because a module goes into a chunk
 * as a whole: a reader's page would fetch the sentences of every form that shares a contract with it.
 */
export function contractForBrowser(): Plugin {
  let isBuild = true;
  return {
    name: 'nightstand:contract-for-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved: (config) => {
      isBuild = config.command === 'build';
    },
    load: {
      filter: { id: /\/features\/[^/]+\/contract(?:\/[^/]+)?\.ts(?:\?|$)/ },
      handler: async (id) => {
        const [file = id, query] = id.split('?');
        const module: Record<string, unknown> = await import(`${pathToFileURL(file).href}?at=${Date.now()}`);
        const literals = literalsOf(module, file);
        const code = isBuild ? partOf(literals, file, new URLSearchParams(query)) : codeOf(literals);
        return { code, map: null, moduleSideEffects: false };
      },
    },
  };
}

type Literals = Record<string, unknown>;

function codeOf(literals: Literals): string {
  return Object.entries(literals)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** The code of a contract (no query), of one of its exports (`export`) or of one message of it (`message`). */
export function partOf(literals: Literals, file: string, query: URLSearchParams): string {
  const name = query.get('export');
  if (name === null)
    return Object.keys(literals)
      .map((each) =>
        isMessages(each)
          ? `import * as ${each} from '${file}?export=${each}'; export { ${each} };`
          : `export { ${each} } from '${file}?export=${each}';`,
      )
      .join('\n');
  const value = literals[name];
  if (!isMessages(name)) return codeOf({ [name]: value });
  const messages = value as Record<string, string>;
  const key = query.get('message');
  // A quoted name may be a reserved word.
  if (key !== null)
    return `const message = ${JSON.stringify(messages[key])}; export { message as '${key}' };`;
  return Object.keys(messages)
    .map((each) => `export { '${each}' } from '${file}?export=${name}&message=${each}';`)
    .join('\n');
}

/** Whether an export is an object of sentences, such as `storyMessages`, each of which a page names by itself. */
const isMessages = (name: string) => name.endsWith('Messages');

/** The module's exports as code. Throws for every value that a literal can't express, such as a function. */
export function reducedContract(module: Record<string, unknown>, file: string): string {
  return codeOf(literalsOf(module, file));
}

function literalsOf(module: Record<string, unknown>, file: string): Literals {
  return Object.fromEntries(
    Object.entries(module)
      .filter(([, value]) => !isSchema(value))
      .map(([name, value]) => [name, reduced(value, `${name} in ${file}`)]),
  );
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
