import { type ReactNode, useState } from 'react';
import { plural } from '#base/text.ts';
import { TRASH_PROMISE } from '#features/stories/contract/trash.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { severalMessages } from '../../contract/several-chapters.ts';
import { chapterTitle } from '../../parts/chapter-title.ts';
import { MoveForm } from './move-form.tsx';
import { PublishForm } from './publish-form.tsx';
import type { SeveralChapters } from './several-chapters.ts';
import { VolumeForm } from './volume-form.tsx';

export type SelectionWindow = 'publish' | 'move' | 'volume' | 'delete';

export type SelectionDialogsProps = {
  several: SeveralChapters;
  open: SelectionWindow | undefined;
  onClose: () => void;
};

const forms = { publish: PublishForm, move: MoveForm, volume: VolumeForm };
const titles = { publish: 'Publish', move: 'Move', volume: 'Set the volume of' };

/** The windows in which the selected chapters are changed. */
export function SelectionDialogs({ several, open, onClose }: SelectionDialogsProps) {
  // The window keeps its form while it fades out.
  const [shown, setShown] = useState<keyof typeof forms>('publish');
  if (open !== undefined && open !== 'delete' && open !== shown) setShown(open);
  const SelectionForm = forms[shown];
  const count = plural(several.selected.length, 'chapter');
  return (
    <>
      <Dialog
        open={open === shown}
        onOpenChange={(isOpen) => isOpen || onClose()}
        title={`${titles[shown]} ${count}`}
      >
        {open === shown ? <SelectionForm several={several} onClose={onClose} /> : null}
      </Dialog>
      <DeleteDialog
        title={`Delete ${count}`}
        question={`Are you sure you want to delete ${namesOf(several)}?`}
        promise={TRASH_PROMISE}
        open={open === 'delete'}
        onClose={onClose}
        onDelete={async () => {
          await several.remove();
          onClose();
        }}
        failed={(reason) => reason ?? severalMessages.deleteFailed}
      />
    </>
  );
}

const NAMED = 5;

/** The titles of the selected chapters, of many only the first ones. */
function namesOf({ selected }: SeveralChapters): ReactNode & string {
  const names = selected.slice(0, NAMED).map((chapter) => `“${chapterTitle(chapter)}”`);
  const rest = selected.length - names.length;
  if (rest > 0) return `${names.join(', ')} and ${plural(rest, 'more chapter')}`;
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}
