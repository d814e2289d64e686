import { startTransition, useOptimistic, useRef, useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { deviceChoice, setDeviceChoice } from '../components/device-history.ts';
import {
  CLEAR_AFTER_DAYS,
  type ClearAfterDays,
  getHistoryChoice,
  historyMessages,
  setHistoryChoice,
} from '../contract.ts';
import styles from './history-settings.module.css';

type Keep = 'off' | 'device' | 'account';
type Choice = { keep: Keep; clear_after_days: ClearAfterDays };

async function loadChoice(isSignedIn: boolean): Promise<Choice> {
  if (isSignedIn) {
    const { keep, clear_after_days } = await callApi(getHistoryChoice, {});
    const days = CLEAR_AFTER_DAYS.find((each) => each === clear_after_days) ?? null;
    if (keep === 'account') return { keep, clear_after_days: days };
  }
  const device = deviceChoice();
  return device === undefined ? { keep: 'off', clear_after_days: null } : { keep: 'device', ...device };
}

/** Stores the choice in the one place that it names; the other place forgets everything. */
async function storeChoice(isSignedIn: boolean, { keep, clear_after_days }: Choice): Promise<void> {
  if (isSignedIn)
    await callApi(setHistoryChoice, {
      keep: keep === 'account' ? 'account' : 'off',
      clear_after_days: keep === 'account' ? clear_after_days : null,
    });
  setDeviceChoice(keep === 'device' ? { clear_after_days } : undefined);
}

export type HistorySettingsProps = { isSignedIn: boolean; onChanged?: () => void };

/** Whether a reading history is kept, where, and for how long. Off until its reader says otherwise. */
export function HistorySettings({ isSignedIn, onChanged }: HistorySettingsProps) {
  const loaded = useLoaded(`choice ${isSignedIn}`, () => loadChoice(isSignedIn));
  const [stored, setStored] = useState<Choice>();
  return (
    <LoadedPart loaded={loaded} label="Loading the setting" lines={3} failed={historyMessages.loadFailed}>
      {(data) => (
        <Choices
          isSignedIn={isSignedIn}
          choice={stored ?? data}
          onStored={(choice) => {
            setStored(choice);
            onChanged?.();
          }}
        />
      )}
    </LoadedPart>
  );
}

type ChoicesProps = { isSignedIn: boolean; choice: Choice; onStored: (choice: Choice) => void };

function Choices({ isSignedIn, choice: storedChoice, onStored }: ChoicesProps) {
  const [asked, setAsked] = useState<Choice>();
  const [isBusy, setBusy] = useState(false);
  const [choice, showChoice] = useOptimistic(storedChoice);
  // Each change waits for the one before: a slow one must not overwrite a later one.
  const lastChange = useRef(Promise.resolve());
  const { run } = useToastedAction(historyMessages.saveFailed);

  async function store(wanted: Choice) {
    const isDone = await run(async () => {
      await storeChoice(isSignedIn, wanted);
      return historyMessages.saved;
    });
    if (isDone) onStored(wanted);
  }
  function change(wanted: Choice): Promise<void> {
    lastChange.current = lastChange.current.then(() => store(wanted));
    const stored = lastChange.current;
    startTransition(async () => {
      showChoice(wanted);
      await stored;
    });
    return stored;
  }
  async function confirm(wanted: Choice) {
    setBusy(true);
    await change(wanted);
    setBusy(false);
    setAsked(undefined);
  }
  function choose(keep: Keep) {
    const wanted = { ...choice, keep };
    // Leaving a place deletes what it holds.
    if (choice.keep === 'off' || keep === choice.keep) void change(wanted);
    else setAsked(wanted);
  }
  return (
    <div className={styles.settings}>
      <SelectField
        name="keep"
        label="Keep my reading history"
        hint={
          choice.keep === 'device'
            ? 'It never leaves this browser. Quick exit and logging out delete it.'
            : choice.keep === 'account'
              ? 'Chapters that you read for a few seconds or more, wherever you are signed in. Nobody else sees them.'
              : 'Nothing is kept.'
        }
        value={choice.keep}
        onChange={({ target: { value } }) =>
          choose((['off', 'device', 'account'] as const).find((each) => each === value) ?? 'off')
        }
        options={[
          { value: 'off', label: 'Off' },
          { value: 'device', label: 'On this device' },
          ...(isSignedIn ? [{ value: 'account', label: 'In my account' }] : []),
        ]}
      />
      {choice.keep === 'off' ? null : (
        <SelectField
          name="clear_after_days"
          label="Clear automatically"
          value={String(choice.clear_after_days ?? '')}
          onChange={({ target: { value } }) =>
            void change({
              ...choice,
              clear_after_days: CLEAR_AFTER_DAYS.find((days) => String(days) === value) ?? null,
            })
          }
          options={[
            { value: '', label: 'Never' },
            ...CLEAR_AFTER_DAYS.map((days) => ({ value: String(days), label: `After ${days} days` })),
          ]}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(isOpen) => isOpen || setAsked(undefined)}
        title={asked?.keep === 'off' ? 'Turn reading history off' : 'Keep reading history elsewhere'}
        text={
          choice.keep === 'account'
            ? 'The history in your account is deleted at once. This cannot be undone.'
            : 'The history on this device is deleted at once. This cannot be undone.'
        }
        confirmLabel={asked?.keep === 'off' ? 'Turn Off and Delete' : 'Delete and Change'}
        busyText="Deleting..."
        danger
        busy={isBusy}
        onConfirm={() => asked !== undefined && void confirm(asked)}
      />
    </div>
  );
}
