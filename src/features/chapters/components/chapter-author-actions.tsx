import { lazy, Suspense, useState } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import type { ChapterEntry } from '../contract/chapters.ts';
import styles from './chapter-author-actions.module.css';
import { chapterStateText, comesWithStory } from './chapter-state.ts';
import { PublishChapter } from './writing/publish-chapter.tsx';

const DeleteChapter = lazy(async () => ({
  default: (await import('./writing/delete-chapter.tsx')).DeleteChapter,
}));

export type ChapterAuthorActionsProps = {
  story: Pick<Story, 'id' | 'slug' | 'visibility'>;
  chapter: ChapterEntry;
};

/** The author's actions on a chapter. They appear only to the author, once the page knows the account. */
export function ChapterAuthorActions({ story, chapter }: ChapterAuthorActionsProps) {
  const [isOpen, setOpen] = useState(false);
  // The dialog stays mounted after its first opening, so that it can animate its closing.
  const [isFetched, setFetched] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
    <div role="group" aria-label="Your chapter" className={styles.actions}>
      <ButtonLink size="small" href={urls.editChapter(story.slug, chapter.id)}>
        Edit Chapter
      </ButtonLink>
      {/* Here from the start, so that no late button moves the one that deletes. */}
      {chapter.state === 'published' || story.visibility === 'draft' ? null : (
        <PublishChapter story={story} chapter={chapter} />
      )}
      <Button
        size="small"
        variant="cautious"
        aria-haspopup="dialog"
        onClick={() => {
          setFetched(true);
          setOpen(true);
        }}
      >
        Delete Chapter
      </Button>
      {chapter.state !== 'published' ? (
        <p className={styles.state}>
          <strong>{chapterStateText(chapter, story)}.</strong> Only you can see it.
        </p>
      ) : comesWithStory(chapter, story) ? (
        <p className={styles.state}>
          <strong>In a draft.</strong> Only you can see it until you publish the story.
        </p>
      ) : null}
      {isFetched ? (
        <Suspense>
          <DeleteChapter story={story} chapterId={chapter.id} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
