import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { importAddress } from '#features/imports/rules/addresses.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { failureText } from '#ui/failure-text.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { SavedListBar } from '#ui/saved-list-bar.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useSavedList } from '#ui/use-saved-list.ts';
import { urls } from '#urls.ts';
import { ChapterRow } from '../../components/selection/chapter-row.tsx';
import { SelectionBar } from '../../components/selection/selection-bar.tsx';
import { severalChapters } from '../../components/selection/several-chapters.ts';
import { withFreshChapters } from '../../components/selection/stale-chapters.ts';
import { useSelection } from '../../components/selection/use-selection.ts';
import { type ChapterEntry, chapterMessages, listChapters, orderChapters } from '../../contract/chapters.ts';
import { severalMessages } from '../../contract/several-chapters.ts';
import { chapterTitle } from '../chapter-title.ts';
import styles from './own-chapters.module.css';

/** All chapters of the author’s story: their order, every change of which is saved at once, and their states. */
export function OwnChapters({ story }: { story: Story }) {
  const loaded = useLoaded(String(story.id), () => callApi(listChapters, { id: String(story.id) }));
  return (
    <LoadedPart loaded={loaded} label="Loading the chapters" failed={chapterMessages.loadFailed}>
      {({ chapters }) => <ChapterDesk story={story} initial={chapters} />}
    </LoadedPart>
  );
}

function ChapterDesk({ story, initial }: { story: Story; initial: ChapterEntry[] }) {
  const section = useRef<HTMLElement>(null);
  const allBox = useRef<HTMLInputElement>(null);
  const [chapters, setChapters] = useState(initial);
  const [done, setDone] = useState<{ message: string; undo?: (() => Promise<void>) | undefined }>();
  const [error, setError] = useState<string>();
  const chapterOf = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const list = useSavedList(
    chapters.map(({ id }) => id),
    {
      save: async (chapter_ids) => {
        const save = () => callApi(orderChapters, { id: String(story.id), chapter_ids });
        await withFreshChapters(story.id, save, show);
      },
      failed: chapterMessages.orderFailed,
    },
  );
  function show(stored: ChapterEntry[]) {
    setChapters(stored);
    list.take(stored.map(({ id }) => id));
  }
  const ordered = list.ids.map((id) => chapterOf.get(id)).filter((chapter) => chapter !== undefined);
  const selection = useSelection(list.ids);
  const several = severalChapters({
    storyId: story.id,
    all: ordered,
    selected: ordered.filter(({ id }) => selection.ids.has(id)),
    show,
    onDone(message, undo) {
      setError(undefined);
      setDone({ message, undo });
    },
  });

  useEffect(() => {
    if (allBox.current !== null)
      allBox.current.indeterminate = selection.ids.size > 0 && selection.ids.size < ordered.length;
  });

  async function undo(inverseChanges: () => Promise<void>) {
    setDone(undefined);
    try {
      await inverseChanges();
      setDone({ message: 'Undone' });
    } catch (problem) {
      setError(failureText(problem, severalMessages.changeFailed));
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, chapter: ChapterEntry) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') selection.selectAll();
    else if (event.key === 'Escape' && selection.ids.size > 0) selection.clear();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = list.ids[list.ids.indexOf(chapter.id) + (event.key === 'ArrowUp' ? -1 : 1)];
      if (next !== undefined) {
        section.current?.querySelector<HTMLElement>(`[data-chapter="${next}"]`)?.focus();
        if (event.shiftKey) selection.extend(chapter.id, next);
      }
    } else return;
    event.preventDefault();
  }

  return (
    <section ref={section} className={styles.chapters} aria-labelledby="own-chapters-title">
      <SavedListBar title="Chapters" titleId="own-chapters-title" list={list} />
      {ordered.length === 0 ? (
        <p className={styles.quiet}>No chapter yet.</p>
      ) : (
        <>
          <div className={styles.head}>
            <label className={styles.all}>
              <input
                type="checkbox"
                className={styles.box}
                checked={selection.ids.size === ordered.length}
                ref={allBox}
                onChange={(event) => (event.target.checked ? selection.selectAll() : selection.clear())}
              />
              Select all
            </label>
            <p className={styles.hint} role="status">
              {done?.message ?? (
                <span className="keyboard-hint">
                  <kbd>Shift</kbd> with a click or the arrow keys selects a range.
                </span>
              )}
            </p>
            {done?.undo === undefined || list.canUndo ? null : (
              <Button size="small" onClick={() => done.undo && undo(done.undo)}>
                Undo
              </Button>
            )}
          </div>
          {error === undefined ? null : <Notice kind="error" title={error} />}
          <SortableList
            items={ordered}
            label="Chapters of this story"
            nameOf={chapterTitle}
            onReorder={(order) => list.change(order.map(({ id }) => id))}
          >
            {(chapter) => (
              <ChapterRow
                story={story}
                chapter={chapter}
                isSelected={selection.ids.has(chapter.id)}
                onSelect={(isRange) => selection.toggle(chapter.id, isRange)}
                onKeyDown={(event) => onKeyDown(event, chapter)}
              />
            )}
          </SortableList>
        </>
      )}
      <SelectionBar several={several} onClear={selection.clear} />
      <div className={styles.more}>
        <ButtonLink href={urls.addChapter(story.slug)}>Add Chapter</ButtonLink>
        <ButtonLink href={importAddress(story.slug)}>Import from a file</ButtonLink>
      </div>
    </section>
  );
}
