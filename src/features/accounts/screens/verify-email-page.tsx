import { useEffect, useRef, useState } from 'react';
import { isApiError, UNREADABLE_ANSWER } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { urls } from '#urls.ts';
import { ActionResultPage } from '../components/action-result-page.tsx';
import { accountMessages, verifyEmail } from '../contract/accounts.ts';
import { getProfile } from '../contract/session.ts';
import { currentSession, rememberUser, useSession } from '../parts/session.ts';

export function meta(): PageMeta {
  return {
    title: 'Verify your email address',
    description: 'The link in our email leads here, to confirm that the address is yours.',
    canonical: urls.verifyEmail(),
    isHidden: true,
  };
}

const SECRET_QUERY_NAMES = ['token'];

type Result = { kind: 'waiting' } | { kind: 'done' } | { kind: 'failed'; message: string };

export function VerifyEmailPage() {
  const [link] = useSecretQuery(SECRET_QUERY_NAMES);
  const { status } = useSession();
  const [result, setResult] = useState<Result>({ kind: 'waiting' });
  const token = link && (link.token ?? '');
  const requestedToken = useRef<string>(undefined);

  // Script verifies, not the link itself, because mail scanners open links before people do.
  useEffect(() => {
    if (token === undefined || requestedToken.current === token) return;
    requestedToken.current = token;
    setResult({ kind: 'waiting' });
    void verify(token).then((verification) => {
      if (requestedToken.current === token) setResult(verification);
    });
  }, [token]);

  if (result.kind === 'waiting') {
    return <ActionResultPage title="Verifying your address" text="One moment, please." isWaiting />;
  }
  const home = <ButtonLink href={urls.home()}>Return Home</ButtonLink>;
  if (result.kind === 'failed') {
    return (
      <ActionResultPage
        title="Verification Failed"
        text={result.message}
        actions={
          <>
            <ButtonLink variant="primary" href={urls.profile()}>
              Try Again
            </ButtonLink>
            {home}
          </>
        }
      />
    );
  }
  return (
    <ActionResultPage
      title="Verification Successful!"
      text={accountMessages.verified}
      actions={
        <>
          {status === 'in' ? (
            <ButtonLink variant="primary" href={urls.profile()}>
              Go to Profile
            </ButtonLink>
          ) : (
            <ButtonLink variant="primary" href={urls.login()}>
              Log In
            </ButtonLink>
          )}
          {home}
        </>
      }
    />
  );
}

async function verify(token: string): Promise<Result> {
  if (token === '') return { kind: 'failed', message: accountMessages.verifyNoToken };
  try {
    await callApi(verifyEmail, { token });
  } catch (error) {
    if (!isApiError(error)) {
      reportError(error);
      return { kind: 'failed', message: accountMessages.verifyError };
    }
    const hasNoMessage = error.code === UNREADABLE_ANSWER;
    return { kind: 'failed', message: hasNoMessage ? accountMessages.verifyFailed : error.message };
  }
  // The link does not say whose address it was; it may not belong to the signed-in user.
  if (currentSession().status === 'in') {
    await callApi(getProfile, {})
      .then(rememberUser)
      .catch(() => undefined);
  }
  return { kind: 'done' };
}
