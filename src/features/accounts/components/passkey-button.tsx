import { useEffect, useRef } from 'react';
import type { PasskeyResponse } from '#features/second-factors/contract/passkeys.ts';
import { askForPasskey } from '#features/second-factors/parts/ask-for-passkey.ts';
import { offerPasskeys } from '#features/second-factors/parts/offer-passkeys.ts';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useForm } from '#ui/use-form.ts';
import { accountMessages } from '../contract/accounts.ts';
import { signInWithPasskey } from '../contract/passkey-sign-in.ts';
import { startSession } from './start-session.ts';

export type PasskeyButtonProps = {
  label: string;
  onSignedIn: () => Promise<void>;
  /** Whether a field of the page suggests passkeys, too. */
  isSuggested?: boolean;
};

/** Signs in with a passkey: the browser asks which, and for a finger, a face or a PIN. */
export function PasskeyButton({ label, onSignedIn, isSuggested = false }: PasskeyButtonProps) {
  const suggested = useRef<PasskeyResponse>(undefined);
  const form = useForm({
    names: [],
    submit: async () => {
      const response = suggested.current ?? (await askForPasskey());
      suggested.current = undefined;
      const answer = await callApi(signInWithPasskey, { response });
      startSession(answer);
      await onSignedIn();
      return undefined;
    },
    failureMessage: accountMessages.loginError,
    rejectedMessage: accountMessages.loginFailed,
  });
  const { ref } = form;
  useEffect(() => {
    if (!isSuggested) return;
    const left = new AbortController();
    offerPasskeys(left.signal).then(
      (response) => {
        if (response === undefined || left.signal.aborted) return;
        suggested.current = response;
        ref.current?.requestSubmit();
      },
      // Nobody has asked for suggestions, so nobody is told that there are none: the button remains.
      () => {},
    );
    return () => left.abort();
  }, [isSuggested, ref]);
  return (
    <Form form={form} label={label} saysNeedsScript={false}>
      <FormActions>
        <SubmitButton wide variant="quiet" busyText="Waiting for your passkey...">
          {label}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
