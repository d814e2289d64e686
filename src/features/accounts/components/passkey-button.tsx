import { ApiError } from '#base/failure.ts';
import { askForPasskey } from '#features/second-factors/parts/ask-for-passkey.ts';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useForm } from '#ui/use-form.ts';
import { accountMessages } from '../contract/accounts.ts';
import { signInWithPasskey } from '../contract/passkey-sign-in.ts';
import { storeSession } from '../parts/session.ts';

export type PasskeyButtonProps = { label: string; onSignedIn: () => Promise<void> };

/** Signs in with a passkey: the browser asks which, and for a finger, a face or a PIN. */
export function PasskeyButton({ label, onSignedIn }: PasskeyButtonProps) {
  const form = useForm({
    names: [],
    submit: async () => {
      const answer = await callApi(signInWithPasskey, { response: await askForPasskey() });
      if (!storeSession(answer)) throw new ApiError(0, 'invalid_user', accountMessages.invalidUser);
      await onSignedIn();
      return undefined;
    },
    failureMessage: accountMessages.loginError,
    rejectedMessage: accountMessages.loginFailed,
  });
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
