import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { accountMessages, resendVerification } from '../contract/accounts.ts';
import type { User } from '../contract/session.ts';
import { SuspendedNotice } from '../parts/suspended-notice.tsx';
import styles from '../screens/profile-page.module.css';

/** The name of the profile's owner, and a reminder to verify the address, except on the tab that verifies it. */
export function ProfileHeader({ user, mayRemind }: { user: User; mayRemind: boolean }) {
  const name = user.profile.display_name || user.username;
  return (
    <>
      <header className={styles.header}>
        <AuthorAvatar name={name} />
        <div className={styles.owner}>
          <h1 className={styles.title}>Your profile</h1>
          <p className={styles.line}>
            {name === user.username ? null : <span className={styles.name}>{name}</span>}{' '}
            <a className={styles.public} href={urls.author(user.username)}>
              @{user.username}
            </a>{' '}
            <span className={styles.since}>
              Member since <time dateTime={user.created_at}>{formatDate(user.created_at)}</time>
            </span>
          </p>
        </div>
      </header>
      <SuspendedNotice />
      {mayRemind && user.email !== '' && user.email_verified !== 1 ? (
        <Notice kind="info" title="Your email address is not verified yet." action={<SendVerificationLink />}>
          Open the link that we have sent to {user.email}: then your stories appear in the lists, and you can
          log in by email or reset a forgotten password.
        </Notice>
      ) : null}
    </>
  );
}

function SendVerificationLink() {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      await callApi(resendVerification, {});
      toast.show({ kind: 'success', message: accountMessages.resent });
    } catch (error) {
      const isLimited = isApiError(error) && error.status === 429;
      toast.show({ kind: 'error', message: isLimited ? error.message : accountMessages.resendError });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="small" busy={isBusy} busyText="Sending..." onClick={send}>
      Send the link again
    </Button>
  );
}
