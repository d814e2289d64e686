/** Typographic quotation marks and dashes in place of the straight ones that keyboards have. */

interface Signs {
  /** Opening and closing, outer and inner. */
  quotes: readonly [open: string, close: string];
  inner: readonly [open: string, close: string];
  dash: string;
}

const EN = { quotes: ['“', '”'], inner: ['‘', '’'], dash: '—' } as const;
const LOW = { quotes: ['„', '“'], inner: ['‚', '‘'], dash: '–' } as const;
const LOW_HIGH = { quotes: ['„', '”'], inner: ['‚', '’'], dash: '–' } as const;
const RIGHT = { quotes: ['”', '”'], inner: ['’', '’'], dash: '–' } as const;
const GUILLEMETS = { quotes: ['«', '»'], inner: ['“', '”'], dash: '—' } as const;
/** A narrow space that no line breaks at. */
const THIN = '\u202f';
const SPACED = { quotes: [`«${THIN}`, `${THIN}»`], inner: ['‘', '’'], dash: '—' } as const;

const signsOf: Record<string, Signs> = {
  ...{ de: LOW, cs: LOW, sk: LOW, sl: LOW, bg: LOW, is: LOW, lt: LOW },
  ...{ pl: LOW_HIGH, ro: LOW_HIGH, hu: LOW_HIGH, hr: LOW_HIGH },
  ...{ sv: RIGHT, fi: RIGHT },
  ...{ es: GUILLEMETS, it: GUILLEMETS, pt: GUILLEMETS, ru: GUILLEMETS, uk: GUILLEMETS, el: GUILLEMETS },
  ...{ nb: GUILLEMETS, nn: GUILLEMETS, no: GUILLEMETS, fr: SPACED },
};

/** The signs of a language by its tag; those of English unless known. */
function signsFor(language: string | null | undefined): Signs {
  return signsOf[language?.split('-')[0]?.toLowerCase() ?? ''] ?? EN;
}

export interface Replacement {
  /** The characters before the cursor that go. */
  removed: number;
  text: string;
}

/**
 * The replacement after a character was typed; `before` is the text of the paragraph up to the cursor, with it. Dashes
 * wait for the character after them, as `---` alone is a scene break.
 */
export function replacementFor(before: string, language: string | null | undefined): Replacement | undefined {
  const signs = signsFor(language);
  const typed = before.at(-1);
  const rest = before.slice(0, -1);
  if (typed === '"') return { removed: 1, text: signs.quotes[opens(rest, signs) ? 0 : 1] };
  if (typed === "'") return { removed: 1, text: single(rest, signs) };
  const dashed = /(?:^|[^-])--([^-])$/.exec(before);
  return dashed === null ? undefined : { removed: 3, text: `${signs.dash}${dashed[1]}` };
}

/** Whether a quotation mark after this text opens a quotation: at the beginning, after a space, or inside another one. */
function opens(rest: string, { quotes, inner }: Signs): boolean {
  const isNested = [quotes, inner].some(([open, close]) => open !== close && rest.endsWith(open));
  return rest === '' || /[\s([{–—-]$/.test(rest) || isNested;
}

/** Between letters a straight sign is an apostrophe; after a word it closes what was opened, if anything. */
function single(rest: string, signs: Signs): string {
  const [open, close] = signs.inner;
  if (opens(rest, signs)) return open;
  const isOpen = rest.lastIndexOf(open) > rest.lastIndexOf(close);
  return isOpen ? close : '’';
}
