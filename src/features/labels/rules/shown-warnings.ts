import {
  type ContentWarning,
  contentWarnings,
  type WarningName,
} from '#features/labels/contract/warnings.ts';

/** A story or a chapter with its author's warnings and those that staff added; a story with its chapters' too. */
export interface Warned {
  warnings?: readonly ContentWarning[] | null | undefined;
  staff_warnings?: readonly WarningName[] | undefined;
  chapter_warnings?: readonly WarningName[] | undefined;
}

const NAMES = Object.keys(contentWarnings) as WarningName[];

/** The warnings that readers see of a story or a chapter by itself, whoever gave them. */
export function ownWarnings({ warnings, staff_warnings }: Warned): WarningName[] {
  const own: readonly string[] = [...(warnings ?? []), ...(staff_warnings ?? [])];
  return NAMES.filter((name) => own.includes(name));
}

/** The warnings that chapters of a story carry beyond those of the whole story. */
export function furtherWarnings(story: Warned): WarningName[] {
  const own = ownWarnings(story);
  return NAMES.filter((name) => story.chapter_warnings?.includes(name) === true && !own.includes(name));
}

/** Whether the author chose not to give warnings, and nobody else gave any. */
export function isUntold(warned: Warned): boolean {
  return warned.warnings?.[0] === 'not_told' && ownWarnings(warned).length === 0;
}

export function warningLabels(names: readonly WarningName[]): string {
  return names.map((name) => contentWarnings[name]).join(', ');
}

/** The content warnings of a story and of its chapters, one sentence each, whoever gave them. */
export function warningLines(story: Warned, chapters: readonly (Warned & { title: string })[]): string[] {
  const line = (label: string, names: WarningName[]) =>
    names.length === 0 ? [] : [`${label}: ${warningLabels(names)}`];
  return [
    ...line('Content warnings', ownWarnings(story)),
    ...chapters.flatMap((chapter) => line(`In “${chapter.title}”`, ownWarnings(chapter))),
  ];
}
