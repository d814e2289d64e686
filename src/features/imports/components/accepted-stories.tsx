import { useEffect } from 'react';
import type { DataOf } from '#base/contract.ts';
import { plural } from '#base/text.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { acceptImport } from '../contract.ts';
import styles from './import-files.module.css';

export type Accepted = { stories: DataOf<typeof acceptImport>['stories']; message: string };

export function AcceptedStories({ stories, message }: Accepted) {
  // The pressed button is gone, far below this page's beginning.
  useEffect(() => {
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <WritingFrame title={`${plural(stories.length, 'story', 'stories')} imported`}>
      <p role="status">{message}</p>
      <List className={styles.files} aria-label="Imported stories">
        {stories.map(({ id, slug, title }) => (
          <li key={id} className={styles.file}>
            <a className={styles.name} href={urls.story(slug)}>
              {title}
            </a>
            <ButtonLink size="small" href={urls.editStory(slug)} aria-label={`Edit ${title}`}>
              Edit
            </ButtonLink>
          </li>
        ))}
      </List>
      <div className={styles.sending}>
        <ButtonLink variant="primary" href={urls.profile()}>
          Your stories
        </ButtonLink>
        <ButtonLink href={urls.import()}>Import more</ButtonLink>
      </div>
    </WritingFrame>
  );
}
