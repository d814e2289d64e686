import type { Reader } from '#tests/support/browser.ts';

export interface Look {
  light: 'lamp' | 'paper';
  colorScheme: 'dark' | 'light';
  width: number;
  /** The desktop in light theme differs from the phone in dark theme only by its colours. */
  among: 'all' | 'contrast';
}

/** Each theme at one width: problems of a page depend on both, and hardly on their combination. */
export const LOOKS: readonly [Look, Look] = [
  { light: 'lamp', colorScheme: 'dark', width: 390, among: 'all' },
  { light: 'paper', colorScheme: 'light', width: 1280, among: 'contrast' },
];

/** The narrowest screen that must do without scrolling sideways (WCAG 1.4.10). */
const NARROWEST = 320;

const HEIGHT = 800;

export async function lookBy({ page }: Reader, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: look.width, height: HEIGHT });
}

/**
 * Violations of WCAG 2.2 AA in the page with this look, as far as axe can detect them, and horizontal
 * overflow. The look of a phone is also checked for overflow on the narrowest screen, and the page stays at
 * that width.
 */
export async function problemsByLook(reader: Reader, look: Look): Promise<string[]> {
  const found = await reader.barriers(look.among);
  found.push(...(await sideways(reader)));
  if (look.among === 'all') {
    await reader.page.setViewportSize({ width: NARROWEST, height: HEIGHT });
    found.push(...(await sideways(reader)));
  }
  return found;
}

async function sideways({ page }: Reader): Promise<string[]> {
  const { scroll, client, widest } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const beyond = (one: Element) => one.getBoundingClientRect().right > clientWidth + 0.5;
    const wide =
      scrollWidth > clientWidth ? [...document.querySelectorAll('body *')].findLast(beyond) : undefined;
    return { scroll: scrollWidth, client: clientWidth, widest: wide?.outerHTML.slice(0, 160) };
  });
  return scroll > client ? [`${scroll} wide where ${client} are: ${widest}`] : [];
}
