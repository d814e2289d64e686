import { plural } from '#base/text.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { List } from '#ui/list.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { chapterStateText } from '../../components/chapter-state.ts';
import { PublishChapter } from '../../components/writing/publish-chapter.tsx';
import { listChapters } from '../../contract/chapters.ts';
import styles from './unpublished-chapters.module.css';

/** A long serial may be written ahead by dozens; the page for editing lists them all. */
const MAX_SHOWN = 6;

/**
 * The drafts and the scheduled chapters of the author's story, which the public page leaves out. Empty while they
 * load and after a failure, because the page for editing reports it.
 */
export function UnpublishedChapters({ story }: { story: Story }) {
  const loaded = useLoaded(String(story.id), () => callApi(listChapters, { id: String(story.id) }));
  const chapters = loaded.data?.chapters.filter(({ state }) => state !== 'published') ?? [];
  if (chapters.length === 0) return null;
  const further = chapters.length - MAX_SHOWN;
  return (
    <section className={styles.unpublished} aria-labelledby="unpublished-title">
      <h2 id="unpublished-title" className={styles.title}>
        Not published yet
      </h2>
      <List className={styles.list}>
        {chapters.slice(0, MAX_SHOWN).map((chapter) => (
          <li key={chapter.id} className={styles.chapter}>
            <a href={urls.editChapter(story.slug, chapter.id)}>{chapter.title}</a>
            <span className={styles.state}>{chapterStateText(chapter, story)}</span>
            {/* In a draft nothing is published before the story, which has a button of its own. */}
            {story.visibility === 'draft' ? null : (
              <PublishChapter story={story} chapter={chapter} onPublished={loaded.reload} />
            )}
          </li>
        ))}
      </List>
      {further > 0 ? <a href={urls.editStory(story.slug)}>And {plural(further, 'other', 'others')}</a> : null}
    </section>
  );
}
