import type { InputOf } from '#base/contract.ts';
import type { ChapterEntry } from '../../contract/chapters.ts';
import type { changeChapters } from '../../contract/several-chapters.ts';

export type ChapterChange = InputOf<typeof changeChapters>['chapters'][number];

/**
 * The changes that undo others; `before` are the chapters as they were. Whatever was not changed is left out, as
 * another window may have changed it since.
 */
export function inverseChanges(
  changes: readonly ChapterChange[],
  before: readonly Pick<ChapterEntry, 'id' | 'state' | 'publish_at' | 'volume'>[],
): ChapterChange[] {
  const chapterOf = new Map(before.map((chapter) => [chapter.id, chapter]));
  return changes.flatMap((change) => {
    const chapter = chapterOf.get(change.id);
    if (chapter === undefined) return [];
    const { id, state, publish_at, volume } = chapter;
    const isPublication = change.state !== undefined || change.publish_at != null;
    if (!isPublication && change.volume === undefined) return [];
    return {
      id,
      ...(isPublication ? { state } : {}),
      ...(isPublication && state === 'scheduled' ? { publish_at } : {}),
      ...(change.volume === undefined ? {} : { volume }),
    };
  });
}
