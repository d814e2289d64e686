/** 3 to 30 of ASCII letters, digits, _ and -: what can be said aloud and can't be mistaken for another. */
export function isUsername(text: string): boolean {
  return /^[A-Za-z0-9_-]{3,30}$/.test(text);
}

// Names that a reader could take for the house, and words that stand for nobody.
const reserved = [
  'about abuse account accounts admin administrator anonymous api author authors billing bot contact copyright',
  'delete deleted dmca editor everyone faq feedback guest guidelines help home host info legal login logout mail',
  'me mod mods moderation moderator moderators newsletter nightstand nobody noreply null official operator owner',
  'postmaster privacy profile register removed root search security settings signup site staff stories story',
  'support suspended sysadmin system tag tags team terms undefined unknown user users webmaster www',
].flatMap((line) => line.split(' '));

/** What else is read as a letter, at a glance; whatever its case. */
const lookAlikes: Record<string, string> = {
  a: '[a4]',
  b: '[b8]',
  e: '[e3]',
  i: '[i1]',
  // A capital i; in the other direction Mall would be read as mail.
  l: '[l1i]',
  m: '(?:m|rn)',
  o: '[o0]',
  s: '[s5]',
  t: '[t7]',
  w: '(?:w|vv)',
};

function spellingsOf(word: string): string {
  return Array.from(word, (letter, place) =>
    // user5 is the fifth user.
    letter === 's' && place === word.length - 1 ? letter : (lookAlikes[letter] ?? letter),
  ).join('');
}

const reservedSpellings = new RegExp(`^(?:${reserved.map(spellingsOf).join('|')})$`, 'i');
// With anything around it, apart from the one word that is no pretence.
const houseSpellings = new RegExp(`(?<!one)${spellingsOf('nightstand')}`, 'i');

/** Whether a name is kept back: case, `_`, `-`, or a look-alike in place of a letter do not make it another. */
export function isReservedUsername(username: string): boolean {
  const together = username.replaceAll(/[_-]/g, '');
  return reservedSpellings.test(together) || houseSpellings.test(together);
}
