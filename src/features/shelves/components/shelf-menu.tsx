import { type ComponentType, type ReactNode, useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import {
  READING_STATES,
  type ReadingState,
  readingStateLabels,
} from '#features/reactions/contract/reading-state.ts';
import { useSignedInAction } from '#features/reactions/parts/pending-action.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { CheckIcon, ShelfIcon } from '#ui/icons.tsx';
import { OpenedMenu } from '#ui/opened-menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import { markMessages } from '../contract/marks.ts';
import { setReadingState } from '../parts/set-reading-state.ts';
import type { MarkDialogProps } from './mark-dialog.tsx';
import styles from './shelf-menu.module.css';

const loadDialog = () => import('./mark-dialog.tsx');

export type ShelfMenuProps = {
  story: Pick<Story, 'id' | 'title'>;
  state: ReadingState | null;
  onChanged?: (() => void) | undefined;
  label: string;
  className: string | undefined;
  byKeyboard: boolean;
  children: ReactNode;
};

/** Puts a story on a shelf: its state in one press, everything else in a window that loads then. */
export function ShelfMenu({ story, state, onChanged, children, ...menu }: ShelfMenuProps) {
  const performSignedIn = useSignedInAction();
  const dialog = useLoadOnClick(loadDialog);
  const toast = useToast();
  const { status } = useSession();
  const [Dialog, setDialog] = useState<ComponentType<MarkDialogProps>>();
  const [isOpen, setOpen] = useState(false);

  async function change(to: ReadingState | null, from?: ReadingState | null) {
    try {
      await setReadingState(story.id, to);
    } catch (error) {
      toast.show({ kind: 'error', message: isApiError(error) ? error.message : markMessages.saveFailed });
      return;
    }
    onChanged?.();
    if (from === undefined) return;
    const shelf = to ?? from;
    const title = shelf === null ? '' : readingStateLabels[shelf];
    toast.show({
      kind: 'success',
      message: to === null ? `No longer on “${title}”` : `On your shelf “${title}”`,
      action: { label: 'Undo', run: () => void change(from) },
    });
  }
  function choose(chosen: ReadingState) {
    performSignedIn(
      { kind: 'shelf', storyId: story.id, state: chosen },
      () => void change(chosen === state ? null : chosen, state),
    );
  }
  function openDialog() {
    dialog.press(({ MarkDialog }) => {
      setDialog(() => MarkDialog);
      setOpen(true);
    });
  }
  return (
    <>
      <OpenedMenu
        {...menu}
        align="start"
        items={[
          ...READING_STATES.map((each) => ({
            label: each === state ? `${readingStateLabels[each]} (on this shelf)` : readingStateLabels[each],
            icon: each === state ? <CheckIcon size={18} /> : <span className={styles.gap} />,
            onSelect: () => choose(each),
          })),
          ...(status === 'in'
            ? [{ label: 'Lists, note and rating…', icon: <ShelfIcon size={18} />, onSelect: openDialog }]
            : []),
        ]}
      >
        {children}
      </OpenedMenu>
      {Dialog === undefined ? null : (
        <Dialog story={story} open={isOpen} onClose={() => setOpen(false)} onSaved={onChanged} />
      )}
    </>
  );
}
