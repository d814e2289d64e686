/** Characters that mean a scene break even alone; single dashes and dots are speech. */
const SINGLE_SIGNS = '*#⁂❦❧§~';
const REPEATED_SIGNS = `${SINGLE_SIGNS}•·-–—_=+`;
const MIN_REPEATED_SIGNS = 3;

/** Whether a line is a typed scene break: `***`, `* * *`, `#`, `---`, `~*~`. */
export function isSceneBreak(line: string): boolean {
  const signs = [...line.replaceAll(/\s/g, '')];
  if (signs.length === 0 || signs.length > 30) return false;
  if (!signs.every((sign) => REPEATED_SIGNS.includes(sign))) return false;
  return signs.length >= MIN_REPEATED_SIGNS || signs.every((sign) => SINGLE_SIGNS.includes(sign));
}
