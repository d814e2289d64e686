import { type ComponentType, lazy, Suspense, useState } from 'react';
import { UnpublishedChapters } from '#features/chapters/parts/writing/unpublished-chapters.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import { visibilities } from '../contract/visibility.ts';
import styles from './author-actions.module.css';
import type { AuthorDialogsProps, AuthorWindow } from './author-dialogs.tsx';

const DownloadStory = lazy(async () => ({
  default: (await import('./download-story.tsx')).DownloadStory,
}));

const AskWarnings = lazy(async () => ({ default: (await import('./ask-warnings.tsx')).AskWarnings }));

const loadDialogs = () => import('./author-dialogs.tsx');

/** Whether readers find a story whose author has not said what to expect. */
function lacksWarnings({ warnings, visibility, withheld_at, chapter_count }: Story): boolean {
  const isPublic = visibility !== 'draft' && withheld_at === undefined && chapter_count > 0;
  return warnings === null && isPublic;
}

/** The author's actions on a story, shown only to them, once the session is known. */
export function AuthorActions({ story }: { story: Story }) {
  const [open, setOpen] = useState<AuthorWindow>();
  // Loaded dialogs stay mounted, so that they can animate when closing.
  const [Dialogs, setDialogs] = useState<ComponentType<AuthorDialogsProps>>();
  const { press, waitingProps } = useLoadOnClick(loadDialogs);

  function show(window: AuthorWindow) {
    press((module) => {
      setDialogs(() => module.AuthorDialogs);
      setOpen(window);
    });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
    <div role="group" aria-label="Your story" className={styles.actions}>
      {story.visibility === 'public' ? null : (
        <p className={styles.visibility}>
          <strong>{visibilities[story.visibility].label}.</strong> {visibilities[story.visibility].hint}
        </p>
      )}
      {story.visibility === 'draft' ? (
        <Button
          size="small"
          variant="primary"
          aria-haspopup="dialog"
          {...waitingProps}
          onClick={() => show('publish')}
        >
          Publish…
        </Button>
      ) : null}
      <ButtonLink size="small" href={urls.editStory(story.slug)}>
        Edit Story
      </ButtonLink>
      <ButtonLink size="small" href={urls.addChapter(story.slug)}>
        Add Chapter
      </ButtonLink>
      <ButtonLink size="small" href={urls.storyStatistics(story.slug)}>
        Statistics
      </ButtonLink>
      <Suspense>
        <DownloadStory story={story} />
      </Suspense>
      <Button size="small" aria-haspopup="dialog" {...waitingProps} onClick={() => show('synopsis')}>
        Edit Synopsis
      </Button>
      <Button
        size="small"
        variant="cautious"
        className={styles.delete}
        aria-haspopup="dialog"
        {...waitingProps}
        onClick={() => show('delete')}
      >
        Delete Story
      </Button>
      <UnpublishedChapters story={story} />
      {lacksWarnings(story) ? (
        <Suspense>
          <AskWarnings story={story} />
        </Suspense>
      ) : null}
      {Dialogs === undefined ? null : (
        <Dialogs story={story} open={open} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}
