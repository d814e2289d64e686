import { callApi } from '#ui/api-client.ts';
import { Form, SubmitButton } from '#ui/form.tsx';
import { useForm } from '#ui/use-form.ts';
import { accountMessages } from '../contract/accounts.ts';
import { startGoogle } from '../contract/google.ts';
import styles from './google-button.module.css';
import { saveGoogleFlow } from './google-flow.ts';

export type GoogleButtonProps = {
  returnTo: string | undefined;
  /** The values that are typed when the button is pressed; only where one registers. */
  typed?: () => { username?: string | undefined; invitation?: string | undefined };
};

/** The Google button below the form; shown only if the site offers Google. */
export function GoogleButton({ returnTo, typed }: GoogleButtonProps) {
  const form = useForm({
    names: [],
    submit: async () => {
      const { invitation, username } = typed?.() ?? {};
      const { auth_url } = await callApi(startGoogle, { invitation });
      saveGoogleFlow({ purpose: typed === undefined ? 'sign-in' : 'sign-up', returnTo, username });
      return goToSite(auth_url);
    },
    failureMessage: accountMessages.googleLoginFailed,
  });
  return (
    <div className={styles.google}>
      <p className={styles.or}>or</p>
      <Form form={form} label="Google" saysNeedsScript={false}>
        <SubmitButton variant="quiet" wide busyText="Opening Google...">
          Continue with Google
        </SubmitButton>
      </Form>
    </div>
  );
}

/** Goes to another site. Resolves only when the browser restores this page from its back/forward cache. */
export function goToSite(address: string): Promise<undefined> {
  window.location.assign(address);
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(undefined), { once: true });
  });
}
