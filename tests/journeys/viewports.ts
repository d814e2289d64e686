import type { Reader } from '#tests/support/browser.ts';

export interface Viewport {
  theme: 'lamp' | 'paper';
  colorScheme: 'dark' | 'light';
  width: number;
  /** The desktop in light theme differs from the phone in dark theme only by its colours. */
  checks: 'all' | 'contrast';
}

export const PHONE: Viewport = { theme: 'lamp', colorScheme: 'dark', width: 390, checks: 'all' };
export const DESKTOP: Viewport = { theme: 'paper', colorScheme: 'light', width: 1280, checks: 'contrast' };

/** Each theme at one width: problems of a page depend on both, and hardly on their combination. */
export const VIEWPORTS: readonly [Viewport, Viewport] = [PHONE, DESKTOP];

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

/**
 * The problems of the page's state in both looks, first in the one of its width, which the page has again afterwards.
 * A dialog, a menu or an error that the other look does not show is a problem, too: that look is of another state.
 */
export async function problemsInBothLooks(reader: Reader): Promise<string[]> {
  const { page } = reader;
  const looks = (page.viewportSize()?.width ?? 0) > 600 ? VIEWPORTS.toReversed() : VIEWPORTS;
  const [first = PHONE] = looks;
  const opened = await openParts(reader);
  const problems: string[] = [];
  for (const look of looks) {
    await applyViewport(reader, look);
    // The page's script follows the theme in the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const found = await problemsIn(reader, look);
    const shown = await openParts(reader);
    found.push(...opened.filter((part) => !shown.includes(part)).map((part) => `lacks ${part}`));
    problems.push(...found.map((problem) => `${look.theme}, ${look.width} pixels: ${problem}`));
  }
  await applyViewport(reader, first);
  return problems;
}

/** The visible parts of a page that a reader opens, numbered by kind: dialogs, menus, toolbars, details and errors at fields. */
function openParts({ page }: Reader): Promise<string[]> {
  return page.evaluate(() => {
    const parts =
      '[role=dialog], [role=alertdialog], [role=menu], [role=toolbar], details[open], [aria-invalid=true]';
    const kinds = [...document.querySelectorAll(parts)]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => part.getAttribute('role') ?? part.localName);
    return kinds.map(
      (kind, at) => `${kind} ${kinds.slice(0, at + 1).filter((each) => each === kind).length}`,
    );
  });
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
