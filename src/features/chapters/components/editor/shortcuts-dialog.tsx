import { Dialog } from '#ui/dialog.tsx';
import { keysShown, shortcutGroups, shortcutKeys } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

/** All keyboard shortcuts of the editor. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Keyboard shortcuts" size="wide">
      <div className={styles.groups}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl>
              {shortcuts.map(([name, label]) => (
                <div key={name} className={styles.shortcut}>
                  <dt>{label}</dt>
                  <dd>
                    <kbd>{keysShown(shortcutKeys[name])}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.more}>
        Outside the text, <kbd>?</kbd> opens this list too. Words between `backticks` become typewriter
        letters, and a line of * * * becomes a scene break.
      </p>
    </Dialog>
  );
}
