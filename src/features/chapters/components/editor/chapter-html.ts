import { cleanImageSource, cleanLink } from '#base/web-address.ts';
import { isAlignment } from './alignments.ts';

/**
 * Converts the editor's document to the HTML that is sent. The output equals what html-cleaner.ts would leave of it,
 * character by character, so the text on screen, the text counted against the limit and the stored text are the same.
 * It needs no DOM, and so is fast enough to run while the author types.
 */

export interface TextNode {
  type: string;
  attrs?: Record<string, unknown> | undefined;
  content?: TextNode[] | undefined;
  marks?: { type: string; attrs?: Record<string, unknown> | undefined }[] | undefined;
  text?: string | undefined;
}

type Mark = NonNullable<TextNode['marks']>[number];
type Piece = string | Tree;
interface Tree {
  name: string;
  attributes: [string, string][];
  /** Missing for an element without an end tag. */
  children?: Piece[];
}

const REL = 'nofollow ugc noopener noreferrer';

export function chapterHtml(doc: TextNode): string {
  return trimEmptyLines(blocksOf(doc)).map(serialize).join('\n');
}

/** Drops empty lines at the beginning and the end, because they carry no meaning. */
function trimEmptyLines(blocks: Tree[]): Tree[] {
  const isEmpty = (block: Tree | undefined) => block?.name === 'p' && block.children?.length === 0;
  let start = 0;
  let end = blocks.length;
  while (start < end && isEmpty(blocks[start])) start++;
  while (end > start && isEmpty(blocks[end - 1])) end--;
  return blocks.slice(start, end);
}

function blocksOf(node: TextNode): Tree[] {
  return (node.content ?? []).flatMap(blockOf);
}

function blockOf(node: TextNode): Tree[] {
  switch (node.type) {
    case 'paragraph':
      return [{ name: 'p', attributes: alignmentOf(node), children: inlineOf(node) }];
    case 'heading':
      return omitIfEmpty({
        name: node.attrs?.level === 3 ? 'h3' : 'h2',
        attributes: alignmentOf(node),
        children: inlineOf(node),
      });
    case 'horizontalRule':
      return [{ name: 'hr', attributes: [] }];
    case 'codeBlock': {
      const code = (node.content ?? []).map((child) => cleanText(child.text ?? '')).join('');
      return [
        { name: 'pre', attributes: [], children: [{ name: 'code', attributes: [], children: [code] }] },
      ];
    }
    case 'blockquote':
      return omitIfEmpty({ name: 'blockquote', attributes: [], children: blocksOf(node) });
    case 'bulletList':
      return omitIfEmpty({ name: 'ul', attributes: [], children: itemsOf(node) });
    case 'orderedList':
      return omitIfEmpty({ name: 'ol', attributes: [], children: itemsOf(node) });
    default:
      throw new Error(`the editor holds a ${node.type}, which no chapter can`);
  }
}

function itemsOf(list: TextNode): Tree[] {
  return (list.content ?? []).flatMap((item) =>
    omitIfEmpty({ name: 'li', attributes: [], children: blocksOf(item) }),
  );
}

function omitIfEmpty(tree: Tree): Tree[] {
  return tree.children?.length === 0 ? [] : [tree];
}

function alignmentOf(node: TextNode): [string, string][] {
  const align = node.attrs?.align;
  return isAlignment(align) ? [['class', `align-${align}`]] : [];
}

/** The text of a block with its inline elements; neighbours share common marks. */
function inlineOf(block: TextNode): Piece[] {
  const top: Piece[] = [];
  let open: { mark: Mark; into: Piece[] }[] = [];
  for (const node of block.content ?? []) {
    const pieces = pieceOf(node).filter((piece) => piece !== '');
    if (pieces.length === 0) continue;
    const marks = node.marks ?? [];
    let shared = 0;
    while (shared < open.length && shared < marks.length && isSame(open[shared]?.mark, marks[shared]))
      shared++;
    open = open.slice(0, shared);
    for (const mark of marks.slice(shared)) {
      const children: Piece[] = [];
      const tree = markOf(mark, children);
      // A disallowed mark is dropped, and its text stays.
      const into = open.at(-1)?.into ?? top;
      if (tree !== undefined) into.push(tree);
      open.push({ mark, into: tree === undefined ? into : children });
    }
    (open.at(-1)?.into ?? top).push(...pieces);
  }
  return withoutOuterSpace(top);
}

function isSame(child: Mark | undefined, other: Mark | undefined): boolean {
  return child?.type === other?.type && child?.attrs?.href === other?.attrs?.href;
}

function markOf(mark: Mark, children: Piece[]): Tree | undefined {
  if (mark.type === 'bold') return { name: 'strong', attributes: [], children };
  if (mark.type === 'italic') return { name: 'em', attributes: [], children };
  if (mark.type === 'code') return { name: 'code', attributes: [], children };
  const href = mark.type === 'link' ? cleanLink(String(mark.attrs?.href ?? '')) : undefined;
  if (href === undefined) return undefined;
  return {
    name: 'a',
    attributes: [
      ['href', href],
      ['rel', REL],
    ],
    children,
  };
}

function pieceOf(node: TextNode): Piece[] {
  if (node.type === 'text') return [cleanText(node.text ?? '')];
  if (node.type === 'hardBreak') return [{ name: 'br', attributes: [] }];
  if (node.type !== 'image') throw new Error(`the editor holds a ${node.type}, which no line can`);
  const src = cleanImageSource(String(node.attrs?.src ?? ''));
  const alt = cleanText(String(node.attrs?.alt ?? ''));
  if (src === undefined) return alt === '' ? [] : [alt];
  return [
    {
      name: 'img',
      attributes: [
        ['src', src],
        ['alt', alt],
        ['loading', 'lazy'],
        ['referrerpolicy', 'no-referrer'],
      ],
    },
  ];
}

/** Removes characters that an HTML parser would alter or PostgreSQL would refuse. */
function cleanText(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').toWellFormed();
}

function withoutOuterSpace(pieces: Piece[]): Piece[] {
  const isSpace = (piece: Piece | undefined) => typeof piece === 'string' && piece.trim() === '';
  let start = 0;
  let end = pieces.length;
  while (start < end && isSpace(pieces[start])) start++;
  while (end > start && isSpace(pieces[end - 1])) end--;
  return pieces.slice(start, end);
}

function serialize(piece: Piece): string {
  if (typeof piece === 'string') return piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const attributes = piece.attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  const start = `<${piece.name}${attributes}>`;
  return piece.children === undefined
    ? start
    : `${start}${piece.children.map(serialize).join('')}</${piece.name}>`;
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('`', '&#x60;');
}
