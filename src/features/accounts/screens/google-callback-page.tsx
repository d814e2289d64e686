import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError, serverReason, UNREADABLE_ANSWER } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { type SecretQuery, useSecretQuery } from '#ui/secret-query.ts';
import type { ToastMessage } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { ActionResultPage } from '../components/action-result-page.tsx';
import { type GoogleFlow, takeGoogleFlow } from '../components/google-flow.ts';
import { asksForSecondFactor, SecondStepPage } from '../components/second-step.tsx';
import { accountMessages, chooseUsername } from '../contract/accounts.ts';
import { finishGoogle, finishGoogleLink } from '../contract/google.ts';
import type { SecondStep } from '../contract/session.ts';
import { rememberUser, storeSession } from '../parts/session.ts';

export function meta(): PageMeta {
  return {
    title: 'Back from Google',
    description: 'Where you return after signing in with Google.',
    canonical: urls.googleCallback(),
    isHidden: true,
  };
}

const SECRET_QUERY_NAMES = [
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

type CallbackResult =
  | { to: string; notification?: ToastMessage }
  | { to: string; secondStep: SecondStep }
  | { flow: GoogleFlow; problem: string };

export function GoogleCallbackPage() {
  const [answer] = useSecretQuery(SECRET_QUERY_NAMES);
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Extract<CallbackResult, { problem: string }>>();
  const [pending, setPending] = useState<Extract<CallbackResult, { secondStep: SecondStep }>>();
  const isHandled = useRef(false);

  useEffect(() => {
    if (answer === undefined || isHandled.current) return;
    isHandled.current = true;
    void finishFlow(answer).then((result) => {
      if ('problem' in result) {
        setFailure(result);
        return;
      }
      if ('secondStep' in result) {
        setPending(result);
        return;
      }
      const { to, notification } = result;
      void navigate(to, { replace: true, ...(notification && { state: { notification } }) });
    });
  }, [answer, navigate]);

  if (pending !== undefined)
    return (
      <SecondStepPage
        step={pending.secondStep}
        onSignedIn={async () => navigate(pending.to, { replace: true })}
        onStartAgain={() => void navigate(urls.login(pending.to), { replace: true })}
      />
    );
  if (failure === undefined)
    return <ActionResultPage title="Signing you in" text="One moment, please." isWaiting />;
  return (
    <ActionResultPage
      title={accountMessages.googleFailed}
      text={
        failure.problem === accountMessages.googleFailed
          ? 'Nothing was changed. Please try again.'
          : failure.problem
      }
      actions={
        <>
          <ButtonLink variant="primary" href={startOf(failure.flow)}>
            Try Again
          </ButtonLink>
          <ButtonLink href={urls.home()}>Return Home</ButtonLink>
        </>
      }
    />
  );
}

/** The page from which a flow can be tried again: registering keeps what was typed, the invitation included. */
function startOf({ purpose, returnTo }: GoogleFlow): string {
  if (purpose === 'link') return urls.profile('settings');
  return purpose === 'sign-up' ? urls.register(returnTo) : urls.login(returnTo);
}

/** Sends Google's answer to the server, and returns the page to go to. */
async function finishFlow({ code, state, iss }: SecretQuery): Promise<CallbackResult> {
  const flow = takeGoogleFlow();
  // Google refused, or the address was opened by hand.
  if (!code || !state) return { flow, problem: accountMessages.googleFailed };
  try {
    if (flow.purpose === 'link') {
      rememberUser(await callApi(finishGoogleLink, { code, state, iss }));
      return {
        to: urls.profile('settings'),
        notification: { kind: 'success', message: 'Google is linked. You can sign in with it from now on.' },
      };
    }
    const session = await callApi(finishGoogle, { code, state, iss });
    const to = flow.returnTo ?? urls.home();
    if (asksForSecondFactor(session)) return { to, secondStep: session };
    if (!storeSession(session)) return { flow, problem: accountMessages.googleInvalidUser };
    const isNew = !session.user.username_chosen;
    return { to, ...(isNew && { notification: await welcome(flow) }) };
  } catch (error) {
    if (isApiError(error)) {
      const problem = error.code === UNREADABLE_ANSWER ? accountMessages.googleFailed : error.message;
      // Only the form for registering has a field for an invitation.
      if (error.fields.invitation !== undefined) return { flow: { ...flow, purpose: 'sign-up' }, problem };
      return { flow, problem };
    }
    reportError(error);
    return { flow, problem: accountMessages.googleError };
  }
}

/** Welcomes somebody new by the username that they typed before, if it can be had. */
async function welcome({ username }: GoogleFlow): Promise<ToastMessage> {
  const later = 'You can choose your username in your profile.';
  if (username === undefined) return { kind: 'success', message: `Welcome. ${later}` };
  try {
    const user = await callApi(chooseUsername, { username });
    rememberUser(user);
    return { kind: 'success', message: `Welcome, ${user.username}.` };
  } catch (error) {
    const reason = serverReason(error);
    return { kind: 'success', message: `Welcome. ${reason === undefined ? later : `${reason}. ${later}`}` };
  }
}
