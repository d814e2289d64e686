import { useEffect } from 'react';
import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { writeEntry } from '#ui/browser-storage.ts';
import { List } from '#ui/list.tsx';
import { StretchedLink } from '#ui/stretched-link.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { getUpdates, updateMessages } from '../contract/updates.ts';
import styles from './whats-new-stories.module.css';

const MAX_STORIES = 3;
const WEEK_MILLISECONDS = 7 * 86_400_000;

const readNews = () =>
  callApi(getUpdates, {
    limit: MAX_STORIES,
    since: new Date(Date.now() - WEEK_MILLISECONDS).toISOString(),
  });

/** The stories with new chapters of this week, in one row. */
export function WhatsNewStories() {
  return (
    <>
      <div className={styles.head}>
        <p className={styles.label}>What is new</p>
        <a className={styles.all} href={urls.updates()}>
          All updates
        </a>
      </div>
      <Stories />
    </>
  );
}

function Stories() {
  const { status, data } = useLoaded('news', readNews);
  const hasNews = data === undefined ? undefined : data.stories.length > 0;
  useEffect(() => {
    if (hasNews === undefined) return;
    writeEntry('hasNews', hasNews ? 'true' : undefined);
    // The room changes once the reader has left this page, so that nothing moves under their eyes.
    return () => {
      document.documentElement.toggleAttribute('data-news', hasNews);
    };
  }, [hasNews]);
  if (status === 'loading') return null;
  if (data === undefined || data.stories.length === 0)
    return (
      <p className={styles.nothing}>
        {data === undefined ? `${updateMessages.loadFailed}.` : 'Nothing this week in what you follow.'}
      </p>
    );
  return (
    <List className={styles.list} aria-label="Stories with new chapters">
      {data.stories.map(({ story, chapters: [first], new_chapters }) => (
        <li key={story.id} className={styles.entry}>
          <StretchedLink
            className={styles.link}
            href={first === undefined ? urls.story(story.slug) : urls.chapter(story.slug, first.id)}
          >
            <span className={styles.title}>{story.title}</span>
            <span className={styles.what}>
              {plural(new_chapters, 'new chapter')} by {story.author_display_name}
            </span>
          </StretchedLink>
        </li>
      ))}
    </List>
  );
}
