import { Late } from '#ui/late.tsx';
import styles from './late-shelf-button.module.css';
import type { ShelfButtonProps } from './shelf-button.tsx';

const load = () => import('./shelf-button.tsx').then(({ ShelfButton }) => ShelfButton);

/** The shelf button, loaded after the page. */
export function LateShelfButton(props: ShelfButtonProps) {
  return <Late load={load} props={props} className={styles.room} />;
}
