import { useRef, useState, useSyncExternalStore } from 'react';
import { useLoaderData, useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { List } from '#ui/list.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { useContinueAfterLogin } from '../components/after-login.ts';
import { GoogleButton } from '../components/google-button.tsx';
import { LoginByCode, type LoginFormProps, NameField, nameError } from '../components/login-by-code.tsx';
import { reasonSentence } from '../components/login-reasons.ts';
import { PasskeyButton } from '../components/passkey-button.tsx';
import { continueSignIn, SecondStepPage } from '../components/second-step.tsx';
import { accountMessages, signIn } from '../contract/accounts.ts';
import type { SecondStep } from '../contract/session.ts';
import type { LoginPageData } from './loaders.ts';
import styles from './login-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Log in',
    description: 'Log in to vote, keep bookmarks and publish stories of your own.',
    canonical: urls.login(),
    isHidden: true,
  };
}

const subscribeToNothing = () => () => undefined;
/** Whether a path leads to a story, a chapter or an author, which can be reported without an account. */
function isReportable(path: string | undefined): path is string {
  return (
    path !== undefined && /^\/(?:story\/[^/?#]+(?:\/chapter\/\d+)?|author\/[^/?#]+)(?:[?#]|$)/.test(path)
  );
}

export function LoginPage() {
  const { hash } = useLocation();
  // The first render in the browser must equal the server's, which never sees the hash and so shows the password form.
  const isByCode = useSyncExternalStore(
    subscribeToNothing,
    () => hash === '#code',
    () => false,
  );
  const continueAfterLogin = useContinueAfterLogin();
  const name = useRef('');
  const [secondStep, setSecondStep] = useState<SecondStep>();
  if (secondStep !== undefined)
    return (
      <SecondStepPage
        step={secondStep}
        onSignedIn={continueAfterLogin}
        onStartAgain={() => setSecondStep(undefined)}
      />
    );
  const props = { name, onSignedIn: continueAfterLogin, onSecondStep: setSecondStep };
  return isByCode ? <LoginByCode {...props} /> : <LoginByPassword {...props} />;
}

function LoginByPassword({ name, onSignedIn, onSecondStep }: LoginFormProps) {
  const { returnTo, reason, hasGoogle } = useLoaderData() as LoginPageData;
  const form = useForm({
    names: ['username', 'password'],
    check: ({ username, password }) => ({
      username: nameError(username),
      password: password === '' ? accountMessages.passwordRequired : undefined,
    }),
    submit: async (values) => continueSignIn(await callApi(signIn, values), { onSecondStep, onSignedIn }),
    failureMessage: accountMessages.loginError,
    rejectedMessage: accountMessages.loginFailed,
    explain: ({ status, message }) =>
      status === 429 ? (
        <>
          {message} Or skip the wait: <a href={urls.loginByCode(returnTo, reason)}>Email me a code</a>.
        </>
      ) : undefined,
  });
  return (
    <NarrowPage
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
        <NameField name={name} enterKeyHint="next" autoComplete="username webauthn" />
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
        <FormActions>
          <SubmitButton wide busyText="Logging in...">
            Log in
          </SubmitButton>
        </FormActions>
      </Form>
      <List className={styles.otherMethods}>
        <li>
          <a href={urls.resetPassword()}>Forgot your password?</a>
        </li>
        <li className="needs-script">
          <a href={urls.loginByCode(returnTo, reason)}>Email me a code instead</a>
        </li>
      </List>
      <div className="needs-script">
        <PasskeyButton label="Log in with a passkey" onSignedIn={onSignedIn} isSuggested />
      </div>
      {hasGoogle ? <GoogleButton returnTo={returnTo} /> : null}
    </NarrowPage>
  );
}
