import { lazy, Suspense, useState } from 'react';
import { plural } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import styles from './selection-bar.module.css';
import type { SelectionWindow } from './selection-dialogs.tsx';
import type { SeveralChapters } from './several-chapters.ts';

const SelectionDialogs = lazy(async () => ({
  default: (await import('./selection-dialogs.tsx')).SelectionDialogs,
}));

const actions: readonly { name: SelectionWindow; label: string }[] = [
  { name: 'publish', label: 'Publish…' },
  { name: 'move', label: 'Move…' },
  { name: 'volume', label: 'Volume…' },
  { name: 'delete', label: 'Delete…' },
];

/** The actions on the selected chapters, at the foot of the window while there are any. */
export function SelectionBar({ several, onClear }: { several: SeveralChapters; onClear: () => void }) {
  const [open, setOpen] = useState<SelectionWindow>();
  const [isFetched, setFetched] = useState(false);
  const count = several.selected.length;
  return (
    <>
      {count === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
        <div role="group" aria-label="Selected chapters" className={styles.bar}>
          <p className={styles.count}>{plural(count, 'chapter')} selected</p>
          <div className={styles.actions}>
            {actions.map(({ name, label }) => (
              <Button
                key={name}
                size="small"
                variant={name === 'publish' ? 'primary' : 'quiet'}
                aria-haspopup="dialog"
                onClick={() => {
                  setFetched(true);
                  setOpen(name);
                }}
              >
                {label}
              </Button>
            ))}
            <Button size="small" onClick={onClear}>
              Clear
            </Button>
          </div>
        </div>
      )}
      {isFetched ? (
        <Suspense>
          <SelectionDialogs several={several} open={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
