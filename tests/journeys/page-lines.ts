import type { Page } from 'playwright-core';

/**
 * A page's markup as lines that can be compared, one an element or text. Left out is what script sets by right:
 * the name of the light in the theme switch, and the ids that React makes up, which differ between a page that
 * was loaded and one that was come to. React's comments between texts are no content.
 */
function linesOfRoot(root: Element): string[] {
  const lines: string[] = [];
  const madeUp = /_[rR]_\w*_/g;
  const walk = (node: Element) => {
    const isSwitch = /^Switch (to|between) /.test(node.getAttribute('aria-label') ?? '');
    const attributes = [...node.attributes]
      .filter(({ name }) => !(isSwitch && (name === 'aria-label' || name === 'title')))
      .map(({ name, value }) => `${name}="${value.replaceAll(madeUp, '_')}"`);
    lines.push(`<${[node.localName, ...attributes.sort()].join(' ')}>`);
    let text = '';
    const flush = () => {
      if (text !== '') lines.push(text);
      text = '';
    };
    for (const child of node.childNodes) {
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

const source = `(${linesOfRoot.toString()})`;

/** The page as it stands in the browser now. */
export function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(`${source}(document.getElementById('root'))`);
}

/** The page as the server sends it, read by the browser's own parser and not run. */
export function serverPage(
  page: Page,
  path: string,
): Promise<{ lines: string[]; h1: string; head: string[] }> {
  return page.evaluate(`(async () => {
    const answer = await fetch(${JSON.stringify(path)}, { headers: { accept: 'text/html' } });
    const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const attribute = (selector, name) => String(parsed.querySelector(selector)?.getAttribute(name));
    return {
      lines: ${source}(parsed.getElementById('root')),
      h1: parsed.querySelector('h1')?.textContent ?? '',
      head: [
        parsed.title,
        attribute('meta[name="description"]', 'content'),
        attribute('link[rel="canonical"]', 'href'),
      ],
    };
  })()`);
}
