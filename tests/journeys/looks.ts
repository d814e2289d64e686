import type { Reader } from '#tests/support/browser.ts';

export interface Look {
  light: 'lamp' | 'paper';
  colorScheme: 'dark' | 'light';
  width: number;
  /** At a desk by daylight only colours are another matter than on a phone by lamp light. */
  among: 'all' | 'contrast';
}

/** Each light at one width: what is told of a page depends on both, and hardly on which goes with which. */
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
 * What WCAG 2.2 AA does not allow of the page as it stands in this look, as far as axe can see it, and whether it is
 * wider than the screen; after the look of a phone also on the narrowest one, which the page is then left at.
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
