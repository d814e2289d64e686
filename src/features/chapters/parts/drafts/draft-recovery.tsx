import { useState } from 'react';
import { excerpt } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatMoment } from '#ui/dates.ts';
import { Notice } from '#ui/notice.tsx';
import styles from './draft-recovery.module.css';
import type { Draft, DraftValues } from './drafts.ts';

const EXCERPT_CHARACTERS = 160;

export type DraftRecoveryProps = {
  drafts: Draft[];
  /** The updated_at of the stored text. */
  basedOn?: string | undefined;
  /** A plain text that tells one draft from another. */
  describe: (values: DraftValues) => string;
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
};

/** Offers drafts left behind here, to be restored or discarded. */
export function DraftRecovery({ drafts, basedOn, describe, onRestore, onDiscard }: DraftRecoveryProps) {
  const [discarding, setDiscarding] = useState<Draft>();
  if (drafts.length === 0) return null;
  return (
    <div className={styles.offers}>
      {drafts.map((draft) => (
        <Notice
          key={draft.key}
          kind="info"
          title={`You have unsaved text from ${formatMoment(draft.savedAt)}.`}
          action={
            <div className={styles.actions}>
              <Button variant="primary" size="small" onClick={() => onRestore(draft)}>
                Restore
              </Button>
              <Button size="small" onClick={() => setDiscarding(draft)}>
                Discard
              </Button>
            </div>
          }
        >
          <p className={styles.excerpt}>{excerpt(describe(draft.values), EXCERPT_CHARACTERS)}</p>
          {draft.basedOn === basedOn ? null : <p>The story has been saved since; this copy is older.</p>}
        </Notice>
      ))}
      <ConfirmDialog
        open={discarding !== undefined}
        onOpenChange={(open) => open || setDiscarding(undefined)}
        title="Discard this text?"
        text="It was never saved and can’t be recovered."
        confirmLabel="Discard"
        cancelLabel="Keep it"
        danger
        onConfirm={() => {
          if (discarding !== undefined) onDiscard(discarding);
          setDiscarding(undefined);
        }}
      />
    </div>
  );
}
