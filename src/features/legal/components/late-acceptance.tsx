import { useSession } from '#features/accounts/parts/session.ts';
import { Late } from '#ui/late.tsx';
import styles from './late-acceptance.module.css';

const load = () => import('./acceptance.tsx').then(({ Acceptance }) => Acceptance);

/** The acceptance of a member, below the terms; the page is the same for everyone, and has room for it if signed in. */
export function LateAcceptance({ version }: { version: string }) {
  const isSignedIn = useSession().status === 'in';
  return (
    <section
      id="acceptance-of-members"
      className={styles.room}
      aria-labelledby="acceptance-of-members-title"
      data-loads-later=""
    >
      <h2 id="acceptance-of-members-title" className={styles.title}>
        Your acceptance
      </h2>
      <div className={styles.words}>
        {isSignedIn ? <Late load={load} props={{ version }} className={styles.late} /> : null}
      </div>
    </section>
  );
}
