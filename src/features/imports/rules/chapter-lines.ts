/** The words that name a counted part of a book, and the number words of their language. */
const COUNTED: readonly [names: string, numbers: string][] = [
  [
    'chapter part book',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth last final',
  ],
  ['kapitel teil', 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'],
  ['chapitre', 'un premier deux trois quatre cinq six sept huit neuf dix onze douze'],
  [
    'capítulo',
    'uno primero dos tres cuatro cinco seis siete ocho nueve diez once doce um primeiro dois três quatro sete oito nove dez onze doze',
  ],
  ['capitolo', 'uno primo due tre quattro cinque sei sette otto nove dieci undici dodici'],
  ['hoofdstuk', 'een één twee drie vier vijf zes zeven acht negen tien elf twaalf'],
  ['rozdział', 'pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty ostatni'],
  [
    'глава часть',
    'один два три четыре пять шесть семь восемь девять десять первая вторая третья четвертая четвёртая пятая шестая седьмая восьмая девятая десятая одиннадцатая двенадцатая последняя',
  ],
];

const NUMBERS_AFTER = new Map(
  COUNTED.flatMap(([names, numbers]) =>
    names.split(' ').map((name) => [name, new Set(numbers.split(' '))] as const),
  ),
);

/** Parts of a book that are named without a number. */
const UNCOUNTED = new Set(
  [
    'prologue epilogue interlude afterword foreword preface prolog epilog prólogo epílogo prologo epilogo',
    'пролог эпилог послесловие предисловие 序章 终章 終章 尾声 楔子 番外 プロローグ エピローグ 프롤로그 에필로그',
  ].flatMap((names) => names.split(' ')),
);

/** A counted part in Chinese or Japanese, “第一章”, and in Korean, “제1장”. No space has to follow it. */
const COUNTED_IN_EAST_ASIA =
  /^(?:第\s*[\d０-９〇零一二两三四五六七八九十百千]+\s*(?:[章回卷节節話话巻編编幕]|部(?!分))|제\s*\d+\s*[장화부편권](?!\p{L}))(.*)$/su;

const MAX_LINE_CHARACTERS = 100;

/** Roman numerals below 400, as no book has more chapters: MIX and MILD are words. */
const ROMAN = /^(?=.)C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const SMALL_ROMAN = /^[ivx]{1,6}$/;

/** A mark between the name of a part and its title; the hyphen of “Part-time” is none. */
const MARK = /^\s*(?:[:.—–]|-(?!\p{L}))/u;

/** Whether a line names a chapter: “Chapter 1”, “Part Two: Summer”, “IV.”; “Part of her wanted to run.” is a sentence. */
export function isChapterLine(line: string): boolean {
  if (line.length > MAX_LINE_CHARACTERS) return false;
  const numeral = line.replace(/\.$/, '');
  if (ROMAN.test(numeral) || /^\d{1,3}$/.test(numeral)) return true;
  if (/[,;，、；]$/.test(line)) return false;
  const eastAsian = COUNTED_IN_EAST_ASIA.exec(line);
  if (eastAsian !== null) return !/[。！？….!?][」』”’]?$/.test(eastAsian[1] ?? '');
  const [, name = '', rest = ''] = /^(\p{L}+)(.*)$/su.exec(line) ?? [];
  const word = name.toLowerCase();
  const numbers = NUMBERS_AFTER.get(word);
  if (numbers !== undefined) return isCounted(rest, numbers);
  return UNCOUNTED.has(word) && (rest === '' || isTitle(rest));
}

/** Whether a number, or a mark and a title, follows the name of a part. */
function isCounted(rest: string, numbers: ReadonlySet<string>): boolean {
  if (MARK.test(rest)) return isTitle(rest);
  const [, written = '', title = ''] = /^\s+(?:the\s+)?([\p{L}\p{N}]+(?:-\p{L}+)?)(.*)$/isu.exec(rest) ?? [];
  const isNumber =
    /^\d{1,4}$/.test(written) ||
    ROMAN.test(written) ||
    SMALL_ROMAN.test(written) ||
    written
      .toLowerCase()
      .split('-')
      .every((part) => numbers.has(part));
  return isNumber && isTitle(title);
}

/** Whether the rest of a line is a title and not a sentence, which goes on with a small letter and ends with a mark. */
function isTitle(rest: string): boolean {
  return !(/^[\s—–-]*\p{Ll}/u.test(rest) && /[.!?…][”’"']?$/.test(rest));
}
