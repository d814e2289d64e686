import { CloseIcon } from './icons.tsx';
import { List } from './list.tsx';
import styles from './removable-chips.module.css';

type RemovableChip = {
  label: string;
  /** The name of its link: 'Remove the tag garden'. */
  removes: string;
  /** The address without it. */
  href: string;
};

export type RemovableChipsProps = {
  label: string;
  chips: readonly RemovableChip[];
  /** The link that removes all of them. */
  clear: { label: string; href: string };
};

/** The parts that narrow a list; a click removes one. */
export function RemovableChips({ label, chips, clear }: RemovableChipsProps) {
  return (
    <div className={styles.row}>
      <List aria-label={label} className={styles.chips}>
        {chips.map((chip) => (
          <li key={chip.removes}>
            <a className={styles.chip} href={chip.href} aria-label={chip.removes} rel="nofollow">
              {chip.label}
              <CloseIcon size={14} />
            </a>
          </li>
        ))}
      </List>
      <a className={styles.clear} href={clear.href}>
        {clear.label}
      </a>
    </div>
  );
}
