import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { accountMessages } from '../contract/accounts.ts';
import { linkGoogle, unlinkGoogle } from '../contract/google.ts';
import type { User } from '../contract/session.ts';
import { useFreshSignIn } from '../parts/fresh-sign-in.tsx';
import { rememberUser } from '../parts/session.ts';
import { UsernameForPasswordManager } from './change-password.tsx';
import { goToSite } from './google-button.tsx';
import { saveGoogleFlow } from './google-flow.ts';
import { ProfileSection } from './profile-section.tsx';

export function GoogleLink({ user }: { user: User }) {
  return user.has_google ? <Unlink hasPassword={user.has_password} /> : <Link user={user} />;
}

function Link({ user }: { user: User }) {
  const fresh = useFreshSignIn();
  const form = useForm({
    names: ['password'],
    check: ({ password }) => ({
      password: user.has_password && password === '' ? accountMessages.passwordRequired : undefined,
    }),
    submit: async ({ password }) => {
      const { auth_url } = await fresh(() => callApi(linkGoogle, user.has_password ? { password } : {}));
      saveGoogleFlow({ purpose: 'link', returnTo: urls.profile('settings') });
      return goToSite(auth_url);
    },
    failureMessage: accountMessages.googleLoginFailed,
  });
  return (
    <ProfileSection
      title="Google"
      text="Link your Google account to sign in with it. It tells us which account is yours, and nothing else."
    >
      <Form form={form} label="Google">
        {user.has_password ? (
          <>
            <UsernameForPasswordManager username={user.username} />
            <PasswordField
              name="password"
              label="Current Password"
              hint="So that nobody else can link theirs."
              required
              autoComplete="current-password"
            />
          </>
        ) : null}
        <FormActions>
          <SubmitButton variant="quiet" busyText="Opening Google...">
            Link Google
          </SubmitButton>
        </FormActions>
      </Form>
    </ProfileSection>
  );
}

function Unlink({ hasPassword }: { hasPassword: boolean }) {
  const { isBusy, run } = useToastedAction('Google could not be unlinked. Please try again.');
  const [isConfirming, setConfirming] = useState(false);

  async function unlink() {
    await run(async () => {
      rememberUser(await callApi(unlinkGoogle, {}));
      return 'Google is no longer linked.';
    });
    setConfirming(false);
  }

  return (
    <ProfileSection
      title="Google"
      text={
        hasPassword
          ? 'Your Google account is linked. You can sign in with it.'
          : 'You sign in with Google. Set a password or add a passkey before you unlink it.'
      }
    >
      <Button onClick={() => setConfirming(true)}>Unlink Google</Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Unlink Google?"
        text={
          hasPassword
            ? 'You will log in with your username and password instead.'
            : 'You will log in with a passkey instead.'
        }
        confirmLabel="Unlink"
        busyText="Unlinking..."
        busy={isBusy}
        onConfirm={() => void unlink()}
      />
    </ProfileSection>
  );
}
