import { Late } from '#ui/late.tsx';
import type { FollowButtonProps } from '../components/follow-button.tsx';
import styles from './late-follow-button.module.css';

const load = () => import('../components/follow-button.tsx').then(({ FollowButton }) => FollowButton);

/** The follow button, loaded after the page. Another thing on the same page has a button of its own. */
export function LateFollowButton(props: FollowButtonProps) {
  const { kind, id, query } = props.of;
  return (
    <Late
      key={`${kind} ${id ?? query}`}
      load={load}
      props={props}
      className={`needs-script no-print ${styles.room}`}
    />
  );
}
