import { escapeHtml } from '#base/text.ts';
import { EditConflict } from '../../components/edit-conflict.tsx';
import { CONTENT, type Writing } from '../writing/use-writing.ts';
import { DraftRecovery, type DraftRecoveryProps } from './draft-recovery.tsx';
import type { Draft, DraftValues } from './drafts.ts';

export type OfferedDraftsProps = Pick<DraftRecoveryProps, 'basedOn' | 'describe'> & {
  writing: Writing;
  /** False while the form has another message about its texts, such as a conflict with what is saved. */
  isShown?: boolean;
  /** The author keeps their text over one that was saved meanwhile, with its updated_at. */
  onReplaceSaved?: (updatedAt: string) => void;
};

/** The drafts of a form: those left behind, and one that another tab or device is writing. */
export function OfferedDrafts({ writing, isShown = true, onReplaceSaved, ...recovery }: OfferedDraftsProps) {
  const { draft, restore, readValues } = writing;
  const { conflict } = draft;

  function keepMine({ basedOn, savedAt }: Draft) {
    // Only a saved text is its own base.
    if (basedOn === savedAt) onReplaceSaved?.(savedAt);
    draft.keepMine();
  }

  function takeTheirs(theirs: Draft) {
    draft.storeCopy();
    restore(theirs);
  }

  return (
    <>
      <DraftRecovery
        {...recovery}
        drafts={isShown ? draft.recoverable : []}
        onRestore={restore}
        onDiscard={draft.discard}
      />
      {!isShown || conflict === undefined ? null : (
        <EditConflict
          isDraft
          mine={comparedText(readValues())}
          theirs={{ ...comparedText(conflict.values), updated_at: conflict.savedAt }}
          onSaveMine={() => keepMine(conflict)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
    </>
  );
}

/** A form without an editor compares the synopsis. */
function comparedText({ title = '', synopsis = '', [CONTENT]: content }: DraftValues) {
  return { title, content: content ?? `<p>${escapeHtml(synopsis)}</p>` };
}
