import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import { factorMessages, listFactors } from '#features/second-factors/contract/factors.ts';
import { askForPasskey } from '#features/second-factors/parts/ask-for-passkey.ts';
import { CodeField } from '#features/second-factors/parts/code-field.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { accountMessages } from '../contract/accounts.ts';
import { loginCode } from '../contract/login-code.ts';
import { freshSignIn } from '../contract/second-factor.ts';
import type { User } from '../contract/session.ts';

type WithFreshSignIn = <Result>(action: () => Promise<Result>) => Promise<Result>;

const FreshSignInContext = createContext<WithFreshSignIn>((action) => action());

/**
 * Runs a sensitive call. If the server asks for a fresh sign-in, a dialog asks for it and the call is made once more,
 * so that nothing typed is lost.
 */
export function useFreshSignIn(): WithFreshSignIn {
  return useContext(FreshSignInContext);
}

export function FreshSignInProvider({ user, children }: { user: User; children: ReactNode }) {
  const [question, setQuestion] = useState<{ answer: (isProven: boolean) => void }>();

  const run = useCallback<WithFreshSignIn>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!isApiError(error) || error.code !== 'fresh_sign_in_needed') throw error;
      const isProven = await new Promise<boolean>((answer) => setQuestion({ answer }));
      if (!isProven) throw error;
      return action();
    }
  }, []);

  function settle(isProven: boolean) {
    question?.answer(isProven);
    setQuestion(undefined);
  }

  return (
    <FreshSignInContext value={run}>
      {children}
      <Dialog
        open={question !== undefined}
        onOpenChange={(isOpen) => isOpen || settle(false)}
        title="Is it you?"
        description="You logged in a while ago, and this is about your account’s safety. What you were doing goes on afterwards."
      >
        <Proof user={user} onProven={() => settle(true)} onCancel={() => settle(false)} />
      </Dialog>
    </FreshSignInContext>
  );
}

type ProofProps = { user: User; onProven: () => void; onCancel: () => void };

function Proof(proof: ProofProps) {
  const loaded = useLoaded('factors', () => callApi(listFactors, {}));
  return (
    <LoadedPart
      loaded={loaded}
      label="Loading the ways to prove yourself"
      lines={3}
      failed={factorMessages.loadFailed}
    >
      {(factors) => <ProofBy factors={factors} {...proof} />}
    </LoadedPart>
  );
}

/** The strongest way that the account has: a passkey, a code, the password, or a mailed code. */
function ProofBy({
  factors,
  user,
  onProven,
  onCancel,
}: ProofProps & { factors: DataOf<typeof listFactors> }) {
  const { totp, passkey_count } = factors;
  if (totp !== null || passkey_count > 0)
    return (
      <>
        {passkey_count > 0 ? <PasskeyProof onProven={onProven} /> : null}
        <ProofByCode factors={factors} {...{ user, onProven, onCancel }} />
      </>
    );
  if (user.has_password) return <ProofForm field="password" {...{ user, onProven, onCancel }} />;
  return <MailedProof {...{ user, onProven, onCancel }} />;
}

/** A code of the app or a recovery code, each with a field of its own: digits alone, or letters too. */
function ProofByCode({ factors, ...proof }: ProofProps & { factors: DataOf<typeof listFactors> }) {
  const hasApp = factors.totp !== null;
  const hasRecoveryCodes = factors.recovery_codes_left > 0;
  const [isByRecoveryCode, setByRecoveryCode] = useState(!hasApp);
  if (!hasApp && !hasRecoveryCodes) return null;
  return (
    <>
      <ProofForm
        key={String(isByRecoveryCode)}
        field={isByRecoveryCode ? 'recovery code' : 'code'}
        {...proof}
      />
      {hasApp && hasRecoveryCodes ? (
        <Button wide onClick={() => setByRecoveryCode(!isByRecoveryCode)}>
          {isByRecoveryCode ? 'Rather not' : 'Use a recovery code'}
        </Button>
      ) : null}
    </>
  );
}

function PasskeyProof({ onProven }: Pick<ProofProps, 'onProven'>) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(freshSignIn, { passkey: await askForPasskey() });
      onProven();
      return undefined;
    },
    failureMessage: accountMessages.freshFailed,
  });
  return (
    <Form form={form} label="Passkey">
      <FormActions>
        <SubmitButton variant="quiet" busyText="Waiting for your passkey...">
          Use a passkey
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function MailedProof(props: ProofProps) {
  const [isSent, setSent] = useState(false);
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(loginCode, { username: props.user.username });
      setSent(true);
      return undefined;
    },
    failureMessage: accountMessages.codeFailed,
  });
  if (isSent) return <ProofForm field="mailed code" {...props} />;
  if (props.user.email_verified !== 1)
    return <p>Please log out, and sign in with Google again. Then you have 15 minutes.</p>;
  return (
    <Form form={form} label="Is it you?">
      <FormActions>
        <SubmitButton busyText="Sending...">Email me a code</SubmitButton>
        <Button onClick={props.onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  );
}

function ProofForm({
  user,
  field,
  onProven,
  onCancel,
}: ProofProps & { field: 'password' | 'code' | 'recovery code' | 'mailed code' }) {
  const name = field === 'password' ? 'password' : 'code';
  const form = useForm({
    names: ['password', 'code'],
    check: (values) => ({
      [name]:
        values[name].trim() === ''
          ? accountMessages[name === 'code' ? 'codeRequired' : 'passwordRequired']
          : undefined,
    }),
    submit: async (values) => {
      await callApi(freshSignIn, { [name]: values[name] });
      onProven();
      return undefined;
    },
    failureMessage: accountMessages.freshFailed,
  });
  const { ref } = form;
  // The field comes after the window, whose first focus was on the button that closes it.
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }, [ref, name]);
  return (
    <Form form={form} label="Is it you?">
      <input type="text" name="username" value={user.username} autoComplete="username" readOnly hidden />
      {field === 'password' ? (
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
      ) : field !== 'mailed code' ? (
        <CodeField isRecoveryCode={field === 'recovery code'} />
      ) : (
        <TextField
          name="code"
          label="Code"
          hint="We have emailed it to you. Two groups of five letters and digits."
          required
          data-secret=""
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
      <FormActions>
        <SubmitButton busyText="Checking...">Continue</SubmitButton>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  );
}
