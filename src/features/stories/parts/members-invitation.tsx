import { useRetryWhenSignedIn } from '#features/accounts/parts/use-retry-when-signed-in.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import styles from './members-invitation.module.css';

/**
 * The place of a text that only members read. The page is the same for everyone: the browser of a signed-in reader
 * fetches the text with its token, and hides the invitation from the first paint (boot.ts).
 */
export function MembersInvitation({ path }: { path: string }) {
  useRetryWhenSignedIn(true);
  return (
    <div className={styles.place}>
      <Notice
        kind="info"
        title="This story is for members."
        className={styles.invitation}
        action={
          <div className={styles.ways}>
            <ButtonLink variant="primary" href={urls.login(path)}>
              Log in to read it
            </ButtonLink>
            <ButtonLink href={urls.register(path)}>Register</ButtonLink>
          </div>
        }
      >
        Its text is for people who have an account.
      </Notice>
    </div>
  );
}
