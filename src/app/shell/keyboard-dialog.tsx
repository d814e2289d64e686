import { Dialog } from '#ui/dialog.tsx';
import { urls } from '#urls.ts';
import styles from './keyboard-dialog.module.css';

const KEYS: [keys: string[], effect: string][] = [
  [['/'], 'Search'],
  [['←', '→'], 'The chapter before, the next one'],
  [['Shift', 'Shift', 'Shift'], 'Leave the site at once'],
  [['Esc'], 'Close a window'],
  [['?'], 'This list'],
];

export type KeyboardDialogProps = { open: boolean; onClose: () => void };

/** The keys of every page. */
export function KeyboardDialog({ open, onClose }: KeyboardDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Keyboard shortcuts">
      <dl>
        {KEYS.map(([keys, effect]) => (
          <div key={effect} className={styles.shortcut}>
            <dt>{effect}</dt>
            <dd className={styles.keys}>
              {keys.map((key, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the keys never change
                <kbd key={at}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.more}>
        <a href={`${urls.help()}#keyboard`}>More about the keyboard</a>
      </p>
    </Dialog>
  );
}
