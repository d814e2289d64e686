import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import styles from './profile-section.module.css';

export function StoriesTab() {
  return (
    <section aria-labelledby="stories-title" className={styles.collection}>
      <div className={styles.bar}>
        <h2 id="stories-title">My Stories</h2>
        <ButtonLink href={urls.createStory()}>New Story</ButtonLink>
      </div>
      <Notice
        kind="empty"
        title="You haven't published any stories yet."
        action={
          <ButtonLink variant="primary" href={urls.createStory()}>
            Create Your First Story
          </ButtonLink>
        }
      />
    </section>
  );
}
