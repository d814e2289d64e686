/**
 * The versions of Node that `npm ci` may run on (README): the first of each line. The packages then run on
 * another one.
 */
export const MIN_NODE_VERSIONS = ['20.19.0', '22.12.0'];

/** Tells whether a package's `engines` admits a version of Node, in the forms that packages use. */
export function admits(range: string, version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return range.split('||').some((alternative) => {
    const match = /^\s*(\^|>=|)\s*(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?/.exec(alternative);
    if (match === null) throw new Error(`no such range is known: ${range}`);
    const [, sign, ...parts] = match;
    const [leastMajor = 0, leastMinor = 0, leastPatch = 0] = parts.map((part) => Number(part ?? 0) || 0);
    const isLeast =
      major > leastMajor ||
      (major === leastMajor && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch)));
    return isLeast && (sign === '>=' || major === leastMajor);
  });
}
