import { useState } from 'react';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { plural } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import { formatDayAndTime } from '#ui/dates.ts';
import { Row, RowFacts } from '#ui/rows.tsx';
import type { TrashEntry } from '../contract.ts';
import { entryTitle } from './entry-title.ts';
import styles from './own-trash.module.css';

type TrashRowProps = { entry: TrashEntry; onRestore: () => Promise<void>; onDelete: () => void };

/** A deleted story or chapter: what it is, how long it stays, and what can be done. */
export function TrashRow({ entry, onRestore, onDelete }: TrashRowProps) {
  const [isBusy, setBusy] = useState(false);
  const isChapter = entry.kind === 'chapter';
  const title = entryTitle(entry);
  const waits = isChapter && entry.is_story_deleted;
  const daysLeft = Math.max(0, Math.ceil((Date.parse(entry.expires_at) - Date.now()) / DAY_MILLISECONDS));

  async function restore() {
    setBusy(true);
    await onRestore();
    setBusy(false);
  }

  return (
    <Row
      actions={
        <>
          {waits ? null : (
            <Button
              size="small"
              busy={isBusy}
              busyText="Restoring..."
              aria-label={`Restore ${title}`}
              onClick={restore}
            >
              Restore
            </Button>
          )}
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={`Delete permanently: ${title}`}
            onClick={onDelete}
          >
            Delete permanently
          </Button>
        </>
      }
    >
      <h2 className={styles.title}>{title}</h2>
      <RowFacts>
        {isChapter
          ? `Chapter of “${entry.story_title}”`
          : `Story, ${plural(entry.chapter_count ?? 0, 'chapter')}`}
        , {plural(entry.word_count, 'word')}
      </RowFacts>
      <RowFacts>
        Deleted {formatDayAndTime(entry.deleted_at)}, {plural(daysLeft, 'day')} left
      </RowFacts>
      {waits ? <RowFacts>Restore its story first.</RowFacts> : null}
    </Row>
  );
}
