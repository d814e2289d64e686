import { type ComponentType, useState } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import { Button } from '#ui/button.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import type { RelationDialogProps } from './relation-dialog.tsx';

const loadDialog = () => import('./relation-dialog.tsx');

function preloadDialog(): void {
  // After a failure the press tries again.
  loadDialog().catch(() => undefined);
}

/** Opens the suggestions about a tag, for the signed-in; only they fetch the dialog. */
export function SuggestRelation({ tag }: { tag: string }) {
  const { user } = useSession();
  const { press, waitingProps } = useLoadOnClick(loadDialog);
  const [Dialog, setDialog] = useState<ComponentType<RelationDialogProps>>();
  const [isOpen, setOpen] = useState(false);
  if (user === undefined) return null;
  return (
    <span className="no-print">
      <Button
        size="small"
        aria-haspopup="dialog"
        {...waitingProps}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() =>
          press((module) => {
            setDialog(() => module.RelationDialog);
            setOpen(true);
          })
        }
      >
        Suggest how this tag relates to others
      </Button>
      {Dialog !== undefined && isOpen ? <Dialog tag={tag} onClose={() => setOpen(false)} /> : null}
    </span>
  );
}
