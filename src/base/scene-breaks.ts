/** Characters that mean a scene break even alone; single dashes and dots are speech, and an x is a kiss. */
const SINGLE_SIGNS = '*＊⁎⁑⁕✻#⁂❦❧☙§~∼◆◇○●✦✧';
const REPEATED_SIGNS = `${SINGLE_SIGNS}•·-–—_=+`;
const MIN_REPEATED_SIGNS = 3;
/** A line of hyphens across a page of typed text has up to 80. */
const MAX_SIGNS = 120;

/** Whether a line is a typed scene break: `***`, `* * *`, `#`, `---`, `~*~`. */
export function isSceneBreak(line: string): boolean {
  const signs = [...line.replaceAll(/\s/g, '')];
  if (signs.length === 0 || signs.length > MAX_SIGNS) return false;
  if (!signs.every((sign) => REPEATED_SIGNS.includes(sign))) return false;
  return signs.length >= MIN_REPEATED_SIGNS || signs.every((sign) => SINGLE_SIGNS.includes(sign));
}
