import { useEffect, useRef, useState } from 'react';
import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { invitationMessages } from '#features/invitations/contract.ts';
import { makePasskey } from '#features/second-factors/parts/make-passkey.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { valuesIn } from '#ui/form-values.ts';
import { NarrowPage, SmallPrint } from '#ui/narrow-page.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { TextField } from '#ui/text-field.tsx';
import { type FieldErrors, useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { useContinueAfterLogin } from '../components/after-login.ts';
import { GoogleButton } from '../components/google-button.tsx';
import { reasonSentence } from '../components/login-reasons.ts';
import { newPasswordError, PASSWORD_ADVICE } from '../components/new-password.ts';
import { createRegistration } from '../components/register-account.ts';
import { startSession } from '../components/start-session.ts';
import { accountMessages } from '../contract/accounts.ts';
import { passkeySignUpOptions, signUpWithPasskey } from '../contract/passkey-sign-up.ts';
import {
  emailError,
  isUsername,
  MAX_USERNAME_CHARACTERS,
  MIN_USERNAME_CHARACTERS,
} from '../rules/accounts.ts';
import type { LoginPageData } from './loaders.ts';

export function meta(): PageMeta {
  return {
    title: 'Register',
    description: 'Create an account to vote, keep bookmarks and publish stories of your own.',
    canonical: urls.register(),
    isHidden: true,
  };
}

type Name = 'username' | 'email' | 'password' | 'confirm_password' | 'website' | 'invitation';

const NAMES: Name[] = ['username', 'email', 'website'];
const PASSWORD_NAMES: Name[] = ['password', 'confirm_password'];
/** With a passkey there are no fields for a password, and on an open site none for an invitation. */
type Values = Record<'username' | 'email' | 'website', string> & Partial<Record<Name, string>>;

const SECRET_QUERY_NAMES = ['invitation'];

function check(values: Values): FieldErrors<Name> {
  const username = values.username.trim();
  return {
    // Undefined where there is no such field.
    invitation: values.invitation?.trim() === '' ? invitationMessages.required : undefined,
    username:
      username === ''
        ? accountMessages.usernameRequired
        : isUsername(username)
          ? undefined
          : accountMessages.usernameForm,
    email: emailError(values.email),
    // Undefined with a passkey.
    password: values.password === undefined ? undefined : newPasswordError(values.password),
    confirm_password:
      values.password === values.confirm_password ? undefined : accountMessages.passwordsDiffer,
  };
}

export function RegisterPage() {
  const { returnTo, reason, registration } = useLoaderData() as LoginPageData;
  const foot = (
    <p>
      Already registered? <a href={urls.login(returnTo, reason)}>Log in</a>
    </p>
  );
  if (registration === 'closed')
    return (
      <NarrowPage
        title="Register"
        lead={invitationMessages.closed}
        notes={
          <p>
            You can read everything without an account. To ask when it opens,{' '}
            <a href={urls.contact()}>write to us</a>.
          </p>
        }
        foot={foot}
      />
    );
  return (
    <NarrowPage
      title="Register"
      lead={reasonSentence('Register', reason)}
      notes={
        registration === 'invite' ? (
          <p>
            New accounts need an invitation. Members can give you one; if you know none,{' '}
            <a href={urls.contact()}>write to us</a>.
          </p>
        ) : undefined
      }
      foot={foot}
    >
      <RegisterForm />
    </NarrowPage>
  );
}

function RegisterForm() {
  const { returnTo, hasGoogle, registration, formSeconds } = useLoaderData() as LoginPageData;
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const [secrets] = useSecretQuery(SECRET_QUERY_NAMES);
  const continueAfterLogin = useContinueAfterLogin();
  const isInvited = registration === 'invite';
  const [hasPasskey, setPasskey] = useState(false);
  const [registerAccount] = useState(createRegistration);
  const names = [
    ...NAMES,
    ...(hasPasskey ? [] : PASSWORD_NAMES),
    ...(isInvited ? ['invitation' as const] : []),
  ];
  const form = useForm<Name>({
    names,
    check,
    submit: async ({ username, email, password, website, invitation = secrets?.invitation }) => {
      const seconds = () => (performance.now() - openedAt.current) / 1000;
      // A password manager may be as fast as a program, so the rest of the time passes here, and nobody is refused.
      while (seconds() < formSeconds)
        await new Promise((resolve) => setTimeout(resolve, (formSeconds - seconds()) * 1000));
      const newcomer = () => ({ username, email, invitation, form: { website, seconds: seconds() } });
      const answer = hasPasskey
        ? await callApi(signUpWithPasskey, {
            response: await makePasskey(
              (await callApi(passkeySignUpOptions, { username, invitation })).options,
            ),
            ...newcomer(),
          })
        : await registerAccount({ ...newcomer(), password });
      startSession(answer);
      await continueAfterLogin({
        kind: 'success',
        message: `Welcome, ${answer.user.username}. Please confirm your address with the link we have sent you.`,
      });
      return undefined;
    },
    failureMessage: accountMessages.signupError,
    rejectedMessage: accountMessages.signupFailed,
    // The form leads to the terms, and its reader comes back from them.
    draft: 'register',
  });
  const { onInput } = form;
  const invitation = secrets?.invitation;
  // The link's invitation is out of the address by now, and counts as typed, so that a reload keeps it.
  useEffect(() => {
    if (isInvited && invitation !== undefined) onInput();
  }, [isInvited, invitation, onInput]);
  return (
    <>
      <Form form={form} label="Register">
        {isInvited ? (
          <TextField
            // Another one once script knows the link's invitation, because a default shows only in a new field.
            key={secrets?.invitation}
            name="invitation"
            label="Invitation"
            hint="Ten letters and digits."
            required
            defaultValue={secrets?.invitation}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
          />
        ) : null}
        <TextField
          name="username"
          label="Username"
          hint={`${MIN_USERNAME_CHARACTERS} to ${MAX_USERNAME_CHARACTERS} letters, digits, “_” or “-”. Everyone sees it, and it cannot be changed later.`}
          required
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <TextField
          name="email"
          label="Email address"
          hint="Never shown to anyone."
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        {hasPasskey ? null : (
          <>
            <PasswordField
              name="password"
              label="Password"
              hint={PASSWORD_ADVICE}
              required
              autoComplete="new-password"
            />
            <PasswordField
              name="confirm_password"
              label="Confirm password"
              required
              autoComplete="new-password"
            />
          </>
        )}
        {/* Programs that fill in every field fill in this one; people never meet it. */}
        <div className="visually-hidden" aria-hidden="true">
          <TextField
            name="website"
            label="Website. Leave this field empty."
            tabIndex={-1}
            autoComplete="off"
          />
        </div>
        <SmallPrint>
          By registering you confirm that you are of legal age, and accept the{' '}
          <a href={urls.terms()}>terms</a> and the <a href={urls.privacy()}>privacy policy</a>.
        </SmallPrint>
        <FormActions>
          <SubmitButton wide busyText={hasPasskey ? 'Waiting for your passkey...' : 'Registering...'}>
            {hasPasskey ? 'Register with a passkey' : 'Register'}
          </SubmitButton>
        </FormActions>
      </Form>
      <div className="needs-script">
        <Button wide onClick={() => setPasskey(!hasPasskey)}>
          {hasPasskey ? 'Use a password instead' : 'Use a passkey instead of a password'}
        </Button>
      </div>
      {hasGoogle ? (
        <GoogleButton
          returnTo={returnTo}
          typed={() => ({
            invitation: secrets?.invitation,
            ...(form.ref.current !== null &&
              valuesIn(form.ref.current, isInvited ? ['username', 'invitation'] : ['username'])),
          })}
        />
      ) : null}
    </>
  );
}
