import { encode } from 'uqr';
import { useFreshSignIn } from '#features/accounts/parts/fresh-sign-in.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useForm } from '#ui/use-form.ts';
import { confirmTotp, factorMessages } from '../contract/factors.ts';
import { CodeField } from '../parts/code-field.tsx';
import styles from './factor-settings.module.css';

export type TotpSetupProps = {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** Shows the secret to the app, and asks for a first code of it. */
export function TotpSetup({ secret, uri, onConfirmed, onCancel }: TotpSetupProps) {
  const fresh = useFreshSignIn();
  const form = useForm({
    names: ['code'],
    check: ({ code }) => ({ code: code.trim() === '' ? factorMessages.codeRequired : undefined }),
    submit: async ({ code }) => {
      const { recovery_codes } = await fresh(() => callApi(confirmTotp, { code }));
      onConfirmed(recovery_codes);
      return undefined;
    },
    failureMessage: factorMessages.failed,
  });
  return (
    <>
      <p>Scan this with your authenticator app, or open it there on this device.</p>
      <QrCode text={uri} />
      <p>
        <a href={uri}>Open the app on this device</a>
      </p>
      <div className={styles.secret}>
        <p className={styles.quiet}>Or type the key into the app:</p>
        <p className={styles.key}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <CopyButton text={secret} label="Copy key" copiedMessage="Key copied" />
      </div>
      <Form form={form} label="Authenticator app">
        <CodeField />
        <FormActions>
          <SubmitButton busyText="Checking...">Turn it on</SubmitButton>
          <Button onClick={onCancel}>Cancel</Button>
        </FormActions>
      </Form>
    </>
  );
}

/** Drawn here, so that no other site learns the secret. Dark on light in every theme, as cameras expect. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
      <rect className={styles.light} width={size} height={size} />
      <path className={styles.dark} d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
