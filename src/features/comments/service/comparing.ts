/** Comments by their letters: repetitions and filtered words are found in spite of accents, capitals and look-alikes. */
import { createHash } from 'node:crypto';
import { skeleton } from '#base/skeleton.ts';

const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const NUMBER = /\p{N}/gu;

/** The words of a text, without capitals, accents and invisible characters. */
function wordsOf(text: string): string[] {
  const plain = skeleton(text.normalize('NFKC').toLowerCase()).normalize('NFKD').replaceAll(INVISIBLE, '');
  return plain.match(WORD) ?? [];
}

/** Fewer letters say nothing about a text: “Thank you” is not a repetition. */
const LEAST_LETTERS = 8;
/** Texts of so many letters are written once. */
const MANY_LETTERS = 40;

export interface Fingerprint {
  /** Equal for texts that differ in numbers, signs, spaces, accents or capitals alone; null for very short ones. */
  value: number | null;
  /** Whether the text is too long for two people to write it independently. */
  isUnique: boolean;
}

export function fingerprintOf(content: string): Fingerprint {
  const letters = wordsOf(content.replaceAll(NUMBER, '')).join('');
  if (letters.length < LEAST_LETTERS) return { value: null, isUnique: false };
  // 52 bits, which a number of JavaScript holds exactly.
  const value = Number.parseInt(createHash('sha256').update(letters).digest('hex').slice(0, 13), 16);
  return { value, isUnique: letters.length >= MANY_LETTERS };
}

const LINK =
  /https?:|www\.|[\p{L}\p{N}-]\.(?:com|net|org|info|biz|io|co|me|app|dev|site|xyz|top|shop|store|online|club|link|live|ru|cn|de|uk|eu|fr|nl|gg|ly|to|tv|cc)(?![\p{L}\p{N}])/iu;

/** Whether a comment contains an address, written out or as a bare name of a site. */
export function hasLink(content: string): boolean {
  return LINK.test(content.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
}

/** Scripts that put no spaces between words: there a filtered word is found within others. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a comment contains one of these words or phrases, as whole words. */
export function hasFilteredWord(content: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const text = ` ${wordsOf(content).join(' ')} `;
  return words.some((word) => {
    const wanted = wordsOf(word).join(' ');
    if (wanted === '') return content.includes(word);
    return text.includes(UNSPACED.test(wanted) ? wanted : ` ${wanted} `);
  });
}
