import { useEffect, useRef, useState } from 'react';
import { useLoaderData } from 'react-router';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage, SmallPrint } from '#ui/narrow-page.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { accountMessages } from '../contract/accounts.ts';
import { LOGIN_CODE_MINUTES, loginCode } from '../contract/login-code.ts';
import type { SecondStep } from '../contract/session.ts';
import type { LoginPageData } from '../screens/loaders.ts';
import { continueSignIn } from './second-step.tsx';

export type LoginFormProps = {
  /** The typed name, shared by both forms. */
  name: { current: string };
  onSignedIn: () => Promise<void>;
  onSecondStep: (step: SecondStep) => void;
};

type Step = 'request' | 'enter';

/** Logging in with a mailed code, in two steps: request it, and type it. */
export function LoginByCode({ name, ...props }: LoginFormProps) {
  const { returnTo, reason } = useLoaderData() as LoginPageData;
  const [step, setStep] = useState<Step>('request');
  const [wasRequested, setRequested] = useState(false);
  const fields = useRef<HTMLDivElement>(null);

  // Focuses the first empty field, because the form that held the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step.
  useEffect(() => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    (inputs.find(({ value }) => value === '') ?? inputs[0])?.focus();
  }, [step]);

  return (
    <NarrowPage
      title="Log in with a code"
      lead={
        step === 'request'
          ? `We’ll email a code to your account’s verified address. It works once, for ${LOGIN_CODE_MINUTES} minutes, even after too many wrong passwords.`
          : wasRequested
            ? `${accountMessages.codeRequested} It works for ${LOGIN_CODE_MINUTES} minutes.`
            : `Enter the code we sent you. It works for ${LOGIN_CODE_MINUTES} minutes.`
      }
      foot={
        <p>
          Rather not? <a href={urls.login(returnTo, reason)}>Log in with your password</a>
        </p>
      }
    >
      <div ref={fields}>
        {step === 'request' ? (
          <RequestCode
            name={name}
            onSent={() => {
              setRequested(true);
              setStep('enter');
            }}
          />
        ) : (
          <EnterCode name={name} {...props} />
        )}
      </div>
      {step === 'request' ? (
        <Button wide onClick={() => setStep('enter')}>
          I have a code
        </Button>
      ) : (
        <>
          <SmallPrint>
            No email? Look in your spam folder. We send one code every ten minutes; until then, the last one
            works.
          </SmallPrint>
          <Button wide onClick={() => setStep('request')}>
            Ask for another code
          </Button>
        </>
      )}
    </NarrowPage>
  );
}

/** The name field of both login forms. */
export function NameField({
  name,
  enterKeyHint,
  autoComplete = 'username',
}: Pick<LoginFormProps, 'name'> & { enterKeyHint?: 'next'; autoComplete?: string }) {
  const [initialName] = useState(name.current);
  return (
    <TextField
      name="username"
      label="Username or email address"
      required
      defaultValue={initialName}
      onInput={({ currentTarget }) => {
        name.current = currentTarget.value;
      }}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint={enterKeyHint}
    />
  );
}

export const nameError = (username: string) =>
  username.trim() === '' ? accountMessages.usernameRequired : undefined;

function RequestCode({ name, onSent }: Pick<LoginFormProps, 'name'> & { onSent: () => void }) {
  const form = useForm({
    names: ['username'],
    check: ({ username }) => ({ username: nameError(username) }),
    submit: async ({ username }) => {
      await callApi(loginCode, { username });
      onSent();
      return undefined;
    },
    failureMessage: accountMessages.codeFailed,
  });
  return (
    <Form form={form} label="Ask for a code">
      <NameField name={name} />
      <FormActions>
        <SubmitButton wide busyText="Sending...">
          Email me a code
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function EnterCode({ name, onSignedIn, onSecondStep }: LoginFormProps) {
  const form = useForm({
    names: ['username', 'code'],
    check: ({ username, code }) => ({
      username: nameError(username),
      code: code.trim() === '' ? accountMessages.codeRequired : undefined,
    }),
    submit: async (values) => continueSignIn(await callApi(loginCode, values), { onSecondStep, onSignedIn }),
    failureMessage: accountMessages.loginError,
    rejectedMessage: accountMessages.loginFailed,
  });
  return (
    <Form form={form} label="Log in with a code">
      <NameField name={name} />
      <TextField
        name="code"
        label="Code"
        hint="Two groups of five letters and digits. Capitals and the hyphen don’t matter."
        required
        data-secret=""
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <FormActions>
        <SubmitButton wide busyText="Logging in...">
          Log in
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
