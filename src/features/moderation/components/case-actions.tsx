import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import type { CaseDetail } from '../contract/cases.ts';
import { type CaseAction, caseActionLabels } from '../contract/moderation.ts';
import styles from './case-view.module.css';
import type { WrittenDecision } from './decision-dialog.tsx';

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
  // A closed dialog keeps its texts, each action its own: the reason for hiding a story is mailed, that for dismissing is not.
  const written = useRef<Partial<Record<CaseAction, WrittenDecision>>>({});
  if (moderationCase.actions.length === 0) return null;

  function writtenFor(chosen: CaseAction): WrittenDecision {
    written.current[chosen] ??= { passage: '', note: '' };
    return written.current[chosen];
  }

  function openDialog(chosen: CaseAction) {
    // Text that the moderator selected is most likely the passage at issue.
    const selected = window.getSelection()?.toString().trim() ?? '';
    if (selected !== '') writtenFor(chosen).passage = selected;
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
            written={writtenFor(action)}
            onClose={() => setAction(undefined)}
            onDecided={(after) => {
              setAction(undefined);
              written.current = {};
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
