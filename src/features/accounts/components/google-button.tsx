import { callApi } from '#ui/api-client.ts';
import { Form, SubmitButton } from '#ui/form.tsx';
import { useForm } from '#ui/use-form.ts';
import { accountMessages } from '../contract/accounts.ts';
import { startGoogle } from '../contract/google.ts';
import styles from './google-button.module.css';
import { noteTrip } from './google-trip.ts';

/** The way in by Google, below the form of the page; shown only where the site offers it. */
export function GoogleButton({ returnTo }: { returnTo: string | undefined }) {
  const form = useForm({
    names: [],
    submit: async () => {
      const { auth_url } = await callApi(startGoogle, {});
      noteTrip({ purpose: 'sign-in', returnTo });
      return leaveFor(auth_url);
    },
    failed: accountMessages.googleLoginFailed,
  });
  return (
    <div className={styles.google}>
      <p className={styles.or}>or</p>
      <Form form={form} label="Google" saysNeedsScript={false}>
        <SubmitButton variant="quiet" wide busyText="Going to Google...">
          Continue with Google
        </SubmitButton>
      </Form>
    </div>
  );
}

/** Goes to another site, and stays busy until this page is gone, or was come back to as it had been left. */
export function leaveFor(address: string): Promise<undefined> {
  window.location.assign(address);
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(undefined), { once: true });
  });
}
