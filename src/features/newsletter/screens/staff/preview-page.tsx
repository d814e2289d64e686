import type { PageMeta } from '#base/page-meta.ts';
import { FailedNotice } from '#features/moderation/parts/failed-notice.tsx';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { previewMessages, previewNewsletter } from '../../contract/preview.ts';
import styles from './preview-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Newsletter',
    description: 'The letter as it would go out now.',
    isHidden: true,
  };
}

export function PreviewPage() {
  const loaded = useLoaded('preview', () => callApi(previewNewsletter, {}));
  return (
    <ModerationFrame
      title="Newsletter"
      lead="The letter as it would go out now to somebody who wants all news. It goes out on Fridays at 17:00 UTC, and not at all when there is nothing new."
    >
      {loaded.status === 'loading' ? (
        <Skeleton label="Loading the letter" className={styles.letter}>
          <SkeletonText lines={1} size="title" />
          <SkeletonText lines={12} />
        </Skeleton>
      ) : null}
      {loaded.status === 'failed' ? (
        <FailedNotice error={loaded.error} otherwise={previewMessages.failed} onRetry={loaded.again} />
      ) : null}
      {loaded.status === 'ready' && !loaded.data.has_news ? (
        <Notice kind="empty" title="There is nothing new: no letter would go out." />
      ) : null}
      {loaded.status === 'ready' && loaded.data.has_news ? (
        <article className={styles.letter} aria-labelledby="letter-subject">
          <h2 id="letter-subject">
            <span className={styles.quiet}>Subject</span> {loaded.data.subject}
          </h2>
          {/* As text: the letter's own styles are for mail programs, and this site's policy allows none. */}
          <p className={styles.text}>{loaded.data.text.trim()}</p>
        </article>
      ) : null}
    </ModerationFrame>
  );
}
