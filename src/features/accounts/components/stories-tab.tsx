import { MySeries } from '#features/series/parts/my-series.tsx';
import { MyStories } from '#features/stories/parts/my-stories.tsx';
import { ActionBar } from '#ui/action-bar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import styles from './profile-section.module.css';

export function StoriesTab({ accountId }: { accountId: number | undefined }) {
  return (
    <div className={styles.collections}>
      <section aria-labelledby="stories-title" className={styles.collection}>
        <ActionBar>
          <h2 id="stories-title">My Stories</h2>
          <div className={styles.actions}>
            <ButtonLink href={urls.import()}>Import</ButtonLink>
            <ButtonLink href={urls.createStory()}>New Story</ButtonLink>
          </div>
        </ActionBar>
        <MyStories accountId={accountId} />
        <p className={styles.text}>
          <a href={urls.receivedComments()}>Comments on your stories</a> are in one place. Deleted something?
          It may still be in your <a href={urls.trash()}>trash</a>. <a href={urls.notes()}>Private notes</a>{' '}
          and <a href={urls.corrections()}>corrections that you have sent</a> have pages of their own.
        </p>
      </section>
      <MySeries />
    </div>
  );
}
