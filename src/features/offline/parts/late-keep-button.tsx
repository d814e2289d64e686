import { Late } from '#ui/late.tsx';
import type { KeepButtonProps } from '../components/keep-button.tsx';
import styles from './late-keep-button.module.css';

const load = () => import('../components/keep-button.tsx').then(({ KeepButton }) => KeepButton);

/**
 * The button that keeps a story on this device, loaded after the page. Its room is an item of the row itself, because a share
 * of a wrapper's width would be nothing while it is empty.
 */
export function LateKeepButton(props: KeepButtonProps) {
  return <Late load={load} props={props} className={`needs-script ${styles.room}`} />;
}
