import type { WarningName } from '#features/labels/contract/warnings.ts';
import { type Row, TOO_LONG } from './sql-rows.ts';

/** The tables of eFiction 3 that are read, without the prefix that a site chose. */
const EFICTION_TABLES = [
  'authors',
  'categories',
  'chapters',
  'characters',
  'classes',
  'classtypes',
  'coauthors',
  'inseries',
  'ratings',
  'reviews',
  'series',
  'stories',
] as const;
export type EFictionTable = (typeof EFICTION_TABLES)[number];

/** The table that a name stands for, whatever its prefix: `fanfiction_stories`, `fanfiction_library_stories`. */
export function eFictionTable(name: string): EFictionTable | undefined {
  const last = name.toLowerCase().split('_').at(-1);
  return EFICTION_TABLES.find((table) => table === last);
}

const windows1252 = new TextDecoder('windows-1252');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A text in whichever of the two encodings it is in: dumps of old sites mix them, value by value. */
export function decodeText(bytes: Buffer): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    text = windows1252.decode(bytes);
  }
  return text.replaceAll('\0', '');
}

/** The text in a column; undefined for one that is too long to be kept. A missing one is empty. */
export function textIn({ values }: Row, column: string): string | undefined {
  const value = values.get(column);
  if (value === TOO_LONG) return undefined;
  return value === null || value === undefined ? '' : decodeText(value as Buffer);
}

export function numberIn(row: Row, column: string): number {
  const number = Number(textIn(row, column) ?? '');
  return Number.isSafeInteger(number) ? number : 0;
}

/** The ids in a column that lists them with commas. */
export function idsIn(row: Row, column: string): number[] {
  return (textIn(row, column) ?? '')
    .slice(0, 5_000)
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

const EARLIEST = Date.UTC(1990, 0);

/** A time as MySQL writes it, or in seconds since 1970; undefined for one that can't be true. */
export function timeIn(row: Row, column: string): Date | undefined {
  const text = textIn(row, column) ?? '';
  const milliseconds = /^\d{9,11}$/.test(text)
    ? Number(text) * 1000
    : Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`);
  return milliseconds >= EARLIEST && milliseconds <= Date.now() ? new Date(milliseconds) : undefined;
}

/** Text that an author typed without markup has its paragraphs in line breaks. */
export function storedHtml(text: string): string {
  if (/<(?:p|br|div|blockquote|h[1-6]|ul|ol|table)\b/i.test(text)) return text;
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

const WARNING_WORDS: [RegExp, WarningName][] = [
  [/violence|gore/i, 'violence'],
  [/death/i, 'death'],
  [/non-?con|rape|dub-?con/i, 'non_consent'],
  // Before abuse: that of a substance is none of a person.
  [/drug|alcohol|substance/i, 'substance_use'],
  [/abuse/i, 'abuse'],
  [/self-?harm|suicide/i, 'self_harm'],
  [/horror/i, 'horror'],
  [/grief|loss/i, 'grief'],
];

/** The warning of this site that an old one means; undefined for one that becomes a tag. */
export function warningFor(name: string): WarningName | undefined {
  return WARNING_WORDS.find(([words]) => words.test(name))?.[1];
}
