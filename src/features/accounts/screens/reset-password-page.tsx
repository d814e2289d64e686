import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { newPasswordError, PASSWORD_ADVICE } from '../components/new-password.ts';
import { continueSignIn, SecondStepPage } from '../components/second-step.tsx';
import { accountMessages, askPasswordReset, resetPassword } from '../contract/accounts.ts';
import type { SecondStep } from '../contract/session.ts';
import { emailError } from '../rules/accounts.ts';

export function meta(): PageMeta {
  return {
    title: 'Reset password',
    description: 'Set a new password with a link we email you.',
    canonical: urls.resetPassword(),
    isHidden: true,
  };
}

const SECRET_QUERY_NAMES = ['token'];

export function ResetPasswordPage() {
  const [link, forgetLink] = useSecretQuery(SECRET_QUERY_NAMES);
  return link?.token ? <SetPassword token={link.token} onNewLink={forgetLink} /> : <RequestLink />;
}

function RequestLink() {
  const form = useForm({
    names: ['email'],
    check: ({ email }) => ({ email: emailError(email) }),
    submit: async ({ email }) => {
      await callApi(askPasswordReset, { email });
      return accountMessages.resetRequested;
    },
    failureMessage: accountMessages.passwordFailed,
  });
  return (
    <NarrowPage
      title="Reset password"
      lead="Enter your account’s email address and we’ll send a link to set a new password. It works for one hour."
      foot={
        <p>
          Remembered it? <a href={urls.login()}>Log in</a>
        </p>
      }
    >
      <Form form={form} label="Reset password">
        <TextField
          name="email"
          label="Email address"
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormActions>
          <SubmitButton wide busyText="Sending...">
            Send the link
          </SubmitButton>
        </FormActions>
      </Form>
    </NarrowPage>
  );
}

type Name = 'new_password' | 'confirm_password';

function SetPassword({ token, onNewLink }: { token: string; onNewLink: () => void }) {
  const navigate = useNavigate();
  const [isExpired, setExpired] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const goHome = async () =>
    navigate(urls.home(), {
      replace: true,
      state: { notification: { kind: 'success', message: accountMessages.resetDone } },
    });
  const form = useForm<Name>({
    names: ['new_password', 'confirm_password'],
    check: ({ new_password, confirm_password }) => ({
      new_password: newPasswordError(new_password),
      confirm_password: new_password === confirm_password ? undefined : accountMessages.passwordsDiffer,
    }),
    submit: async ({ new_password }) => {
      const answer = await callApi(resetPassword, { token, new_password }).catch((error: unknown) => {
        setExpired(isApiError(error) && error.code === 'gone');
        throw error;
      });
      return continueSignIn(answer, { onSecondStep: setSecondStep, onSignedIn: goHome });
    },
    failureMessage: accountMessages.passwordFailed,
  });
  if (secondStep !== undefined)
    return (
      <SecondStepPage
        step={secondStep}
        onSignedIn={goHome}
        onStartAgain={() => void navigate(urls.login(), { replace: true })}
      />
    );
  return (
    <NarrowPage
      title="Set a new password"
      lead="This logs you in here, and signs you out on every other device."
    >
      <Form form={form} label="Set a new password">
        <PasswordField
          name="new_password"
          label="New password"
          hint={PASSWORD_ADVICE}
          required
          autoComplete="new-password"
        />
        <PasswordField
          name="confirm_password"
          label="Confirm new password"
          required
          autoComplete="new-password"
        />
        <FormActions>
          <SubmitButton wide busyText="Saving...">
            Set password
          </SubmitButton>
        </FormActions>
      </Form>
      {isExpired ? <Button onClick={onNewLink}>Ask for a new link</Button> : null}
    </NarrowPage>
  );
}
