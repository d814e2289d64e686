import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { StaffNotesProps } from './staff-notes.tsx';

const StaffNotes = lazy(async () => ({ default: (await import('./staff-notes.tsx')).StaffNotes }));

export type StaffNotesButtonProps = Pick<StaffNotesProps, 'about' | 'isAdmin'> & {
  /** The name of the person or story, in the dialog and for those who hear the button. */
  name: string;
};

/** Opens the notes of the staff about somebody or something. */
export function StaffNotesButton({ about, name, isAdmin }: StaffNotesButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Notes
        <span className="visually-hidden"> about {name}</span>
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={`Notes about ${name}`} initialFocus="title">
        {isOpen ? (
          <Suspense fallback={<p>Loading...</p>}>
            <StaffNotes about={about} isAdmin={isAdmin} />
          </Suspense>
        ) : null}
      </Dialog>
    </>
  );
}
