import '../server-only.ts';
import { escapeHtml } from '#base/text.ts';
import type { Mail } from './outbox.ts';

/** A link with its text. The address is one of the site's own, built from its public address. */
interface MailLink {
  label: string;
  url: string;
}

/** A heading above the paragraphs of one part, for mails with several parts. */
interface MailHeading {
  heading: string;
}

export interface MailContents extends Pick<Mail, 'kind' | 'subject' | 'unsubscribe'> {
  /** Plain texts and links in order. The first also shows on locked screens, beside the subject. */
  paragraphs: (string | MailLink | MailHeading)[];
  /** The main link, whose address is also written out for mail programs that open no links. */
  action?: MailLink;
  /** Small print below the main link. */
  afterwords?: (string | MailLink)[];
}

// No colours: every mail program has its own for light and dark mode.
const style = [
  ':root { color-scheme: light dark; }',
  'body { margin: 0 auto; max-width: 34em; padding: 1.5em; font-family: Georgia, serif; font-size: 1em; line-height: 1.6; }',
  'h2 { margin: 1.5em 0 0.5em; font-size: 1em; }',
  'p { margin: 0 0 1em; overflow-wrap: anywhere; }',
  'small { font-size: 0.85em; }',
].join('\n');

/** A complete mail from its content: the same as text and as HTML, without remote resources and tracking. */
export function layOutMail({ kind, subject, unsubscribe, ...content }: MailContents): Omit<Mail, 'to'> {
  return {
    kind,
    subject,
    text: textOf(content),
    html: htmlOf(subject, content),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
  };
}

type Body = Pick<MailContents, 'paragraphs' | 'action' | 'afterwords'>;

function textOf({ paragraphs, action, afterwords = [] }: Body): string {
  const blocks = [...paragraphs, ...(action ? [action] : []), ...afterwords].map((block) => {
    if (typeof block === 'string') return withoutControlCharacters(block);
    if ('heading' in block) return `* ${withoutControlCharacters(block.heading)} *`;
    return `${withoutControlCharacters(block.label)}:\n${checkedUrl(block.url)}`;
  });
  return `${blocks.join('\n\n')}\n`;
}

function htmlOf(subject: string, { paragraphs, action, afterwords = [] }: Body): string {
  const blocks = [
    ...paragraphs.map((block) =>
      typeof block === 'object' && 'heading' in block
        ? `<h2 dir="auto">${toHtml(block.heading)}</h2>`
        : `<p dir="auto">${toHtml(block)}</p>`,
    ),
    ...(action
      ? [
          `<p><strong>${toHtml(action)}</strong></p>`,
          `<p><small>${escapeHtml(checkedUrl(action.url))}</small></p>`,
        ]
      : []),
    ...afterwords.map((block) => `<p><small>${toHtml(block)}</small></p>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${style}
</style>
</head>
<body>
${blocks.join('\n')}
</body>
</html>
`;
}

function toHtml(block: string | MailLink): string {
  if (typeof block === 'string') return wordsToHtml(block).replaceAll('\n', '<br>\n');
  return `<a href="${escapeHtml(checkedUrl(block.url))}">${wordsToHtml(block.label)}</a>`;
}

/** Isolated names become elements: the direction that a mail program finds passes over those, but not over the signs. */
function wordsToHtml(text: string): string {
  return escapeHtml(withoutControlCharacters(text)).replaceAll(
    /\u2068([^\u2066-\u2069]*)\u2069/g,
    '<bdi>$1</bdi>',
  );
}

/** Removes signs that no page shows, and that a terminal or a mail program would obey. */
function withoutControlCharacters(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

function checkedUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('a link in a mail leads to a web page');
  return href;
}
