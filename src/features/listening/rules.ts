/** A sentence of a block: where its text begins and ends in the text of the block. */
export interface Sentence {
  start: number;
  end: number;
}

/** A text node of a block, and whether a line begins with it. */
export interface Run {
  data: string;
  startsLine: boolean;
  isPreformatted: boolean;
}

/** The text of a block, and where each run begins in it. A new line ends a sentence; a break of the source is a space. */
export function joinedRuns(runs: readonly Run[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = '';
  for (const { data, startsLine, isPreformatted } of runs) {
    if (startsLine && text !== '') text += '\n';
    starts.push(text.length);
    text += isPreformatted ? data : data.replaceAll(/[\n\r]/g, ' ');
  }
  return { text, starts };
}

/** Longer texts stop in the middle with some voices. */
const MAX_SPOKEN_CHARACTERS = 300;

/**
 * The sentences of a text in a language, without those that have nothing to say. A very long one is divided at a space.
 * Without a segmenter the whole text is one sentence.
 */
export function sentencesOf(text: string, language: string | undefined): Sentence[] {
  return segmentsOf(text, language)
    .flatMap((sentence) => divided(text, sentence))
    .map((sentence) => trimmed(text, sentence))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));
}

function segmentsOf(text: string, language: string | undefined): Sentence[] {
  if (typeof Intl.Segmenter === 'undefined') return [{ start: 0, end: text.length }];
  return [...segmenterOf(language).segment(text)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
  }));
}

/** A story's language may be one that this browser can't divide. */
function segmenterOf(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}

function divided(text: string, { start, end }: Sentence): Sentence[] {
  const parts: Sentence[] = [];
  let from = start;
  while (end - from > MAX_SPOKEN_CHARACTERS) {
    const space = text.lastIndexOf(' ', from + MAX_SPOKEN_CHARACTERS);
    const isHalved = /[\udc00-\udfff]/.test(text[from + MAX_SPOKEN_CHARACTERS] ?? '');
    const to = space > from ? space : from + MAX_SPOKEN_CHARACTERS - (isHalved ? 1 : 0);
    parts.push({ start: from, end: to });
    from = to;
  }
  return [...parts, { start: from, end }];
}

function trimmed(text: string, { start, end }: Sentence): Sentence {
  const part = text.slice(start, end);
  const from = start + (part.length - part.trimStart().length);
  return { start: from, end: from + part.trim().length };
}

/** A sentence by its place in the chapter. */
export interface Place {
  block: number;
  sentence: number;
}

/** The place after this one among blocks of so many sentences; undefined at the end. */
export function placeAfter({ block, sentence }: Place, counts: readonly number[]): Place | undefined {
  if (sentence + 1 < (counts[block] ?? 0)) return { block, sentence: sentence + 1 };
  return firstPlaceFrom(block + 1, counts);
}

/** The place before this one; the first stays. */
export function placeBefore({ block, sentence }: Place, counts: readonly number[]): Place {
  if (sentence > 0) return { block, sentence: sentence - 1 };
  const earlier = counts.findLastIndex((count, at) => at < block && count > 0);
  return earlier === -1 ? { block, sentence } : { block: earlier, sentence: (counts[earlier] ?? 1) - 1 };
}

/** The first sentence of this block, or of the next one that has any. */
export function firstPlaceFrom(block: number, counts: readonly number[]): Place | undefined {
  const at = counts.findIndex((count, index) => index >= block && count > 0);
  return at === -1 ? undefined : { block: at, sentence: 0 };
}

/** A voice of the browser, as far as the choice needs it. */
export interface VoiceFacts {
  name: string;
  lang: string;
  voiceURI: string;
  localService: boolean;
  default: boolean;
}

/** A language in its usual words: Android writes "iw" for Hebrew and "cmn" for Chinese; a script follows from a country. */
function localeOf(language: string): Pick<Intl.Locale, 'language' | 'script' | 'region'> {
  try {
    return new Intl.Locale(language.replaceAll('_', '-')).maximize();
  } catch {
    return { language: language.toLowerCase() };
  }
}

/**
 * The voices for a language that speak on this device. Others are left out: they would send the text to the maker of the
 * browser.
 */
export function voicesFor<Voice extends VoiceFacts>(
  voices: readonly Voice[],
  language: string | undefined,
): Voice[] {
  const wanted = language === undefined ? undefined : localeOf(language);
  const rank = ({ lang, default: isDefault }: Voice) => {
    const { script, region } = localeOf(lang);
    return (script === wanted?.script ? 0 : 4) + (region === wanted?.region ? 0 : 2) + (isDefault ? 0 : 1);
  };
  return voices
    .filter(
      ({ localService, lang }) =>
        localService && (wanted === undefined || localeOf(lang).language === wanted.language),
    )
    .toSorted((one, other) => rank(one) - rank(other));
}

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
/** The minutes of the sleep timer; 0: none, -1: to the end of the chapter. */
export const SLEEP_MINUTES = [0, -1, 10, 20, 30, 60] as const;

/** The settings for listening on this device: a speed, and a voice for each language. */
export interface ListeningSettings {
  speed: (typeof SPEEDS)[number];
  voices: Record<string, string>;
}

/** The settings in a stored text; what is unknown becomes the default. */
export function parseListeningSettings(stored: string | null): ListeningSettings {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? '');
  } catch {
    value = undefined;
  }
  const { speed, voices } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const known = typeof voices === 'object' && voices !== null ? Object.entries(voices) : [];
  return {
    speed: SPEEDS.find((each) => each === speed) ?? 1,
    voices: Object.fromEntries(known.filter(([, name]) => typeof name === 'string')) as Record<
      string,
      string
    >,
  };
}
