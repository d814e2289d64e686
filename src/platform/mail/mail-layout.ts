import '../server-only.ts';
import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';

export interface MailWords {
  subject: string;
  paragraphs: string[];
  /** The one thing that the mail is for. */
  action?: { label: string; url: string };
  /** Smaller, below it. */
  afterwords?: string[];
}

/** The same words as plain text and as HTML, which is built as a tree: what users wrote stays text in it. */
export function layOutMail(words: MailWords): { subject: string; text: string; html: string } {
  const { subject, paragraphs, action, afterwords = [] } = words;
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...afterwords].join(
    '\n\n',
  );
  return { subject, text: `${text}\n`, html: htmlOf(words) };
}

function element(
  tagName: string,
  children: (Element | string)[],
  properties: Element['properties'] = {},
): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
  };
}

function htmlOf({ subject, paragraphs, action, afterwords = [] }: MailWords): string {
  const root: Root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      element(
        'html',
        [
          element('head', [
            element('meta', [], { charSet: 'utf-8' }),
            element('meta', [], { name: 'color-scheme', content: 'light dark' }),
            element('title', [subject]),
          ]),
          element('body', [
            ...paragraphs.map((text) => element('p', [text])),
            ...(action ? [element('p', [element('a', [action.label], { href: action.url })])] : []),
            ...(action ? [element('p', [element('small', [action.url])])] : []),
            ...afterwords.map((text) => element('p', [element('small', [text])])),
          ]),
        ],
        { lang: 'en' },
      ),
    ],
  };
  return toHtml(root);
}
