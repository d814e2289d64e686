import type { Case } from '../contract/cases.ts';
import type { CaseSubject } from '../contract/moderation.ts';

const titles: Record<CaseSubject, (about: Case) => string> = {
  story: ({ story_title }) => story_title ?? 'A story',
  author: ({ author_name }) => author_name ?? 'An author',
  list: ({ list_title }) => `Reading list: ${list_title ?? 'without a title'}`,
  comment: ({ comment_excerpt }) => `Comment: ${comment_excerpt ?? 'without text'}`,
  takedown: ({ subject_id }) => `Legal request ${subject_id}`,
};

/** The title of a case in lists and headings. */
export function caseTitle(about: Case): string {
  return titles[about.subject](about);
}
