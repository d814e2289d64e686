import { plural } from '#base/text.ts';
import { showNewChapters } from '#features/reactions/parts/new-chapters-count.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { markUpdatesRead, updateMessages } from '../contract/updates.ts';
import { unreadCount } from '../parts/unread-count.ts';
import styles from './mark-read.module.css';

export type MarkReadProps = {
  storyId: number;
  /** The last chapter, if readers find one. */
  chapterId: number | undefined;
  count: number;
};

/** The number of new chapters of a story, and the button that marks it as read up to its last. */
export function MarkRead({ storyId, chapterId, count }: MarkReadProps) {
  const { isBusy, run } = useToastedAction(updateMessages.readFailed);

  async function markRead() {
    if (chapterId === undefined) return;
    const isDone = await run(async () => {
      await callApi(markUpdatesRead, { story_id: storyId, chapter_id: chapterId });
      return updateMessages.readUpTo;
    });
    if (!isDone) return;
    unreadCount.forget();
    showNewChapters(storyId, 0);
  }
  return (
    <>
      <span className={styles.count}>{plural(count, 'new chapter')}</span>
      <Button size="small" busy={isBusy} onClick={() => void markRead()}>
        Mark as read
      </Button>
    </>
  );
}
