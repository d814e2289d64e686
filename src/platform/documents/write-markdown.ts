import '../server-only.ts';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { serializeOuter } from 'parse5';
import type { Book } from './book.ts';
import { DRAFT_CLASS, DRAFT_TEXT } from './draft-mark.ts';
import { parseStoredHtml } from './xml.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type ElementNode = DefaultTreeAdapterTypes.Element;

/** Writes a book as one Markdown file with front matter, whose values are JSON and so also YAML. */
export async function* writeMarkdown(book: Book): AsyncIterable<string> {
  const { title, author, language, synopsis, tags, warnings } = book;
  const warningFields = warnings.length === 0 ? {} : { warnings };
  const fields = { title, author, language, synopsis, tags, ...warningFields, generator: 'Nightstand' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  yield `---\n${lines.join('\n')}\n---\n`;
  let volume: string | null = null;
  for (const chapter of book.chapters) {
    // A heading without text before the next one: the volume of the chapters after it.
    if (chapter.volume !== null && chapter.volume !== volume) yield `\n# ${escaped(chapter.volume)}\n`;
    volume = chapter.volume;
    yield `\n# ${escaped(chapter.title)}\n\n`;
    if (chapter.isDraft) yield `<p class="${DRAFT_CLASS}">${DRAFT_TEXT}</p>\n\n`;
    if (chapter.noteBefore !== '') yield `${quoted(markdownOf(chapter.noteBefore))}\n\n`;
    yield `${markdownOf(await chapter.html())}\n`;
    if (chapter.noteAfter !== '') yield `\n${quoted(markdownOf(chapter.noteAfter))}\n`;
  }
}

function markdownOf(html: string): string {
  return blocks(parseStoredHtml(html));
}

function blocks(nodes: readonly Node[]): string {
  return nodes
    .filter(isElement)
    .map(block)
    .filter((text) => text !== '')
    .join('\n\n');
}

function block(node: ElementNode): string {
  const isAligned = node.attrs.some(({ name }) => name === 'class');
  // Markdown has no alignment, but takes HTML as it is.
  if (isAligned) return serializeOuter(node).replaceAll('\n', ' ');
  switch (node.tagName) {
    case 'h2':
      return `## ${oneLine(inline(node.childNodes))}`;
    case 'h3':
      return `### ${oneLine(inline(node.childNodes))}`;
    case 'hr':
      return '***';
    case 'blockquote':
      return quoted(blocks(node.childNodes));
    case 'pre':
      return fenced(textOf(node));
    case 'ul':
    case 'ol':
      return list(node);
    default:
      return lineStartsEscaped(inline(node.childNodes).trim());
  }
}

function list(node: ElementNode): string {
  return node.childNodes
    .filter(isElement)
    .map((item, index) => {
      const marker = node.tagName === 'ol' ? `${index + 1}. ` : '- ';
      const indent = ' '.repeat(marker.length);
      return marker + itemText(item).replaceAll('\n', `\n${indent}`);
    })
    .join('\n');
}

function itemText(item: ElementNode): string {
  const isBlock = (node: Node) =>
    isElement(node) && /^(?:p|ul|ol|blockquote|pre|h2|h3|hr)$/.test(node.tagName);
  const parts: string[] = [];
  const line = lineStartsEscaped(inline(item.childNodes.filter((node) => !isBlock(node))).trim());
  if (line !== '') parts.push(line);
  const inner = blocks(item.childNodes.filter(isBlock));
  if (inner !== '') parts.push(inner);
  return parts.join('\n\n');
}

function inline(nodes: readonly Node[]): string {
  const last = nodes.findLastIndex((node) => !isNamed(node, 'br') && textOf(node).trim() !== '');
  return nodes
    .map((node, index) => {
      const [before, after] = [nodes[index - 1], nodes[index + 1]];
      // A backslash breaks a line only where another follows.
      if (isNamed(node, 'br')) return index > last ? '<br>' : '\\\n';
      // Signs of two emphases, and of an exclamation before a link, would be read together.
      const isBesideEmphasis = isNamed(before, 'em', 'strong') || isNamed(after, 'em', 'strong');
      const text = inlineNode(node, isBesideEmphasis);
      return isNamed(after, 'a') ? text.replace(/!$/, '\\!') : text;
    })
    .join('');
}

function inlineNode(node: Node, isBesideEmphasis: boolean): string {
  if (node.nodeName === '#text') return escaped((node as DefaultTreeAdapterTypes.TextNode).value);
  if (!isElement(node)) return '';
  const inner = () => inline(node.childNodes);
  const attribute = (name: string) => node.attrs.find((candidate) => candidate.name === name)?.value ?? '';
  switch (node.tagName) {
    // Asterisks mark nothing between certain characters; the elements always do.
    case 'em':
      return emphasised(inner(), isBesideEmphasis ? undefined : '*', 'em');
    case 'strong':
      return emphasised(inner(), isBesideEmphasis ? undefined : '**', 'strong');
    case 'code':
      return `<code>${inner()}</code>`;
    case 'a':
      return `[${inner()}](<${attribute('href').replaceAll(/[<>\n]/g, encodeURIComponent)}>)`;
    case 'img':
      return `![${escaped(attribute('alt'))}](<${attribute('src').replaceAll(/[<>\n]/g, encodeURIComponent)}>)`;
    default:
      return inner();
  }
}

/** Marks words that begin and end with a letter or digit; everything else is safe only as an element. */
function emphasised(text: string, mark: string | undefined, name: string): string {
  const isPlain =
    mark !== undefined && /^[\p{L}\p{N}]/u.test(text) && /[\p{L}\p{N}]$/u.test(text) && !/[*<\\]/.test(text);
  return isPlain ? `${mark}${text}${mark}` : `<${name}>${text}</${name}>`;
}

/** The characters that mark something in Markdown, and those that would be read as HTML. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>&~|#]/g, (character) =>
      character === '&' ? '&amp;' : character === '<' ? '&lt;' : `\\${character}`,
    )
    .replaceAll(/(?:(?:https?|ftp):\/\/|www\.)\S*/gi, unlinked);
}

/** An address becomes a link by itself, with the escapes in it, unless a sign of its beginning is escaped, too. */
function unlinked(address: string): string {
  return /[\\&]/.test(address) ? address.replaceAll(/^www(?=\.)|[a-z](?=:\/\/)/gi, '$&\\') : address;
}

/** Numbers, dashes and signs at the start of a line would begin a list, and equals signs underline a heading. */
function lineStartsEscaped(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trimStart()
        .replace(/^([-+=])/, '\\$1')
        .replace(/^(\d{1,9})([.)])/, '$1\\$2'),
    )
    .join('\n');
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\\?\n/g, ' ').trim();
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  return isElement(node) ? node.childNodes.map(textOf).join('') : '';
}

function isNamed(node: Node | undefined, ...names: string[]): boolean {
  return node !== undefined && isElement(node) && names.includes(node.tagName);
}

function isElement(node: Node): node is ElementNode {
  return 'tagName' in node;
}
