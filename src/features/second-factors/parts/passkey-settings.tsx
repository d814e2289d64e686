import { useState } from 'react';
import { useFreshSignIn } from '#features/accounts/parts/fresh-sign-in.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatDate } from '#ui/dates.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import styles from '../components/passkeys.module.css';
import { RecoveryCodes } from '../components/recovery-codes.tsx';
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  passkeyMessages,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from '../contract/passkeys.ts';
import { makePasskey } from './make-passkey.ts';

/** The passkeys of the account: added, named and removed here. */
export function PasskeySettings({ onChanged }: { onChanged: () => void }) {
  const loaded = useLoaded('passkeys', async () => (await callApi(listPasskeys, {})).passkeys);
  const [codes, setCodes] = useState<readonly string[]>([]);
  function changed() {
    loaded.reload();
    onChanged();
  }
  return (
    <LoadedPart loaded={loaded} label="Loading your passkeys" lines={3} failed={passkeyMessages.loadFailed}>
      {(data) => (
        <div className={styles.settings}>
          {data.length === 0 ? null : (
            <Rows>
              {data.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onChanged={changed} />
              ))}
            </Rows>
          )}
          {codes.length > 0 ? (
            <RecoveryCodes codes={codes} onSaved={() => setCodes([])} />
          ) : (
            <AddPasskey
              onAdded={(newCodes) => {
                setCodes(newCodes);
                changed();
              }}
            />
          )}
        </div>
      )}
    </LoadedPart>
  );
}

function AddPasskey({ onAdded }: { onAdded: (recoveryCodes: readonly string[]) => void }) {
  const fresh = useFreshSignIn();
  const form = useForm({
    names: ['name'],
    check: ({ name }) => ({ name: name.trim() === '' ? passkeyMessages.nameRequired : undefined }),
    submit: async ({ name }) => {
      const { options } = await fresh(() => callApi(passkeyOptions, {}));
      const response = await makePasskey(options);
      // The device has the passkey by now: one that is refused because minutes have passed would be offered in vain.
      const { recovery_codes } = await fresh(() => callApi(addPasskey, { name, response }));
      onAdded(recovery_codes);
      return passkeyMessages.added;
    },
    failureMessage: passkeyMessages.failed,
    clearsOnSuccess: true,
  });
  return (
    <Form form={form} label="Add a passkey">
      <TextField
        name="name"
        label="Name of the new passkey"
        hint="For you alone, such as “My phone”."
        required
        autoComplete="off"
      />
      <FormActions>
        <SubmitButton variant="quiet" busyText="Waiting for your passkey...">
          Add a passkey
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function PasskeyRow({ passkey, onChanged }: { passkey: Passkey; onChanged: () => void }) {
  const fresh = useFreshSignIn();
  const { isBusy, run } = useToastedAction(passkeyMessages.failed);
  const [question, setQuestion] = useState<'rename' | 'remove'>();
  const { id, name, created_at, used_at } = passkey;

  async function remove() {
    await run(async () => {
      await fresh(() => callApi(removePasskey, { id }));
      return passkeyMessages.removed;
    });
    setQuestion(undefined);
    onChanged();
  }

  return (
    <Row
      actions={
        <>
          <Button size="small" onClick={() => setQuestion('rename')}>
            Rename<span className="visually-hidden"> {name}</span>
          </Button>
          <Button size="small" onClick={() => setQuestion('remove')}>
            Remove<span className="visually-hidden"> {name}</span>
          </Button>
        </>
      }
    >
      <p>
        <strong>{name}</strong>
      </p>
      <RowFacts>
        Added {formatDate(created_at)}
        {used_at === null ? null : ` · Last used ${formatDate(used_at)}`}
      </RowFacts>
      <Dialog
        open={question === 'rename'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        title="Rename the passkey"
      >
        <RenameForm
          passkey={passkey}
          onDone={() => {
            setQuestion(undefined);
            onChanged();
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={question === 'remove'}
        onOpenChange={(isOpen) => isOpen || setQuestion(undefined)}
        title={`Remove the passkey ${name}?`}
        text="It no longer opens your account. Your device may still offer it, until you delete it there too."
        confirmLabel="Remove"
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </Row>
  );
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useForm({
    names: ['name'],
    check: ({ name }) => ({ name: name.trim() === '' ? passkeyMessages.nameRequired : undefined }),
    submit: async ({ name }) => {
      await callApi(renamePasskey, { id: passkey.id, name });
      onDone();
      return undefined;
    },
    failureMessage: passkeyMessages.failed,
  });
  return (
    <Form form={form} label="Rename the passkey">
      <TextField name="name" label="Name" required defaultValue={passkey.name} autoComplete="off" />
      <FormActions>
        <SubmitButton busyText="Saving...">Save name</SubmitButton>
      </FormActions>
    </Form>
  );
}
