import { ApiError, isApiError } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { restoreTrash } from '#features/trash/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { type ChapterEntry, listChapters, orderChapters } from '../../contract/chapters.ts';
import { changeChapters, deleteChapters } from '../../contract/several-chapters.ts';
import { chapterTitle } from '../../parts/chapter-title.ts';
import { type ChapterChange, inverseChanges } from './inverse-changes.ts';
import { withFreshChapters } from './stale-chapters.ts';

export interface SeveralChapters {
  /** The selected chapters, in the order of the list. */
  selected: readonly ChapterEntry[];
  /** All chapters of the story, in their order. */
  all: readonly ChapterEntry[];
  /** Changes the selected chapters, all or none; `done` tells what happened: 'published'. */
  change: (changes: ChapterChange[], done: string, before?: number | null) => Promise<void>;
  remove: () => Promise<void>;
}

/** The form of a window that acts on the selected chapters. */
export type SelectionFormProps = { several: SeveralChapters; onClose: () => void };

interface SeveralOptions {
  storyId: number;
  selected: readonly ChapterEntry[];
  all: readonly ChapterEntry[];
  /** Shows the chapters as they are stored now. */
  show: (chapters: ChapterEntry[]) => void;
  /** Told after a change, in words, with the way back if there is one. */
  onDone: (message: string, undo?: () => Promise<void>) => void;
}

/** Changes to the selected chapters of a story. A failure names the chapters that are gone, and shows the others. */
export function severalChapters({ storyId, selected, all, show, onDone }: SeveralOptions): SeveralChapters {
  const id = String(storyId);

  async function attempt(call: () => Promise<{ chapters: ChapterEntry[] }>) {
    try {
      show((await withFreshChapters(storyId, call, show)).chapters);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'not_found') throw error;
      const { chapters } = await callApi(listChapters, { id });
      const left = new Set(chapters.map((chapter) => chapter.id));
      const missing = selected.filter((chapter) => !left.has(chapter.id));
      show(chapters);
      if (missing.length === 0) throw error;
      const titles = missing.map((chapter) => `“${chapterTitle(chapter)}”`).join(', ');
      const message = `No longer in this story: ${titles}. Nothing was changed; you can try again with the others.`;
      throw new ApiError(error.status, error.code, message);
    }
  }

  async function undo(changes: readonly ChapterChange[], isMoved: boolean) {
    const chapters = inverseChanges(changes, selected);
    if (chapters.length > 0) await attempt(() => callApi(changeChapters, { id, chapters }));
    const chapter_ids = all.map((chapter) => chapter.id);
    if (isMoved) await attempt(() => callApi(orderChapters, { id, chapter_ids }));
  }

  return {
    selected,
    all,
    async change(chapters, done, before) {
      const isMoved = before !== undefined;
      await attempt(() => callApi(changeChapters, { id, chapters, ...(isMoved ? { before } : {}) }));
      onDone(`${plural(chapters.length, 'chapter')} ${done}`, () => undo(chapters, isMoved));
    },
    async remove() {
      const chapter_ids = selected.map((chapter) => chapter.id);
      let trashIds: number[] = [];
      await attempt(async () => {
        const deleted = await callApi(deleteChapters, { id, chapter_ids });
        trashIds = deleted.trash_ids;
        return deleted;
      });
      onDone(`${plural(chapter_ids.length, 'chapter')} deleted`, async () => {
        for (const trashId of trashIds) await callApi(restoreTrash, { id: String(trashId) });
        show((await callApi(listChapters, { id })).chapters);
      });
    },
  };
}
