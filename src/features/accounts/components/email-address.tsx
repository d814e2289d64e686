import { callApi } from '#ui/api-client.ts';
import { formatDayAndTime } from '#ui/dates.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { accountMessages } from '../contract/accounts.ts';
import {
  cancelEmailChange,
  changeEmail,
  type EmailChange,
  emailChangeMessages,
  getEmailChange,
  resendEmailChange,
} from '../contract/email-change.ts';
import type { User } from '../contract/session.ts';
import { useFreshSignIn } from '../parts/fresh-sign-in.tsx';
import { emailError } from '../rules/accounts.ts';
import { UsernameForPasswordManager } from './change-password.tsx';
import styles from './email-address.module.css';
import { ProfileSection } from './profile-section.tsx';

/** The address of the account, its change, and a change that waits for its confirmation. */
export function EmailAddress({ user }: { user: User }) {
  const loaded = useLoaded('email-change', async () => (await callApi(getEmailChange, {})).change);
  const toast = useToast();

  function changed(message: string) {
    toast.show({ kind: 'success', message });
    loaded.reload();
  }

  return (
    <ProfileSection
      anchor="email"
      title="Email address"
      text={
        user.email === '' ? (
          'Your account has none yet. We write only about what you ask for, and about your account’s safety.'
        ) : (
          <>
            Yours is <strong className={styles.address}>{user.email}</strong>. It changes once you have
            confirmed the new one; the present one is told, and can stop it.
          </>
        )
      }
    >
      <LoadedPart
        loaded={loaded}
        label="Loading your email address"
        lines={5}
        failed={emailChangeMessages.loadFailed}
      >
        {(data) => (
          <div className={styles.part}>
            {data === null ? (
              <ChangeEmail user={user} onChanged={changed} />
            ) : (
              <Waiting change={data} onChanged={changed} />
            )}
          </div>
        )}
      </LoadedPart>
    </ProfileSection>
  );
}

type OnChanged = (message: string) => void;

function ChangeEmail({ user, onChanged }: { user: User; onChanged: OnChanged }) {
  const fresh = useFreshSignIn();
  const form = useForm({
    names: ['email', 'password'],
    check: ({ email, password }) => ({
      email: emailError(email),
      password: user.has_password && password === '' ? accountMessages.passwordRequired : undefined,
    }),
    submit: async ({ email, password }) => {
      await fresh(() => callApi(changeEmail, user.has_password ? { email, password } : { email }));
      onChanged(emailChangeMessages.requested);
      return undefined;
    },
    failureMessage: emailChangeMessages.failed,
  });
  return (
    <Form form={form} label="Email address">
      <TextField
        name="email"
        label="New address"
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      {/* Beside the password, because password managers take the field before it. */}
      <UsernameForPasswordManager username={user.username} />
      {user.has_password ? (
        <PasswordField
          name="password"
          label="Your password"
          hint="So that nobody else can take your account along."
          required
          autoComplete="current-password"
        />
      ) : null}
      <FormActions>
        <SubmitButton variant="quiet" busyText="Sending...">
          Change address
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function Waiting({ change, onChanged }: { change: NonNullable<EmailChange>; onChanged: OnChanged }) {
  const resend = useForm({
    names: [],
    submit: async () => {
      await callApi(resendEmailChange, {});
      return emailChangeMessages.sentAgain;
    },
    failureMessage: emailChangeMessages.failed,
  });
  const cancel = useForm({
    names: [],
    submit: async () => {
      await callApi(cancelEmailChange, {});
      onChanged(emailChangeMessages.cancelled);
      return undefined;
    },
    failureMessage: emailChangeMessages.failed,
  });
  return (
    <div className={styles.waiting}>
      <p>
        We have sent a link to <strong className={styles.address}>{change.email}</strong>. It works until{' '}
        {formatDayAndTime(change.expires_at)}.
      </p>
      <div className={styles.actions}>
        <Form form={resend} label="Send the link again">
          <FormActions>
            <SubmitButton variant="quiet" busyText="Sending...">
              Send again
            </SubmitButton>
          </FormActions>
        </Form>
        <Form form={cancel} label="Cancel the change">
          <FormActions>
            <SubmitButton variant="quiet" busyText="Cancelling...">
              Cancel the change
            </SubmitButton>
          </FormActions>
        </Form>
      </div>
    </div>
  );
}
