import type { StoryStatus } from '#features/labels/contract/status.ts';
import type { ContentWarning } from '#features/labels/contract/warnings.ts';
import type { ArchiveFacts } from '#platform/documents/parsed-book.ts';

/** The archive's warnings in the words of its downloads, with the site's own. */
const WARNINGS = new Map<string, ContentWarning>([
  ['No Archive Warnings Apply', 'none'],
  ['Creator Chose Not To Use Archive Warnings', 'not_told'],
  ['Choose Not To Use Archive Warnings', 'not_told'],
  ['Graphic Depictions Of Violence', 'violence'],
  ['Major Character Death', 'death'],
  ['Rape/Non-Con', 'non_consent'],
]);

/** Languages whose name in the archive is not the one of `Intl.DisplayNames`. */
const OTHER_NAMES = new Map([
  ['português brasileiro', 'pt-BR'],
  ['português europeu', 'pt-PT'],
  ['bahasa indonesia', 'id'],
]);

export interface ArchiveDetails {
  language: string | undefined;
  details: { status?: StoryStatus; warnings?: ContentWarning[] };
  /** Sentences about what has no counterpart here. */
  remarks: string[];
}

/** The details of a story that a download of the Archive of Our Own tells, in the site's own terms. */
export function archiveDetails(facts: ArchiveFacts): ArchiveDetails {
  const status = statusOf(facts.stats);
  const known = facts.warnings.flatMap((name) => WARNINGS.get(name) ?? []);
  // The answers “none” and “not told” stand alone, and say nothing beside a warning.
  const named = known.filter((warning) => warning !== 'none' && warning !== 'not_told');
  const warnings = named.length > 0 ? named : known.slice(0, 1);
  const unknown = facts.warnings.filter((name) => !WARNINGS.has(name));
  const published = /Published:\s*(\d{4}-\d{2}-\d{2})/.exec(facts.stats)?.[1];
  const leftOut = [
    facts.rating === undefined ? '' : `the rating “${facts.rating}”`,
    facts.series === undefined ? '' : `its place in a series (“${facts.series}”)`,
    published === undefined ? '' : `the day it was published there (${published})`,
  ].filter((part) => part !== '');
  return {
    language: languageNamed(facts.language),
    details: { ...(status && { status }), ...(warnings.length > 0 && { warnings }) },
    remarks: [
      ...unknown.map(
        (name) => `The warning “${name}” has no counterpart here. Check the story’s own warnings.`,
      ),
      ...(leftOut.length === 0 ? [] : [`Not taken over: ${leftOut.join(', ')}.`]),
    ],
  };
}

/** Whether the work is complete: “Chapters: 3/3” is, “3/7” and “3/?” are not. */
function statusOf(stats: string): StoryStatus | undefined {
  const [, written, planned] = /Chapters:\s*(\d+)\/(\d+|\?)/.exec(stats) ?? [];
  if (written === undefined) return undefined;
  return written === planned ? 'complete' : 'ongoing';
}

/** The tag of a language by its name in English or in itself, as the archive names them. */
function languageNamed(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const wanted = name.toLowerCase();
  // The archive adds the kind: “中文-普通话 國語”.
  const [first = wanted] = wanted.split('-');
  return OTHER_NAMES.get(wanted) ?? tagNamed(wanted) ?? tagNamed(first);
}

function tagNamed(name: string): string | undefined {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return letters
    .flatMap((one) => letters.map((other) => one + other))
    .find((tag) => {
      const inEnglish = english.of(tag);
      if (inEnglish === undefined) return false;
      const inItself = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag);
      return [inEnglish, inItself].some((each) => each?.toLowerCase() === name);
    });
}
