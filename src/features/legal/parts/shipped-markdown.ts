import { trustedHtml } from '#ui/trusted-html.ts';

/**
 * The text of a legal page that comes with the site, as readers see it, in Markdown. Throws if the page cannot be
 * fetched, or shows a text of the operator.
 */
export async function shippedMarkdown(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const page = new DOMParser().parseFromString(trustedHtml(await response.text()), 'text/html');
  const sections = [...page.querySelectorAll('main article section')];
  if (sections.length === 0) throw new Error(`${path} shows a text of the operator`);
  return sections.flatMap(blocksOf).join('\n\n');
}

function blocksOf(element: Element): string[] {
  return [...element.children].flatMap((child) => {
    switch (child.localName) {
      case 'h2':
        // A link to the section follows its title.
        return `## ${inline(child.firstElementChild ?? child)}`;
      case 'h3':
        return `### ${inline(child)}`;
      case 'ul':
        return [...child.children].map((item) => `- ${inline(item)}`).join('\n');
      case 'ol':
        return [...child.children].map((item, at) => `${at + 1}. ${inline(item)}`).join('\n');
      case 'dl':
        return blocksOf(child);
      case 'dt':
        return `**${inline(child)}**`;
      case 'address':
        return [...child.children].map(inline).join('  \n');
      default:
        return inline(child);
    }
  });
}

const MARKS: Record<string, string> = { strong: '**', em: '*' };

function inline(node: Node): string {
  if (node instanceof Text)
    return node.data.replaceAll(/\s+/g, ' ').replaceAll(/[\\*_`[\]<]/g, String.raw`\$&`);
  const words = [...node.childNodes].map(inline).join('');
  if (!(node instanceof Element)) return words;
  const href = node.localName === 'a' ? (node.getAttribute('href') ?? '#') : '#';
  // The sections of an operator's text have no anchors.
  if (!href.startsWith('#')) return `[${words}](${href})`;
  const mark = MARKS[node.localName] ?? '';
  return `${mark}${words}${mark}`;
}
