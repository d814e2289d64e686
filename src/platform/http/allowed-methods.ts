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
      segments: call.path.split('/'),
      // The router answers HEAD for exactly these (register-calls.ts).
      methods: call.method === 'GET' && call.rateLimit === 'read' ? ['GET', 'HEAD'] : [call.method],
    }));
  return (path) => {
    const segments = path.split('/');
    const methods = open.filter((one) => isSame(one.segments, segments)).flatMap((one) => one.methods);
    return [...new Set(methods)].sort();
  };
}

/** Whether a path has these segments, of which those in braces stand for any text. */
function isSame(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, at) => (segment.startsWith('{') ? path[at] !== '' : path[at] === segment))
  );
}
