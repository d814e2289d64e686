/** Letters with their usual spelling in ASCII, in lower case: Latin ones that Unicode does not decompose, and other alphabets. */
const LETTERS = new Map(
  [
    'ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ə e',
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch',
    'ъ  ы y ь  э e ю yu я ya є ye і i ґ g ђ dj ј j љ lj њ nj ћ c џ dz ѕ dz ә a ғ g қ q ң n ө o ұ u ү u һ h',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
    'א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף f צ ts ץ ts ק k ר r ש sh ת t',
    'ا a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k ل l م m ن n ه h',
    'ة a و w ي y ى a ء  ـ  پ p چ ch ژ zh گ g ک k ی y ٹ t ڈ d ڑ r ں n ہ h ھ h ے e',
    '٠ 0 ١ 1 ٢ 2 ٣ 3 ٤ 4 ٥ 5 ٦ 6 ٧ 7 ٨ 8 ٩ 9 ۰ 0 ۱ 1 ۲ 2 ۳ 3 ۴ 4 ۵ 5 ۶ 6 ۷ 7 ۸ 8 ۹ 9',
    // The parts of Korean syllables, as Unicode decomposes them: first consonants, vowels, last consonants.
    ...[
      ['\u1100', 'g kk n d tt r m b pp s ss  j jj ch k t p h'],
      ['\u1161', 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'],
      ['\u11A8', 'k k k n n n t l k m l l l p l m p p t t ng t t k t p t'],
    ].map(([first = '', spellings = '']) => inRow(first, spellings)),
  ].flatMap((row) => {
    const cells = row.split(' ');
    return cells.flatMap((cell, at): [string, string][] =>
      at % 2 === 0 ? [[cell, cells[at + 1] ?? '']] : [],
    );
  }),
);

/** Letters that follow each other in Unicode, each before its spelling. */
function inRow(first: string, spellings: string): string {
  const start = first.charCodeAt(0);
  return spellings
    .split(' ')
    .map((spelling, at) => `${String.fromCharCode(start + at)} ${spelling}`)
    .join(' ');
}

const FIRST_KANA = 0x3041;
const KANA_BY_CODE = (
  '*a a *i i *u u *e e *o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji ~ tsu zu te de to do ' +
  'na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo *ya ya *yu yu *yo yo ra ri ru re ro ' +
  '*wa wa i e o n vu ka ke'
).split(' ');

/** Hiragana and katakana by Hepburn, without long vowels. */
function kanaInLatin(kana: string): string {
  return Array.from(kana, (letter) => {
    const code = letter.charCodeAt(0);
    return KANA_BY_CODE[code - (code > 0x30a0 ? 0x60 : 0) - FIRST_KANA] ?? '';
  })
    .join('')
    .replaceAll(/(sh|ch|j)i\*y/g, '$1')
    .replaceAll(/i\*y/g, 'y')
    .replaceAll(/([fv])u\*|([td])e\*(?=i)|([td])o\*(?=u)/g, '$1$2$3')
    .replaceAll(/~(?=ch)/g, 't')
    .replaceAll(/~([a-z])/g, '$1$1')
    .replaceAll(/[*~]/g, '');
}

const HAN = /\p{Script=Han}/u;

/**
 * A text in lower-case letters of ASCII, as far as its alphabet has a usual spelling there. Chinese letters stay: their
 * sounds need a dictionary, and in Japanese depend on the word. The syllables between them would only be endings, and stay, too.
 */
export function transliterate(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  const read = HAN.test(lower) ? lower : lower.replaceAll(/[ぁ-ゖァ-ヶー]+/g, kanaInLatin);
  return read
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ου', 'ou')
    .replaceAll(/([αε])υ/g, '$1v')
    .replaceAll(/\P{ASCII}/gu, (letter) => LETTERS.get(letter) ?? letter);
}
