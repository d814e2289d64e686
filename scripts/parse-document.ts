import { lexer, type Token, type Tokens } from 'marked';
import { matchPath } from 'react-router';
import type { DocumentNode, LegalDocument } from '#features/legal/components/legal-document.ts';
import { SITE_SLOTS, type SiteSlot } from '#features/legal/rules.ts';
import { furtherPaths } from '#further-paths.ts';
import { paths } from '#urls.ts';
import { documentValues } from './document-values.ts';

/**
 * A legal document from its Markdown. Beside plain Markdown it may have
 *
 *     ## A section {#anchor}
 *     Term                      a list of terms, each with what it means
 *     : What it means.
 *     {MAX_TAGS_PER_STORY}      a value of document-values.ts, or a slot that the page fills
 *     {if email} … {else} … {end}
 *     {keys} … {end}            words about keys, hidden where there is no keyboard
 *
 * Anything else is an error: an unknown name, address of this site, or form.
 */
export function parseDocument(markdown: string): LegalDocument {
  const [, head = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown) ?? [];
  const facts = new Map(head.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  const fact = (name: string) => facts.get(name) ?? fail(`the head has no ${name}`);
  const sections: { id: string; title: string; blocks: Token[] }[] = [];
  for (const token of lexer(text)) {
    if (token.type === 'heading' && token.depth === 2) {
      const { title, id = fail(`"${token.text}" has no anchor`) } = headingOf(token as Tokens.Heading);
      sections.push({ id, title, blocks: [] });
    } else if (token.type !== 'space')
      (sections.at(-1) ?? fail('a text before the first section')).blocks.push(token);
  }
  const document = {
    title: fact('title'),
    description: fact('description'),
    lead: fact('lead'),
    ...(facts.has('updated') ? { updated: fact('updated') } : {}),
    sections: sections.map(({ id, title, blocks }) => ({ id, title, body: bodyOf(blocks) })),
  };
  checkAnchors(document);
  return document;
}

/** A mark that begins, divides or ends a group of items. */
type Mark =
  | { mark: 'open'; tag: string; attributes?: Record<string, string> }
  | { mark: 'if'; name: SiteSlot }
  | { mark: 'else' }
  | { mark: 'end' };
type Item = DocumentNode | Mark;

const isMark = (item: Item): item is Mark => typeof item === 'object' && 'mark' in item;

function headingOf({ text }: Tokens.Heading): { title: string; id?: string } {
  const [, words = text, id] = /^(.*?) \{#([a-z-]+)\}$/.exec(text) ?? [];
  const title = words.replace(/\{([a-z-]+)\}/g, (_, name) => documentValues.get(name) ?? unknown(name));
  return id === undefined ? { title } : { title, id };
}

function bodyOf(blocks: Token[]): DocumentNode[] {
  const items: Item[] = [];
  for (const block of blocks) {
    const last = items.at(-1);
    for (const item of itemsOfBlock(block)) {
      // Consecutive terms form one list.
      if (isList(item) && last !== undefined && isList(last)) last.children.push(...item.children);
      else items.push(item);
    }
  }
  return nested(items);
}

type Element = Extract<DocumentNode, { tag: string }>;
const isList = (item: Item): item is Element =>
  typeof item === 'object' && 'tag' in item && item.tag === 'dl';

function itemsOfBlock(token: Token): Item[] {
  switch (token.type) {
    case 'heading': {
      const { title, id } = headingOf(token as Tokens.Heading);
      return [{ tag: 'h3', ...(id === undefined ? {} : { attributes: { id } }), children: [title] }];
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      const children = items.map((item) => element('li', item.tokens.flatMap(inlineOf)));
      return [{ tag: ordered ? 'ol' : 'ul', children }];
    }
    case 'paragraph':
      return paragraph((token as Tokens.Paragraph).tokens.flatMap(inlineOf));
    default:
      return fail(`"${token.raw.trim()}" is no form of text that these documents have`);
  }
}

/**
 * A mark or a slot alone in its paragraph encloses blocks; a line that begins with a colon explains the term
 * before it.
 */
function paragraph(items: Item[]): Item[] {
  const [only] = items;
  if (items.length === 1 && typeof only === 'object' && ('mark' in only || 'slot' in only)) return [only];
  const at = items.findIndex((item) => typeof item === 'string' && item.includes(MEANING));
  if (at === -1) return [element('p', items)];
  const [term = '', ...meaning] = (items[at] as string).split(MEANING);
  return [
    {
      tag: 'dl',
      children: [
        element(
          'dt',
          [...items.slice(0, at), term].filter((item) => item !== ''),
        ),
        element(
          'dd',
          [meaning.join(MEANING), ...items.slice(at + 1)].filter((item) => item !== ''),
        ),
      ],
    },
  ];
}

const MEANING = '\n: ';

const element = (tag: string, items: Item[], attributes?: Record<string, string>): Element => ({
  tag,
  ...(attributes === undefined ? {} : { attributes }),
  children: nested(items),
});

function inlineOf(token: Token): Item[] {
  switch (token.type) {
    case 'text':
      return token.tokens?.flatMap(inlineOf) ?? withNames(token.text);
    case 'escape':
      return [token.text];
    case 'strong':
      return [element('strong', (token as Tokens.Strong).tokens.flatMap(inlineOf))];
    case 'codespan':
      return [{ tag: 'code', children: [token.text] }];
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      return [element('a', tokens.flatMap(inlineOf), { href: known(href) })];
    }
    case 'html':
      if (token.raw === '<kbd>') return [{ mark: 'open', tag: 'kbd' }];
      if (token.raw === '</kbd>') return [{ mark: 'end' }];
  }
  return fail(`"${token.raw.trim()}" is no form of text that these documents have`);
}

/** A text with its names in braces replaced. */
function withNames(text: string): Item[] {
  return text
    .split(/\{([^{}]*)\}/)
    .map((piece, at) => (at % 2 === 0 ? piece : itemNamed(piece)))
    .filter((item) => item !== '');
}

function itemNamed(name: string): Item {
  const [, condition] = /^if ([a-z-]+)$/.exec(name) ?? [];
  if (condition !== undefined) return { mark: 'if', name: slotNamed(condition) };
  if (name === 'else' || name === 'end') return { mark: name };
  if (name === 'keys') return { mark: 'open', tag: 'span', attributes: { className: 'keyboard-hint' } };
  return documentValues.get(name) ?? { slot: slotNamed(name) };
}

const slotNamed = (name: string): SiteSlot => SITE_SLOTS.find((one) => one === name) ?? unknown(name);

/** The groups enclosed by marks, each as one item. */
function nested(items: Item[]): DocumentNode[] {
  const groups: { mark?: Mark; passages: DocumentNode[]; otherwise?: DocumentNode[] }[] = [{ passages: [] }];
  const add = (passage: DocumentNode) => {
    const group = groups.at(-1);
    const list = group?.otherwise ?? group?.passages ?? [];
    const before = list.at(-1);
    if (typeof passage !== 'string') list.push(passage);
    // Adjacent texts are joined, and a line break becomes a space.
    else if (typeof before === 'string') list[list.length - 1] = before + oneLine(passage);
    else list.push(oneLine(passage));
  };
  for (const item of items) {
    if (!isMark(item)) add(item);
    else if (item.mark === 'if' || item.mark === 'open') groups.push({ mark: item, passages: [] });
    else if (item.mark === 'else') (groups.at(-1) ?? fail('{else} without {if}')).otherwise = [];
    else {
      const { mark, passages, otherwise = [] } = groups.pop() ?? fail('{end} without a beginning');
      if (mark?.mark === 'if') add({ when: mark.name, passages, otherwise });
      else if (mark?.mark === 'open')
        add({
          tag: mark.tag,
          ...(mark.attributes === undefined ? {} : { attributes: mark.attributes }),
          children: passages,
        });
      else fail('{end} without a beginning');
    }
  }
  if (groups.length !== 1) fail('{if} without {end}');
  return groups[0]?.passages ?? [];
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

const isPage = (path: string) =>
  path === '/.well-known/security.txt' ||
  Object.values({ ...paths, ...furtherPaths }).some((one) => matchPath(one, path) !== null);

/** An address that leads somewhere on this site. */
function known(href: string): string {
  if (href.startsWith('#') || isPage(new URL(href, 'http://site.invalid').pathname)) return href;
  return fail(`no page has the address ${href}`);
}

function checkAnchors(document: LegalDocument): void {
  const whole = JSON.stringify(document.sections);
  for (const [, anchor] of whole.matchAll(/"href":"#([a-z-]+)"/g))
    if (!whole.includes(`"id":"${anchor}"`)) fail(`no part has the anchor #${anchor}`);
}

const unknown = (name: string): never => fail(`{${name}} is no name that is known here`);

function fail(what: string): never {
  throw new Error(what);
}
