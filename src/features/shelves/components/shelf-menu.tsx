import { type ComponentType, type ReactNode, useState } from 'react';
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
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
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
  const { run } = useToastedAction(markMessages.saveFailed);
  const { status } = useSession();
  const [Dialog, setDialog] = useState<ComponentType<MarkDialogProps>>();
  const [isOpen, setOpen] = useState(false);

  const change = (to: ReadingState | null, from?: ReadingState | null) =>
    run(async () => {
      await setReadingState(story.id, to);
      onChanged?.();
      if (from === undefined) return undefined;
      const shelf = to ?? from;
      const title = shelf === null ? '' : readingStateLabels[shelf];
      return {
        message: to === null ? `No longer on “${title}”` : `On your shelf “${title}”`,
        action: { label: 'Undo', run: () => void change(from) },
      };
    });
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
