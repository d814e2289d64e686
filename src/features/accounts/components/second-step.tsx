import { useState } from 'react';
import { siteName } from '#base/site-name.ts';
import { CodeField } from '#features/second-factors/parts/code-field.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { accountMessages } from '../contract/accounts.ts';
import { SIGN_IN_TICKET_MINUTES, signInWithSecondFactor } from '../contract/second-factor.ts';
import type { SecondStep } from '../contract/session.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { startSession } from './start-session.ts';

/** Whether the answer of a sign-in asks for a second factor. */
export function asksForSecondFactor(answer: object): answer is SecondStep {
  return 'ticket' in answer;
}

/** Goes on after the answer of a sign-in: to its second step, or to the page of somebody signed in. */
export async function continueSignIn(
  answer: SecondStep | Parameters<typeof startSession>[0],
  { onSecondStep, onSignedIn }: { onSecondStep: (step: SecondStep) => void; onSignedIn: () => Promise<void> },
): Promise<undefined> {
  if (asksForSecondFactor(answer)) {
    onSecondStep(answer);
    return;
  }
  startSession(answer);
  await onSignedIn();
}

export type SecondStepProps = {
  step: SecondStep;
  /** Runs once the session is stored. */
  onSignedIn: () => Promise<void>;
  onStartAgain: () => void;
};

/** The second step of every way of signing in. */
export function SecondStepPage({ step, onSignedIn, onStartAgain }: SecondStepProps) {
  const [isByRecoveryCode, setByRecoveryCode] = useState(false);
  const factors = step.second_factor;
  const hasApp = factors.includes('totp');
  return (
    <NarrowPage
      title="One more step"
      takesFocus
      lead={
        isByRecoveryCode
          ? 'Enter one of your recovery codes. Each works once.'
          : hasApp
            ? `Enter the code that your authenticator app shows for ${siteName()}. You have ${SIGN_IN_TICKET_MINUTES} minutes.`
            : 'Your account has a passkey: your device asks for it, and for your finger, face or PIN.'
      }
      foot={
        <p>
          Neither at hand? Write to us from your account’s address; the{' '}
          <a href={`${urls.help()}#second-factor`}>help</a> says how.
        </p>
      }
    >
      {factors.includes('passkey') ? <PasskeyButton label="Use a passkey" onSignedIn={onSignedIn} /> : null}
      {hasApp || isByRecoveryCode ? (
        <CodeForm
          key={String(isByRecoveryCode)}
          ticket={step.ticket}
          isRecoveryCode={isByRecoveryCode}
          onSignedIn={onSignedIn}
          onStartAgain={onStartAgain}
        />
      ) : null}
      {factors.includes('recovery_code') ? (
        <Button wide onClick={() => setByRecoveryCode(!isByRecoveryCode)}>
          {isByRecoveryCode ? 'Rather not' : 'Use a recovery code'}
        </Button>
      ) : null}
    </NarrowPage>
  );
}

function CodeForm(
  props: { ticket: string; isRecoveryCode: boolean } & Pick<SecondStepProps, 'onSignedIn' | 'onStartAgain'>,
) {
  const { ticket, isRecoveryCode, onSignedIn, onStartAgain } = props;
  const form = useForm({
    names: ['code'],
    check: ({ code }) => ({ code: code.trim() === '' ? accountMessages.codeRequired : undefined }),
    submit: async ({ code }) => {
      const answer = await callApi(signInWithSecondFactor, { ticket, code });
      startSession(answer);
      await onSignedIn();
      return undefined;
    },
    failureMessage: accountMessages.loginError,
    rejectedMessage: accountMessages.loginFailed,
    explain: ({ code, message }) =>
      code === 'gone' ? (
        <>
          {message}{' '}
          <Button size="small" onClick={onStartAgain}>
            Log in again
          </Button>
        </>
      ) : undefined,
  });
  return (
    <Form form={form} label="One more step">
      <CodeField isRecoveryCode={isRecoveryCode} />
      <FormActions>
        <SubmitButton wide busyText="Logging in...">
          Log in
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
