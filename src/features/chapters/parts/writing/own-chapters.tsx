import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { SavedListBar } from '#ui/saved-list-bar.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useSavedList } from '#ui/use-saved-list.ts';
import { urls } from '#urls.ts';
import { type ChapterEntry, chapterMessages, listChapters, orderChapters } from '../../contract/chapters.ts';
import { chapterTitle } from '../chapter-title.ts';
import styles from './own-chapters.module.css';

/** All chapters of the author’s story, in an order that they can change; every change is saved at once. */
export function OwnChapters({ story }: { story: Story }) {
  const loaded = useLoaded(String(story.id), () => callApi(listChapters, { id: String(story.id) }));
  if (loaded.status === 'failed')
    return (
      <FailedNotice error={loaded.error} otherwise={chapterMessages.loadFailed} onRetry={loaded.reload} />
    );
  if (loaded.status === 'loading') return <p className={styles.quiet}>Loading the chapters…</p>;
  return <ChapterOrder story={story} chapters={loaded.data.chapters} />;
}

const stateTexts: Record<ChapterEntry['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: '',
};

function ChapterOrder({ story, chapters }: { story: Story; chapters: ChapterEntry[] }) {
  const chapterOf = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const list = useSavedList(
    chapters.map(({ id }) => id),
    {
      save: async (chapter_ids) => {
        await callApi(orderChapters, { id: String(story.id), chapter_ids });
      },
      failed: chapterMessages.orderFailed,
    },
  );
  const ordered = list.ids.map((id) => chapterOf.get(id)).filter((chapter) => chapter !== undefined);
  return (
    <section className={styles.chapters} aria-labelledby="own-chapters-title">
      <SavedListBar title="Chapters" titleId="own-chapters-title" list={list} />
      {ordered.length === 0 ? (
        <p className={styles.quiet}>No chapter yet.</p>
      ) : (
        <SortableList
          items={ordered}
          label="Chapters of this story"
          nameOf={chapterTitle}
          onReorder={(order) => list.change(order.map(({ id }) => id))}
        >
          {(chapter) => (
            <div className={styles.row}>
              <a href={urls.editChapter(story.slug, chapter.id)}>{chapterTitle(chapter)}</a>
              <span className={styles.quiet}>
                {[chapter.volume, stateTexts[chapter.state]].filter(Boolean).join(', ')}
              </span>
            </div>
          )}
        </SortableList>
      )}
      <div>
        <ButtonLink href={urls.addChapter(story.slug)}>Add Chapter</ButtonLink>
      </div>
    </section>
  );
}
