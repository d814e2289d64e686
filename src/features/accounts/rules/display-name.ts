import { skeleton } from '#base/skeleton.ts';
import { accountMessages, isReservedUsername } from './accounts.ts';

/** Words in the signatures of the site's staff; anybody else who uses one pretends to be staff. */
const STAFF_WORDS = [
  'admins? administrators? moderators? moderation mods? staff official nightstand support verified sysadmins?',
  'webmaster helpdesk',
].flatMap((line) => line.split(' '));

/** Characters mistaken for a letter: digits, symbols, and what the UTS 39 skeleton turns a letter into. */
const LOOK_ALIKES: Record<string, string> = {
  a: '[a4@]',
  b: '[b8]',
  e: '[e3]',
  i: '[i1l!|]',
  l: '[li1|]',
  m: '(?:m|rn)',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7]',
  w: '(?:w|vv)',
};

const spellingPattern = (words: readonly string[]) =>
  words.map((word) => Array.from(word, (letter) => LOOK_ALIKES[letter] ?? letter).join('')).join('|');

const STAFF_WORD = new RegExp(`^(?:${spellingPattern(STAFF_WORDS)})$`);
/** Matches a staff word glued to another, as in SiteAdmin. Ordinary words do not begin or end with the listed ones. */
const COMPOUND_STAFF_WORD = new RegExp(
  `^(?:${spellingPattern(['administrator', 'moderator', 'nightstand'])})|(?:${spellingPattern(['admin', 'administrator', 'moderator'])})$`,
);
// Matches even with spaces or signs between the letters.
const SITE_NAME = new RegExp(`(?<!one)${spellingPattern(['nightstand'])}`);
const SPACED_STAFF_WORD = new RegExp(`^(?:the)?(?:${spellingPattern(STAFF_WORDS)})(?:team)?$`);

/** The lower-case name without marks, as typed and as it looks. */
function normalizedForms(text: string): string[] {
  const plain = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...new Set([plain(text), plain(skeleton(text)), plain(skeleton(plain(text)))])];
}

function pretendsToBeStaff(name: string): boolean {
  // ModTeam counts as two words.
  const spaced = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return [...normalizedForms(name), ...normalizedForms(spaced)].some((form) => {
    const words = form.split(/[^\p{L}\p{N}@$!|]+/u).filter((word) => word !== '');
    const compact = words.join('');
    return (
      words.some((word) => STAFF_WORD.test(word) || COMPOUND_STAFF_WORD.test(word)) ||
      SPACED_STAFF_WORD.test(compact) ||
      SITE_NAME.test(compact) ||
      isReservedUsername(compact)
    );
  });
}

/**
 * The scripts in everyday use (UAX 31, table 5), each on its own, and the combinations that one language uses. Other
 * mixtures are refused: "highly restrictive" in UTS 39, 5.2.
 */
const SCRIPT_COMBINATIONS = [
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada'.split(
    ' ',
  ),
  ...'Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(' '),
];
const scriptClass = (scripts: string) =>
  ['Common', 'Inherited', ...scripts.split(' ')].map((script) => `\\p{scx=${script}}`).join('');
const SINGLE_SCRIPT = new RegExp(
  `^(?:${SCRIPT_COMBINATIONS.map((scripts) => `[${scriptClass(scripts)}]*`).join('|')})$`,
  'u',
);

/** Characters that are invisible, or that reverse the text beside them. Joiners are allowed: some scripts need them. */
const HIDDEN_CHARACTER =
  /(?![\t\n\v\f\r\u0085\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u;

/** Letters, digits, their marks, spaces, punctuation, and keyboard symbols. Readers take other symbols for badges. */
const PLAIN_TEXT = /^[\p{L}\p{M}\p{N}\p{P}\p{Z}\x20-\x7e\u200c\u200d]*$/u;

/** Phonetic signs belong to no language's alphabet, and small capitals among them resemble other letters. */
const PHONETIC_SIGN = /[\u1d00-\u1dbf]/;

/** More marks on one letter than any language needs (UTS 39, 5.4). */
const STACKED_MARKS = /\p{Mn}{5}/u;

/** Whether a typed name contains hidden characters. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN_CHARACTER.test(text);
}

/** The problem of a new display name, judged by the name alone; undefined if there is none. */
export function displayNameProblem(name: string): string | undefined {
  if (name === '') return undefined;
  if (!PLAIN_TEXT.test(name) || PHONETIC_SIGN.test(name) || STACKED_MARKS.test(name.normalize('NFD')))
    return accountMessages.displayNameSymbols;
  if (!/[\p{L}\p{N}]/u.test(name)) return accountMessages.displayNameBlank;
  if (!SINGLE_SCRIPT.test(name)) return accountMessages.displayNameScripts;
  return pretendsToBeStaff(name) ? accountMessages.displayNameStaff : undefined;
}

/**
 * The keys that names are compared by; they ignore case, spaces, `_`, `-` and look-alikes. Names are alike if they
 * share a key. There are two keys, because a capital i looks like a small L.
 */
export function lookAlikeKeys(name: string): string[] {
  const key = (text: string) =>
    skeleton(text)
      .replaceAll(/[\p{P}\p{S}\p{Z}\p{M}]/gu, '')
      .toLowerCase();
  return [...new Set([key(name.normalize('NFKC')), key(name.normalize('NFKC').toLowerCase())])];
}
