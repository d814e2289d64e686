import '../server-only.ts';
import { Marked, type MarkedExtension, type Token, type TokenizerAndRendererExtension } from 'marked';
import footnotes from 'marked-footnote';
import { escapeHtml } from '#base/text.ts';
import { bodyOf, parseHtml } from './markup.ts';
import type { ParsedBook } from './parsed-book.ts';
import { readBlocks } from './text-blocks.ts';
import { UnreadableFile } from './unreadable-file.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n/;
const FRONT_MATTER_END = /^(?:---|\.\.\.)[ \t]*\r?$/m;
/** A line of front matter: a name, an item of a list, a comment, the rest of a value, nothing. */
const FRONT_MATTER_LINE = /^(?:[^\s:#-][^\s:]*:|-(?:\s|$)|#|\s|$)/;

/** Reads Markdown, with the front matter that static site generators and this site's export write. */
export function readMarkdown(source: string): ParsedBook {
  const { fields, text } = splitFrontMatter(source);
  // Beside a star, a word joiner keeps emphasis from ending; it has no width, and only forbids a line break.
  const joined = text.replaceAll(/(?<=[*_])\u2060|\u2060(?=[*_])/g, '');
  const html = markdownToHtml(withUniqueFootnotes(joined), footnotes(), {
    extensions: [keptFootnote],
  });
  return {
    title: stringOf(fields.title),
    author: stringOf(fields.author),
    synopsis: stringOf(fields.synopsis ?? fields.description),
    language: stringOf(fields.language ?? fields.lang),
    tags: listOf(fields.tags),
    ...blocksOf(html),
  };
}

/** Markdown as HTML that is not yet cleaned; throws for a text that nests too deeply. */
export function markdownToHtml(text: string, ...extensions: MarkedExtension[]): string {
  // The extension for footnotes keeps what it has found, so each text has its own.
  const markdown = new Marked(...extensions);
  const tokens = withoutDeepNesting(markdown.lexer(text));
  const { walkTokens } = markdown.defaults;
  if (walkTokens) markdown.walkTokens(tokens, walkTokens);
  return markdown.parser(tokens);
}

const MAX_LABEL_CHARACTERS = 200;

/** The footnotes of a Markdown text and the marks that refer to them, in order: `[^1]: A note` and `[^1]`. */
function* footnoteLabels(
  text: string,
): Generator<{ at: number; end: number; label: string; isNote: boolean }> {
  let end = -1;
  for (let at = text.indexOf('[^'); at !== -1; at = text.indexOf('[^', at + 2)) {
    if (end < at) end = text.indexOf(']', at);
    if (end === -1) return;
    if (end - at > MAX_LABEL_CHARACTERS) continue;
    const label = text.slice(at + 2, end);
    if (label === '' || label.includes('\n')) continue;
    yield { at, end, label, isNote: text[end + 1] === ':' && (at === 0 || text[at - 1] === '\n') };
  }
}

/**
 * Chapters of one file often count their footnotes anew, and Markdown knows a label once: each further note of a label gets
 * one of its own. A mark belongs to the next note of its label, or to the last one.
 */
function withUniqueFootnotes(text: string): string {
  const found = [...footnoteLabels(text)];
  const notes = Map.groupBy(
    found.filter(({ isNote }) => isNote),
    ({ label }) => label,
  );
  const passed = new Map<string, number>();
  const parts: string[] = [];
  let from = 0;
  for (const { at, end, label, isNote } of found) {
    const before = passed.get(label) ?? 0;
    const nth = Math.min(before + 1, notes.get(label)?.length ?? 1);
    if (isNote) passed.set(label, before + 1);
    if (nth === 1) continue;
    parts.push(text.slice(from, at), `[^${label}-note-${nth}]`);
    from = end + 1;
  }
  return parts.join('') + text.slice(from);
}

/** A footnote to which no mark refers stays where it is written. */
const keptFootnote: TokenizerAndRendererExtension = {
  name: 'footnote',
  renderer({ label, refs, content }) {
    if (refs.length > 0) return false;
    return `<p>[${escapeHtml(label)}]</p>\n${this.parser.parse(content)}`;
  },
};

function blocksOf(html: string) {
  const { blocks, lost } = readBlocks(bodyOf(parseHtml(html)).childNodes);
  return { content: { blocks }, lost };
}

const MAX_NESTING = 60;

function withoutDeepNesting(tokens: Token[], depth = 0): Token[] {
  if (depth > MAX_NESTING) throw new UnreadableFile('The file nests its formatting too deeply.');
  for (const token of tokens) {
    if ('tokens' in token && Array.isArray(token.tokens)) withoutDeepNesting(token.tokens, depth + 1);
    if ('items' in token && Array.isArray(token.items)) withoutDeepNesting(token.items, depth + 1);
    if ('content' in token && Array.isArray(token.content)) withoutDeepNesting(token.content, depth + 1);
  }
  return tokens;
}

function splitFrontMatter(source: string): { fields: Record<string, unknown>; text: string } {
  const text = source.replace(/^\uFEFF/, '');
  if (!FRONT_MATTER.test(text)) return { fields: {}, text };
  const start = text.indexOf('\n') + 1;
  const end = FRONT_MATTER_END.exec(text.slice(start));
  if (end === null) return { fields: {}, text };
  const lines = text.slice(start, start + end.index).split(/\r?\n/);
  if (!isFrontMatter(lines)) return { fields: {}, text };
  const fields: Record<string, unknown> = {};
  let items: unknown[] = [];
  for (const [at, line] of lines.entries()) {
    const item = /^\s*-\s+(.*)/.exec(line)?.[1];
    const [, name, value = ''] = /^([^\s:#][^:]*):(.*)/.exec(line) ?? [];
    if (item !== undefined) items.push(scalarOf(item.trim()));
    else if (name !== undefined) {
      // A name without a value begins a list, an item on each of the next lines.
      items = [];
      const field = name.toLowerCase();
      const written = value.trim();
      if (written === '') fields[field] = items;
      else if (BLOCK_SCALAR.test(written)) fields[field] = blockScalarOf(written, lines.slice(at + 1));
      else fields[field] = frontMatterValue(written);
    }
  }
  return { fields, text: text.slice(start + end.index + end[0].length).replace(/^\n/, '') };
}

/** Whether the lines between two rules are front matter; otherwise they are a scene, of which nothing may be lost. */
function isFrontMatter(lines: readonly string[]): boolean {
  if (lines.length > 1 && lines[0]?.trim() === '') return false;
  if (!lines.every((line) => FRONT_MATTER_LINE.test(line))) return false;
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#'));
  return first === undefined ? lines.every((line) => line.trim() === '') : /^[^\s-]/.test(first);
}

/** The signs before a text on indented lines: `|` keeps its line breaks, `>` joins the lines of a paragraph. */
const BLOCK_SCALAR = /^[|>][-+\d]{0,2}$/;

/** The text on the indented lines below a sign of a block scalar. */
function blockScalarOf(sign: string, following: readonly string[]): string {
  const end = following.findIndex((line) => /^\S/.test(line));
  const lines = end === -1 ? following : following.slice(0, end);
  const indent = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
  const text = lines.map((line) => line.slice(indent).trimEnd()).join('\n');
  return sign.startsWith('|') ? text : text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
}

/** A value of front matter: what JSON can say, which is valid YAML too, a list without quotation marks, or a plain text. */
function frontMatterValue(text: string): unknown {
  const value = scalarOf(text);
  const list = typeof value === 'string' ? /^\[(.*)\]$/.exec(text)?.[1] : undefined;
  return list === undefined ? value : list.split(',').map((item) => scalarOf(item.trim()));
}

function scalarOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/^'(.*)'$/, '$1');
  }
}

/** A list, or the parts of a text with commas. */
function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(',') : [];
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Reads plain text: paragraphs apart by empty lines, or one a line where the text has none. */
export function readPlainText(source: string): ParsedBook {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  if (text.includes('\0')) throw new UnreadableFile('The file is not a text.');
  const lines = text.split('\n');
  const isSpaced = lines.filter((line) => line.trim() === '').length > lines.length / 20;
  const paragraphs = isSpaced ? spacedParagraphs(lines) : lines.map((line) => line.trim());
  const html = paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
  return blocksOf(html.join('\n'));
}

/** Lines that were broken at a fixed width are joined; verse and other short lines keep their ends. */
function spacedParagraphs(lines: readonly string[]): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trim());
  }
  return paragraphs.map((paragraph) => {
    const isWrapped = paragraph.slice(0, -1).every((line) => line.length > 50);
    return paragraph.join(isWrapped ? ' ' : '\n');
  });
}
