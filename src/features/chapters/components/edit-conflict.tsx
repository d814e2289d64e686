import { Suspense, useEffect, useRef } from 'react';
import { draftMessages } from '#features/drafts/contract.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { formatMoment } from '#ui/dates.ts';
import { Notice } from '#ui/notice.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { type Chapter, chapterMessages } from '../contract/chapters.ts';
import { chapterLines } from '../parts/editor/parse-html.ts';
import styles from './edit-conflict.module.css';
import type { ComparedText } from './writing/difference-view.tsx';
import { LazyDifferenceView } from './writing/lazy-difference-view.tsx';

export type EditConflictProps = {
  mine: ComparedText;
  theirs: ComparedText & Pick<Chapter, 'updated_at'>;
  /** Whether the two are drafts of which none is saved yet. */
  isDraft?: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
};

/** Shows both texts, and the possible choices, when the chapter was saved elsewhere meanwhile. */
export function EditConflict({ mine, theirs, isDraft = false, onSaveMine, onTakeTheirs }: EditConflictProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A draft is saved while its author types: the caret stays where it is.
    if (isDraft) return;
    // Focuses after the form has moved the focus to its own message.
    const frame = requestAnimationFrame(() => element.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isDraft]);
  return (
    <div ref={element} tabIndex={-1} className={styles.place}>
      <Notice
        kind="error"
        as="h2"
        title={isDraft ? draftMessages.conflict : chapterMessages.editConflict}
        className={styles.conflict}
        action={
          <div className={styles.actions}>
            <Button variant="primary" onClick={onSaveMine}>
              {isDraft ? 'Keep my text' : 'Save my text'}
            </Button>
            <CopyButton
              text={() => [mine.title, ...chapterLines(mine.content)].join('\n\n')}
              label="Copy my text"
              copiedMessage="Text copied"
            />
            <Button onClick={onTakeTheirs}>Use the other text</Button>
          </div>
        }
      >
        <div className={styles.body}>
          <p>
            The other text is from {formatMoment(theirs.updated_at)}.{' '}
            {isDraft
              ? 'If you keep yours, it replaces the other.'
              : 'If you save yours, the other is kept as an earlier version.'}{' '}
            If you use the other, yours is kept in this browser.
          </p>
          <Suspense fallback={<SkeletonText lines={6} />}>
            <LazyDifferenceView label="From the other text to mine" before={theirs} after={mine} />
          </Suspense>
        </div>
      </Notice>
    </div>
  );
}
