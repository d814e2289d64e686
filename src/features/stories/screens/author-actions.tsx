import { lazy, Suspense, useState } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import type { Story } from '../contract.ts';
import styles from './author-actions.module.css';

const AuthorDialogs = lazy(async () => ({
  default: (await import('./author-dialogs.tsx')).AuthorDialogs,
}));

export type AuthorWindow = 'synopsis' | 'delete';

/** What a story's author can do with it. Only they see it, once the page knows who they are. */
export function AuthorActions({ story }: { story: Story }) {
  const [open, setOpen] = useState<AuthorWindow>();
  // Once fetched they stay, so that they can close gently.
  const [isFetched, setFetched] = useState(false);

  function show(window: AuthorWindow) {
    setFetched(true);
    setOpen(window);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
    <div role="group" aria-label="Your story" className={styles.actions}>
      <ButtonLink size="small" href={urls.editStory(story.slug)}>
        Edit Story
      </ButtonLink>
      <ButtonLink size="small" href={urls.addChapter(story.slug)}>
        Add Chapter
      </ButtonLink>
      <Button size="small" aria-haspopup="dialog" onClick={() => show('synopsis')}>
        Edit Synopsis
      </Button>
      <Button size="small" aria-haspopup="dialog" onClick={() => show('delete')}>
        Delete Story
      </Button>
      {isFetched ? (
        <Suspense>
          <AuthorDialogs story={story} open={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </div>
  );
}
