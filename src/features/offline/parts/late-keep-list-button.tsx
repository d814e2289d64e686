import { Late } from '#ui/late.tsx';
import type { KeepListButtonProps } from '../components/keep-list-button.tsx';
import styles from './late-keep-list-button.module.css';

const load = () => import('../components/keep-list-button.tsx').then(({ KeepListButton }) => KeepListButton);

/** The button that keeps the stories of a reading list, loaded after the page. */
export function LateKeepListButton(props: KeepListButtonProps) {
  return <Late load={load} props={props} className={`needs-script no-print ${styles.room}`} />;
}
