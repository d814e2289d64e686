import type { Case } from '../contract/cases.ts';

/** The title of a case in lists and headings. */
export function caseTitle({ subject, subject_id, story_title, author_name }: Case): string {
  if (subject === 'story') return story_title ?? 'A story';
  return subject === 'author' ? (author_name ?? 'An author') : `Legal request ${subject_id}`;
}
