import '../server-only.ts';
import type { Call } from '#base/contract.ts';

/**
 * The methods of an API path, for the Allow header of a request with another one; empty for a path without calls. Calls for
 * staff are left out, because other callers must not learn that they exist.
 */
export function allowedMethods(calls: readonly Call[]): (path: string) => string[] {
  const open = calls
    .filter(({ access }) => access !== 'moderator' && access !== 'admin')
    .map((call) => ({
      pattern: new RegExp(`^${call.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      // The router answers HEAD for exactly these (register-calls.ts).
      methods: call.method === 'GET' && call.rateLimit === 'read' ? ['GET', 'HEAD'] : [call.method],
    }));
  return (path) => {
    const methods = open.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods);
    return [...new Set(methods)].sort();
  };
}
