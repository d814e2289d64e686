/** Signs that mean a new scene even when one stands alone; the others are dashes and dots of speech then. */
const ALONE = '*#⁂❦❧§~';
const TOGETHER = `${ALONE}•·-–—_=+`;
const TOGETHER_MINIMUM = 3;

/** Whether a line is what authors type between two scenes: `***`, `* * *`, `#`, `---`, `~*~`. */
export function isSceneBreak(line: string): boolean {
  const signs = [...line.replaceAll(/\s/g, '')];
  if (signs.length === 0 || signs.length > 30) return false;
  if (!signs.every((sign) => TOGETHER.includes(sign))) return false;
  return signs.length >= TOGETHER_MINIMUM || signs.every((sign) => ALONE.includes(sign));
}
