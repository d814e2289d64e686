import { skeleton } from '#base/skeleton.ts';
import { accountMessages, isReservedUsername } from './accounts.ts';

/** Words in the signatures of the site's staff; anybody else who uses one pretends to be staff. */
const STAFF_WORDS = [
  'admins? administrators? moderators? moderation mods? staff official nightstand support verified sysadmins?',
  'webmaster helpdesk',
].flatMap((line) => line.split(' '));

/** Characters mistaken for a letter: digits, symbols, and what the UTS 39 skeleton turns a letter into. */
const READ_AS: Record<string, string> = {
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

const spelled = (words: readonly string[]) =>
  words.map((word) => Array.from(word, (letter) => READ_AS[letter] ?? letter).join('')).join('|');

const STAFF_WORD = new RegExp(`^(?:${spelled(STAFF_WORDS)})$`);
/** Matches a staff word glued to another, as in SiteAdmin. Ordinary words do not begin or end with the listed ones. */
const GLUED_STAFF_WORD = new RegExp(
  `^(?:${spelled(['administrator', 'moderator', 'nightstand'])})|(?:${spelled(['admin', 'administrator', 'moderator'])})$`,
);
// Matches even with spaces or signs between the letters.
const HOUSE = new RegExp(`(?<!one)${spelled(['nightstand'])}`);
const SPACED_STAFF_WORD = new RegExp(`^(?:the)?(?:${spelled(STAFF_WORDS)})(?:team)?$`);

/** The lower-case name without marks, as typed and as it looks. */
function readings(text: string): string[] {
  const plain = (one: string) => one.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...new Set([plain(text), plain(skeleton(text)), plain(skeleton(plain(text)))])];
}

function pretendsToBeStaff(name: string): boolean {
  // ModTeam counts as two words.
  const apart = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return [...readings(name), ...readings(apart)].some((reading) => {
    const words = reading.split(/[^\p{L}\p{N}@$!|]+/u).filter((word) => word !== '');
    const together = words.join('');
    return (
      words.some((word) => STAFF_WORD.test(word) || GLUED_STAFF_WORD.test(word)) ||
      SPACED_STAFF_WORD.test(together) ||
      HOUSE.test(together) ||
      isReservedUsername(together)
    );
  });
}

/**
 * The scripts in everyday use (UAX 31, table 5), each on its own, and the combinations that one language uses. Other
 * mixtures are refused: "highly restrictive" in UTS 39, 5.2.
 */
const WRITTEN_TOGETHER = [
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
const OF_ONE_SCRIPT = new RegExp(
  `^(?:${WRITTEN_TOGETHER.map((scripts) => `[${scriptClass(scripts)}]*`).join('|')})$`,
  'u',
);

/** Characters that are invisible, or that reverse the text beside them. Joiners are allowed: some scripts need them. */
const HIDDEN =
  /(?![\t\n\v\f\r\u0085\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u;

/** Letters, digits, their marks, spaces, punctuation, and keyboard symbols. Readers take other symbols for badges. */
const PLAIN = /^[\p{L}\p{M}\p{N}\p{P}\p{Z}\x20-\x7e\u200c\u200d]*$/u;

/** Phonetic signs belong to no language's alphabet, and small capitals among them resemble other letters. */
const PHONETIC = /[\u1d00-\u1dbf]/;

/** More marks on one letter than any language needs (UTS 39, 5.4). */
const HEAPED_MARKS = /\p{Mn}{5}/u;

/** Whether a typed name contains hidden characters. */
export function hasHiddenCharacters(typed: string): boolean {
  return HIDDEN.test(typed);
}

/** The problem of a new display name, judged by the name alone; undefined if there is none. */
export function displayNameProblem(name: string): string | undefined {
  if (name === '') return undefined;
  if (!PLAIN.test(name) || PHONETIC.test(name) || HEAPED_MARKS.test(name.normalize('NFD')))
    return accountMessages.displayNameSymbols;
  if (!/[\p{L}\p{N}]/u.test(name)) return accountMessages.displayNameBlank;
  if (!OF_ONE_SCRIPT.test(name)) return accountMessages.displayNameScripts;
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
