import type { PageMeta } from '#base/page-meta.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
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
      lead="The letter as it would go out now to somebody who wants everything. It goes out on Fridays at 17:00 UTC, and not at all when there is nothing new."
    >
      <LoadedPart
        loaded={loaded}
        label="Loading the letter"
        failed={previewMessages.failed}
        waiting={
          <>
            <SkeletonText lines={1} size="title" />
            <SkeletonText lines={12} />
          </>
        }
        waitingClass={styles.letter}
        empty={({ has_news }) => (!has_news ? 'There is nothing new: no letter would go out.' : undefined)}
      >
        {({ subject, text }) => (
          <article className={styles.letter} aria-labelledby="letter-subject">
            <h2 id="letter-subject">
              <span className={styles.quiet}>Subject</span> {subject}
            </h2>
            {/* Shown as text: this site's policy forbids the inline styles that mail programs need. */}
            <p className={styles.text}>{text.trim()}</p>
          </article>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}
