import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { type FieldErrors, useForm } from '#ui/use-form.ts';
import { accountMessages, askPasswordReset, changePassword } from '../contract/accounts.ts';
import { getProfile, type User } from '../contract/session.ts';
import { useFreshSignIn } from '../parts/fresh-sign-in.tsx';
import { rememberUser } from '../parts/session.ts';
import { newPasswordError, PASSWORD_ADVICE } from './new-password.ts';
import { ProfileSection } from './profile-section.tsx';

type Name = 'old_password' | 'new_password' | 'confirm_password';

function check({ old_password, new_password, confirm_password }: Record<Name, string>): FieldErrors<Name> {
  return {
    old_password: old_password === '' ? accountMessages.passwordRequired : undefined,
    new_password: newPasswordError(new_password),
    confirm_password:
      confirm_password === ''
        ? accountMessages.passwordRequired
        : new_password === confirm_password
          ? undefined
          : accountMessages.newPasswordsDiffer,
  };
}

export function ChangePassword({ user }: { user: User }) {
  const form = useForm<Name>({
    names: ['old_password', 'new_password', 'confirm_password'],
    check,
    submit: async ({ old_password, new_password }) => {
      await callApi(changePassword, { old_password, new_password });
      return accountMessages.passwordChanged;
    },
    failureMessage: accountMessages.passwordFailed,
    clearsOnSuccess: true,
  });
  return (
    <ProfileSection
      anchor="password"
      title="Change Password"
      text="This signs you out on every other device."
    >
      <Form form={form} label="Change Password">
        <UsernameForPasswordManager username={user.username} />
        <PasswordField
          name="old_password"
          label="Current Password"
          required
          autoComplete="current-password"
        />
        <NewPasswordFields />
        <FormActions>
          <SubmitButton busyText="Updating...">Update Password</SubmitButton>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

/** A new password, typed twice. */
function NewPasswordFields() {
  return (
    <>
      <PasswordField
        name="new_password"
        label="New Password"
        hint={PASSWORD_ADVICE}
        required
        autoComplete="new-password"
      />
      <PasswordField
        name="confirm_password"
        label="Confirm New Password"
        required
        autoComplete="new-password"
      />
    </>
  );
}

/** The account's name for password managers, which look for a field before the password. */
export function UsernameForPasswordManager({ username }: { username: string }) {
  return <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />;
}

/** The first password of an account made with a passkey. */
export function SetPassword({ user }: { user: User }) {
  const fresh = useFreshSignIn();
  const toast = useToast();
  const form = useForm({
    names: ['new_password', 'confirm_password'],
    check: ({ new_password, confirm_password }) => ({
      new_password: newPasswordError(new_password),
      confirm_password: new_password === confirm_password ? undefined : accountMessages.newPasswordsDiffer,
    }),
    submit: async ({ new_password }) => {
      await fresh(() => callApi(changePassword, { new_password }));
      // This form goes with the next line, so the toast outlives it.
      toast.show({ kind: 'success', message: accountMessages.passwordChanged });
      rememberUser(await callApi(getProfile, {}));
      return undefined;
    },
    failureMessage: accountMessages.passwordFailed,
  });
  return (
    <ProfileSection
      anchor="password"
      title="Set a password"
      text="You sign in with a passkey. With a password you can remove it. This signs you out on every other device."
    >
      <Form form={form} label="Set a password">
        <UsernameForPasswordManager username={user.username} />
        <NewPasswordFields />
        <FormActions>
          <SubmitButton variant="quiet" busyText="Setting...">
            Set password
          </SubmitButton>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

/** Sends the first password of an account made with Google by mail, like a forgotten one. */
export function SetPasswordByMail({ user }: { user: User }) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(askPasswordReset, { email: user.email });
      return `We have sent a link to ${user.email}.`;
    },
    failureMessage: accountMessages.passwordFailed,
  });
  return (
    <ProfileSection
      anchor="password"
      title="Set a password"
      text={
        user.email === ''
          ? 'You sign in with Google, which gave us no email address. Give your account one below, then you can set a password.'
          : 'You sign in with Google. Set a password to log in without it.'
      }
    >
      {user.email === '' ? null : (
        <Form form={form} label="Set a password">
          <FormActions>
            <SubmitButton variant="quiet" busyText="Sending...">
              Email me a link
            </SubmitButton>
          </FormActions>
        </Form>
      )}
    </ProfileSection>
  );
}
