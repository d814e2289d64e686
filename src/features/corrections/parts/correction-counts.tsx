import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { List } from '#ui/list.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { correctionMessages, countCorrections } from '../contract.ts';
import styles from './correction-counts.module.css';

/** The chapters with corrections that the author has not decided about. */
export function CorrectionCounts({ story }: { story: { id: number; slug: string } }) {
  const id = String(story.id);
  const loaded = useLoaded(id, async () => (await callApi(countCorrections, { id })).chapters);
  if (loaded.status === 'failed')
    return (
      <FailedNotice error={loaded.error} otherwise={correctionMessages.loadFailed} onRetry={loaded.reload} />
    );
  if (loaded.status === 'loading') return null;
  if (loaded.data.length === 0) return <p className={styles.quiet}>No corrections are waiting for you.</p>;
  return (
    <List className={styles.list} aria-label="Corrections by chapter">
      {loaded.data.map((chapter) => (
        <li key={chapter.id} className={styles.row}>
          <a href={urls.editChapter(story.slug, chapter.id)}>{chapter.title}</a>
          <span className={styles.quiet}>{plural(chapter.correction_count, 'correction')}</span>
        </li>
      ))}
    </List>
  );
}
