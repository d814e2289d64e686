import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import type { TrashEntry } from '../contract.ts';

/** The title of a deleted story or chapter; a chapter without one is called by its place. */
export function entryTitle({ kind, title, order }: TrashEntry): string {
  return kind === 'chapter' ? chapterTitle({ title, order: order ?? 1 }) : title;
}
