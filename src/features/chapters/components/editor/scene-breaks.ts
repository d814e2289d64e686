/** Characters that mean a scene break even alone; single dashes and dots are speech. */
const ALONE = '*#⁂❦❧§~';
const TOGETHER = `${ALONE}•·-–—_=+`;
const TOGETHER_MINIMUM = 3;

/** Whether a line is a typed scene break: `***`, `* * *`, `#`, `---`, `~*~`. */
export function isSceneBreak(line: string): boolean {
  const signs = [...line.replaceAll(/\s/g, '')];
  if (signs.length === 0 || signs.length > 30) return false;
  if (!signs.every((sign) => TOGETHER.includes(sign))) return false;
  return signs.length >= TOGETHER_MINIMUM || signs.every((sign) => ALONE.includes(sign));
}
