import { useRef, useState, useSyncExternalStore } from 'react';
import { useLoaderData, useLocation } from 'react-router';
import { ApiError } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { EntryLayout } from '../components/entry-layout.tsx';
import { GoogleButton } from '../components/google-button.tsx';
import { LoginByCode, type LoginFormProps } from '../components/login-by-code.tsx';
import { reasonSentence } from '../components/login-reasons.ts';
import { useSendOn } from '../components/send-on.ts';
import { accountMessages, signIn } from '../contract/accounts.ts';
import { beginSession } from '../parts/session.ts';
import type { EntryPageData } from './loaders.ts';
import styles from './login-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Log in',
    description: 'Log in to vote, keep bookmarks and publish stories of your own.',
    canonical: urls.login(),
    isHidden: true,
  };
}

const neverChanges = () => () => undefined;
/** Whether a path leads to a story, a chapter or an author: to what needs no account to be reported. */
function isReportable(path: string | undefined): path is string {
  return (
    path !== undefined && /^\/(?:story\/[^/?#]+(?:\/chapter\/\d+)?|author\/[^/?#]+)(?:[?#]|$)/.test(path)
  );
}

export function LoginPage() {
  const { hash } = useLocation();
  // The server knows no hash and sends the form for a password; the first render in the browser must be the same.
  const isByCode = useSyncExternalStore(
    neverChanges,
    () => hash === '#code',
    () => false,
  );
  const sendOn = useSendOn();
  const name = useRef('');
  return isByCode ? (
    <LoginByCode name={name} sendOn={sendOn} />
  ) : (
    <LoginByPassword name={name} sendOn={sendOn} />
  );
}

function LoginByPassword({ name, sendOn }: LoginFormProps) {
  const { returnTo, reason, hasGoogle } = useLoaderData() as EntryPageData;
  const [initialName] = useState(name.current);
  const form = useForm({
    names: ['username', 'password'],
    check: ({ username, password }) => ({
      username: username.trim() === '' ? accountMessages.usernameRequired : undefined,
      password: password === '' ? accountMessages.passwordRequired : undefined,
    }),
    submit: async (values) => {
      const answer = await callApi(signIn, values);
      if (!beginSession(answer)) throw new ApiError(0, 'invalid_user', accountMessages.invalidUser);
      await sendOn();
      return undefined;
    },
    failed: accountMessages.loginError,
    refused: accountMessages.loginFailed,
    explain: ({ status, message }) =>
      status === 429 ? (
        <>
          {message} Or come in without waiting:{' '}
          <a href={urls.loginByCode(returnTo, reason)}>E-mail me a code</a>.
        </>
      ) : undefined,
  });
  return (
    <EntryLayout
      title="Log in"
      lead={reasonSentence('Log in', reason)}
      foot={
        <>
          <p>
            New here? <a href={urls.register(returnTo, reason)}>Register</a>
          </p>
          {isReportable(returnTo) && (reason === undefined || reason === 'report') ? (
            <p>
              Here to report something? <a href={urls.report(returnTo)}>Report without an account</a>
            </p>
          ) : null}
        </>
      }
    >
      <Form form={form} label="Log in">
        <TextField
          name="username"
          label="Username or e-mail address"
          required
          defaultValue={initialName}
          onInput={({ currentTarget }) => {
            name.current = currentTarget.value;
          }}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
        <FormActions>
          <SubmitButton wide busyText="Logging in...">
            Log in
          </SubmitButton>
        </FormActions>
      </Form>
      <ul className={styles.otherWays}>
        <li>
          <a href={urls.resetPassword()}>Forgot your password?</a>
        </li>
        <li className="needs-script">
          <a href={urls.loginByCode(returnTo, reason)}>E-mail me a code instead</a>
        </li>
      </ul>
      {hasGoogle ? <GoogleButton returnTo={returnTo} /> : null}
    </EntryLayout>
  );
}
