import type { DataOf } from '#base/contract.ts';
import { type restoreTrash, trashMessages } from './contract.ts';

/** The words in which a restored story or chapter is announced. */
export function restoredMessage({
  kind,
  drafts,
}: Pick<DataOf<typeof restoreTrash>, 'kind' | 'drafts'>): string {
  if (kind === 'story')
    return drafts > 0 ? trashMessages.storyRestoredWithDrafts : trashMessages.storyRestored;
  return drafts > 0 ? trashMessages.chapterRestoredAsDraft : trashMessages.chapterRestored;
}
