import { useSession } from '#features/accounts/parts/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import styles from './home-new-story.module.css';

/** The link for signed-in readers; it appears after the page, which is the same for everyone, and shifts nothing. */
export function HomeNewStory() {
  const { status } = useSession();
  return (
    <div className={styles.place}>
      {status === 'in' ? (
        <ButtonLink size="small" href={urls.createStory()}>
          New Story
        </ButtonLink>
      ) : null}
    </div>
  );
}
