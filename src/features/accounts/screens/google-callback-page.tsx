import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError, UNREADABLE_ANSWER } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { type SecretQuery, useSecretQuery } from '#ui/secret-query.ts';
import type { ToastMessage } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { Outcome } from '../components/action-result-page.tsx';
import { type GoogleTrip, takeTrip } from '../components/google-flow.ts';
import { accountMessages } from '../contract/accounts.ts';
import { finishGoogle, finishGoogleLink } from '../contract/google.ts';
import { beginSession, rememberUser } from '../parts/session.ts';

export function meta(): PageMeta {
  return {
    title: 'Back from Google',
    description: 'Where you return after signing in with Google.',
    canonical: urls.googleCallback(),
    isHidden: true,
  };
}

const TAKEN = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'scope',
  'authuser',
  'prompt',
];

type Arrival = { to: string; notification?: ToastMessage } | { trip: GoogleTrip; problem: string };

export function GoogleCallbackPage() {
  const [answer] = useSecretQuery(TAKEN);
  const navigate = useNavigate();
  const [failed, setFailed] = useState<Extract<Arrival, { problem: string }>>();
  const isDone = useRef(false);

  useEffect(() => {
    if (answer === undefined || isDone.current) return;
    isDone.current = true;
    void arrive(answer).then((arrival) => {
      if ('problem' in arrival) {
        setFailed(arrival);
        return;
      }
      const { to, notification } = arrival;
      void navigate(to, { replace: true, ...(notification && { state: { notification } }) });
    });
  }, [answer, navigate]);

  if (failed === undefined) return <Outcome title="Signing you in" text="One moment, please." isWaiting />;
  const back = failed.trip.purpose === 'link' ? urls.profile('settings') : urls.login(failed.trip.returnTo);
  return (
    <Outcome
      title={accountMessages.googleFailed}
      text={
        failed.problem === accountMessages.googleFailed
          ? 'Nothing was changed. Please try again.'
          : failed.problem
      }
      actions={
        <>
          <ButtonLink variant="primary" href={back}>
            Try Again
          </ButtonLink>
          <ButtonLink href={urls.home()}>Return Home</ButtonLink>
        </>
      }
    />
  );
}

/** Sends Google's answer to the server, and returns the page to go to. */
async function arrive({ code, state, iss }: SecretQuery): Promise<Arrival> {
  const trip = takeTrip();
  // Google refused, or the address was opened by hand.
  if (!code || !state) return { trip, problem: accountMessages.googleFailed };
  try {
    if (trip.purpose === 'link') {
      rememberUser(await callApi(finishGoogleLink, { code, state, iss }));
      return {
        to: urls.profile('settings'),
        notification: { kind: 'success', message: 'Google is linked. You can sign in with it from now on.' },
      };
    }
    const session = await callApi(finishGoogle, { code, state, iss });
    if (!beginSession(session)) return { trip, problem: accountMessages.googleInvalidUser };
    const isNew = !session.user.username_chosen;
    return {
      to: trip.returnTo ?? urls.home(),
      ...(isNew && {
        notification: { kind: 'success', message: 'Welcome. You can choose your username in your profile.' },
      }),
    };
  } catch (error) {
    if (isApiError(error)) {
      const isWordless = error.code === UNREADABLE_ANSWER;
      return { trip, problem: isWordless ? accountMessages.googleFailed : error.message };
    }
    reportError(error);
    return { trip, problem: accountMessages.googleError };
  }
}
