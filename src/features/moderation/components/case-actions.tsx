import { lazy, Suspense, useState } from 'react';
import { firstCharacters } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import { deleteDraft, readDraft, saveDraft } from '#ui/form-draft.ts';
import type { CaseDetail } from '../contract/cases.ts';
import { type CaseAction, caseActionLabels, MAX_QUOTED_PASSAGE_CHARACTERS } from '../contract/moderation.ts';
import styles from './case-view.module.css';

const DecisionDialog = lazy(async () => ({
  default: (await import('./decision-dialog.tsx')).DecisionDialog,
}));

type CaseActionsProps = {
  moderationCase: CaseDetail;
  onDecided: (after: CaseDetail) => void;
  /** Called when the case has changed since it was loaded. */
  onConflict: () => void;
};

/** The possible actions on a case, each with a dialog. */
export function CaseActions({ moderationCase, onDecided, onConflict }: CaseActionsProps) {
  const [action, setAction] = useState<CaseAction>();
  if (moderationCase.actions.length === 0) return null;
  // Each action has its own texts: the reason for hiding a story is mailed, that for dismissing is not.
  const draftOf = (each: CaseAction) => `decision:${moderationCase.id}:${each}`;

  function openDialog(chosen: CaseAction) {
    // Text that the moderator selected is most likely the passage at issue.
    const selected = window.getSelection()?.toString().trim() ?? '';
    if (selected !== '') {
      const passage = firstCharacters(selected, MAX_QUOTED_PASSAGE_CHARACTERS);
      saveDraft(draftOf(chosen), { ...readDraft(draftOf(chosen)), passage }, []);
    }
    setAction(chosen);
  }

  return (
    <div className={styles.actions}>
      {moderationCase.actions.map((each) => (
        <Button key={each} onClick={() => openDialog(each)}>
          {caseActionLabels[each]}
        </Button>
      ))}
      {action === undefined ? null : (
        <Suspense>
          <DecisionDialog
            found={moderationCase}
            action={action}
            draft={draftOf(action)}
            onClose={() => setAction(undefined)}
            onDecided={(after) => {
              setAction(undefined);
              for (const each of moderationCase.actions) deleteDraft(draftOf(each));
              onDecided(after);
            }}
            onMovedOn={() => {
              setAction(undefined);
              onConflict();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
