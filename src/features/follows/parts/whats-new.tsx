import { useSession } from '#features/accounts/parts/session.ts';
import { Late } from '#ui/late.tsx';
import styles from './whats-new.module.css';

const load = () =>
  import('../components/whats-new-stories.tsx').then(({ WhatsNewStories }) => WhatsNewStories);

/**
 * The stories with new chapters of this week among those that a signed-in reader follows. The page is the same for
 * everyone: boot.ts says before the first paint that somebody is signed in and had news at the last visit, and the room is as
 * high whatever comes. It comes and goes with the next visit.
 */
export function WhatsNew() {
  const isSignedIn = useSession().status === 'in';
  return (
    <section className={styles.room} aria-label="What is new" data-loads-later="">
      {isSignedIn ? <Late load={load} props={{}} className={styles.late} /> : null}
    </section>
  );
}
