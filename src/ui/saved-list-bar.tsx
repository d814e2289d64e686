import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import styles from './saved-list-bar.module.css';
import type { SavedList } from './use-saved-list.ts';

export type SavedListBarProps = { title: string; titleId: string; list: SavedList };

/** The heading of a list that is saved after each change: whether it is saved, and the way back. */
export function SavedListBar({ title, titleId, list }: SavedListBarProps) {
  return (
    <>
      <div className={styles.bar}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p className={styles.state} role="status">
          {list.state}
        </p>
        {list.canUndo ? (
          <Button size="small" onClick={list.undo}>
            Undo
          </Button>
        ) : null}
      </div>
      {list.error === undefined ? null : (
        <Notice
          kind="error"
          title={list.error}
          action={
            <Button size="small" onClick={list.retry}>
              Try again
            </Button>
          }
        />
      )}
    </>
  );
}
