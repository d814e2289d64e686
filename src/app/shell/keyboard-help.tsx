import { type ComponentType, useState } from 'react';
import { useShortcut } from '#ui/use-shortcut.ts';
import type { KeyboardDialogProps } from './keyboard-dialog.tsx';

/** Opens the list of keys by `?`. The editor, where there is one, has a list of its own. */
export function KeyboardHelp() {
  const [Dialog, setDialog] = useState<ComponentType<KeyboardDialogProps>>();
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', () => {
    if (document.querySelector('[contenteditable="true"]') !== null) return;
    setOpen(true);
    import('./keyboard-dialog.tsx').then(
      ({ KeyboardDialog }) => setDialog(() => KeyboardDialog),
      () => setOpen(false),
    );
  });
  return Dialog === undefined ? null : <Dialog open={isOpen} onClose={() => setOpen(false)} />;
}
