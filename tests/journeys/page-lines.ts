import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * A page's markup as comparable lines, one per element or text. Values that script sets on purpose are left
 * out: the name of the theme in its switch, the title's place in the focus after a link, and the ids that React
 * generates, which differ between a loaded page and one reached by a link. Hidden lines that tell a screen reader of a
 * change are empty on a loaded page. React's comments between texts are no content. Form fields count with their present value, not with the attribute of their initial one.
 */
function linesOfRoot(root: Element): string[] {
  const lines: string[] = [];
  const generatedId = /_[rR]_\w*_/g;
  const walk = (node: Element) => {
    const isSwitch = /^Switch (to|between) /.test(node.getAttribute('aria-label') ?? '');
    const attributes = [...node.attributes]
      .filter(({ name }) => !(isSwitch && (name === 'aria-label' || name === 'title')))
      .filter(({ name }) => !(node.localName === 'h1' && name === 'tabindex'))
      .filter(({ name }) => name !== 'checked' && name !== 'selected')
      .map(({ name, value }) => `${name}="${value.replaceAll(generatedId, '_')}"`);
    const { checked, selected } = node as unknown as { checked?: boolean; selected?: boolean };
    if (checked || selected) attributes.push('chosen');
    lines.push(`<${[node.localName, ...attributes.sort()].join(' ')}>`);
    let text = '';
    const flush = () => {
      if (text !== '') lines.push(text);
      text = '';
    };
    // Script loads the content of the former when a reader comes near.
    const children = node.matches('[data-loads-later], .visually-hidden[aria-live]') ? [] : node.childNodes;
    for (const child of children) {
      if (child.nodeType === Node.TEXT_NODE) text += child.textContent ?? '';
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      flush();
      walk(child as Element);
    }
    flush();
    lines.push(`</${node.localName}>`);
  };
  walk(root);
  return lines;
}

const read = `(function readPage(parsed) {
  const attribute = (selector, name) => String(parsed.querySelector(selector)?.getAttribute(name));
  return {
    lines: (${linesOfRoot.toString()})(parsed.getElementById('root')),
    head: [
      parsed.title,
      attribute('meta[name="description"]', 'content'),
      attribute('link[rel="canonical"]', 'href'),
    ],
  };
})`;

export interface ReadPage {
  lines: string[];
  /** Title, description and canonical address. */
  head: string[];
}

/** The page as the browser shows it now. */
export function shownPage(page: Page): Promise<ReadPage> {
  return page.evaluate(`${read}(document)`);
}

const blankPages = new WeakMap<BrowserContext, Promise<Page>>();

/** The page as the server sends it, parsed by the browser and not run, in a page without a policy. */
export async function sentPage(page: Page, html: string): Promise<ReadPage> {
  const context = page.context();
  const blank = blankPages.get(context) ?? context.newPage();
  blankPages.set(context, blank);
  return (await blank).evaluate(
    `${read}(new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html'))`,
  );
}

const TRIES = 100;

/** Waits for the shown page to equal the expected one; returns the last state in any case. */
export async function settledPage(page: Page, expected: ReadPage): Promise<ReadPage> {
  // Not waitForFunction: it evaluates text in the page, which the site's policy forbids.
  let shown = await shownPage(page);
  for (let tried = 0; tried < TRIES && !isDeepStrictEqual(shown, expected); tried += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    shown = await shownPage(page);
  }
  return shown;
}

export function firstDifference(expected: string[], actual: string[]): string | undefined {
  const length = Math.max(expected.length, actual.length);
  for (let at = 0; at < length; at += 1) {
    if (expected[at] !== actual[at]) return `line ${at}: ${expected[at]} → ${actual[at]}`;
  }
  return undefined;
}
