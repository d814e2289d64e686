import type { Reader } from '#tests/support/browser.ts';

export interface Viewport {
  theme: 'lamp' | 'paper';
  colorScheme: 'dark' | 'light';
  width: number;
  /** The desktop in light theme differs from the phone in dark theme only by its colours. */
  checks: 'all' | 'contrast';
}

/** Each theme at one width: problems of a page depend on both, and hardly on their combination. */
export const VIEWPORTS: readonly [Viewport, Viewport] = [
  { theme: 'lamp', colorScheme: 'dark', width: 390, checks: 'all' },
  { theme: 'paper', colorScheme: 'light', width: 1280, checks: 'contrast' },
];

/** The narrowest screen that must do without scrolling sideways (WCAG 1.4.10). */
const MIN_WIDTH = 320;

const HEIGHT = 800;

export async function applyViewport({ page }: Reader, viewport: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme: viewport.colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: viewport.width, height: HEIGHT });
}

/**
 * Violations of WCAG 2.2 AA in the page with this look, as far as axe can detect them, and horizontal
 * overflow. The look of a phone is also checked for overflow on the narrowest screen, and the page stays at
 * that width.
 */
export async function problemsIn(reader: Reader, viewport: Viewport): Promise<string[]> {
  const problems = await reader.violations(viewport.checks);
  problems.push(...(await overflowOf(reader)));
  if (viewport.checks === 'all') {
    await reader.page.setViewportSize({ width: MIN_WIDTH, height: HEIGHT });
    problems.push(...(await overflowOf(reader)));
  }
  return problems;
}

async function overflowOf({ page }: Reader): Promise<string[]> {
  const { scroll, client, widest } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const beyond = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5;
    const wide =
      scrollWidth > clientWidth ? [...document.querySelectorAll('body *')].findLast(beyond) : undefined;
    return { scroll: scrollWidth, client: clientWidth, widest: wide?.outerHTML.slice(0, 160) };
  });
  return scroll > client ? [`${scroll} wide where ${client} are: ${widest}`] : [];
}
