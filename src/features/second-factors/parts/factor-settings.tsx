import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { plural } from '#base/text.ts';
import { useFreshSignIn } from '#features/accounts/parts/fresh-sign-in.tsx';
import { ActionOutcome, useActions } from '#ui/actions.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatDate } from '#ui/dates.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import styles from '../components/factor-settings.module.css';
import { RecoveryCodes } from '../components/recovery-codes.tsx';
import {
  beginTotp,
  factorMessages,
  listFactors,
  removeTotp,
  renewRecoveryCodes,
} from '../contract/factors.ts';

const TotpSetup = lazy(async () => ({ default: (await import('../components/totp-setup.tsx')).TotpSetup }));

type Stage =
  | { name: 'overview' }
  | { name: 'setup'; secret: string; uri: string }
  | { name: 'codes'; codes: readonly string[] };

export type FactorSettingsProps = {
  isStaff: boolean;
  /** How often the passkeys have been changed on this page: the first comes with recovery codes, the last takes them. */
  passkeyChanges: number;
};

/** The second factor of the account and the recovery codes: set up, seen and removed here. */
export function FactorSettings({ isStaff, passkeyChanges }: FactorSettingsProps) {
  const loaded = useLoaded('factors', () => callApi(listFactors, {}), passkeyChanges);
  const fresh = useFreshSignIn();
  const [stage, setStage] = useState<Stage>({ name: 'overview' });
  const actions = useActions(factorMessages.failed);
  const [question, setQuestion] = useState<'remove' | 'renew'>();
  const box = useRef<HTMLDivElement>(null);
  const stageName = stage.name;
  const lastStage = useRef(stageName);

  // The button that was pressed is gone.
  useEffect(() => {
    if (lastStage.current === stageName) return;
    lastStage.current = stageName;
    box.current?.focus();
  }, [stageName]);

  async function step(action: () => Promise<string | undefined>) {
    await actions.run(() => fresh(action));
    setQuestion(undefined);
  }

  const begin = () =>
    step(async () => {
      setStage({ name: 'setup', ...(await callApi(beginTotp, {})) });
      return undefined;
    });
  const renew = () =>
    step(async () => {
      const { recovery_codes } = await callApi(renewRecoveryCodes, {});
      setStage({ name: 'codes', codes: recovery_codes });
      return undefined;
    });
  const remove = () =>
    step(async () => {
      await callApi(removeTotp, {});
      loaded.reload();
      return factorMessages.removed;
    });

  return (
    <LoadedPart
      loaded={loaded}
      label="Loading your second factor"
      lines={3}
      failed={factorMessages.loadFailed}
    >
      {({ totp, passkey_count, recovery_codes_left: left }) => (
        <div className={styles.settings}>
          <div ref={box} className={styles.settings} tabIndex={-1}>
            {stage.name === 'setup' ? (
              <Suspense fallback={<SkeletonText lines={8} />}>
                <TotpSetup
                  {...stage}
                  onCancel={() => setStage({ name: 'overview' })}
                  onConfirmed={(codes) => setStage({ name: 'codes', codes })}
                />
              </Suspense>
            ) : null}
            {stage.name === 'codes' ? (
              <RecoveryCodes
                codes={stage.codes}
                onSaved={() => {
                  setStage({ name: 'overview' });
                  loaded.reload();
                }}
              />
            ) : null}
            {stage.name === 'overview' && totp === null ? (
              <>
                {isStaff && passkey_count === 0 ? (
                  <p>You moderate here. Please set one up: your account can hide what others wrote.</p>
                ) : null}
                <Button busy={actions.isBusy} onClick={begin}>
                  Set up an authenticator app
                </Button>
              </>
            ) : null}
            {stage.name === 'overview' && (totp !== null || passkey_count > 0) ? (
              <>
                <p>
                  {totp === null ? null : <>On since {formatDate(totp.confirmed_at)}. </>}
                  {codesInWords(left)}
                </p>
                <div className={styles.actions}>
                  <Button onClick={() => setQuestion('renew')}>New recovery codes</Button>
                  {totp === null ? null : (
                    <Button variant="danger" onClick={() => setQuestion('remove')}>
                      Remove the app
                    </Button>
                  )}
                </div>
              </>
            ) : null}
          </div>
          <ActionOutcome outcome={actions.outcome} />
          <ConfirmDialog
            open={question === 'renew'}
            onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
            title="Get new recovery codes?"
            text="You get ten, and all earlier ones stop working at once."
            confirmLabel="Get new codes"
            busy={actions.isBusy}
            onConfirm={renew}
          />
          <ConfirmDialog
            open={question === 'remove'}
            onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
            title="Remove the authenticator app?"
            text={
              passkey_count > 0
                ? 'Your passkeys stay, and so do your recovery codes: a login asks for one of them.'
                : 'Your password alone opens your account then. The recovery codes go too.'
            }
            confirmLabel="Remove"
            danger
            busy={actions.isBusy}
            onConfirm={remove}
          />
        </div>
      )}
    </LoadedPart>
  );
}

function codesInWords(left: number): string {
  return left === 0
    ? 'You have no recovery code: without your passkey or app, nothing would open your account.'
    : `${plural(left, 'recovery code')} left.`;
}
