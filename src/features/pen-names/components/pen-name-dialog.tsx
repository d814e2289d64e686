import { useState } from 'react';
import {
  MAX_BIO_CHARACTERS,
  MAX_DISPLAY_NAME_CHARACTERS,
} from '#features/accounts/contract/profile-details.ts';
import {
  accountMessages,
  isUsername,
  MAX_USERNAME_CHARACTERS,
  MIN_USERNAME_CHARACTERS,
} from '#features/accounts/rules/accounts.ts';
import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { callApi } from '#ui/api-client.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { createSubmitKeys } from '#ui/submit-keys.ts';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { addPenName, editPenName, type PenName, penNameMessages } from '../contract.ts';
import styles from './pen-name-dialog.module.css';

export type PenNameDialogProps = {
  open: boolean;
  accountId: number;
  /** The pen name to change; undefined for a new one. */
  penName: PenName | undefined;
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or changes a pen name. Typed text survives closing the window by accident; Cancel discards it. */
export function PenNameDialog({ open, ...form }: PenNameDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || isBusy || form.onClose()}
      title={form.penName === undefined ? 'Add a pen name' : 'Edit pen name'}
      size="wide"
    >
      {open ? <PenNameForm {...form} onBusy={setBusy} /> : null}
    </Dialog>
  );
}

type PenNameFormProps = Omit<PenNameDialogProps, 'open'> & { onBusy: (isBusy: boolean) => void };

function PenNameForm({ accountId, penName, onClose, onSaved, onBusy }: PenNameFormProps) {
  const [keyFor] = useState(createSubmitKeys);
  const [typed, setTyped] = useState({
    username: penName?.username ?? '',
    display_name: penName?.display_name ?? '',
  });
  const form = useForm({
    names: ['username', 'display_name', 'bio', 'profile_public'],
    check: ({ username }) => ({
      username:
        username.trim() === ''
          ? accountMessages.usernameRequired
          : isUsername(username.trim())
            ? undefined
            : accountMessages.usernameForm,
    }),
    submit: async ({ profile_public, ...texts }) => {
      const input = { ...texts, username: texts.username.trim(), profile_public: profile_public !== '' };
      onBusy(true);
      try {
        if (penName === undefined) await callApi(addPenName, input, { submitKey: keyFor(input) });
        else await callApi(editPenName, { id: String(penName.id), ...input });
      } finally {
        onBusy(false);
      }
      onSaved(penName === undefined ? penNameMessages.added : penNameMessages.saved);
      return undefined;
    },
    failureMessage: penNameMessages.saveFailed,
    draft: `pen-name:${accountId}:${penName?.id ?? 'new'}`,
  });
  const name = typed.display_name.trim() || typed.username.trim();
  return (
    <Form
      form={form}
      label={penName === undefined ? 'Add a pen name' : 'Edit pen name'}
      saysNeedsScript={false}
    >
      <div className={styles.preview}>
        <AuthorAvatar name={name} />
        <p className={styles.name}>{name === '' ? 'Your pen name' : name}</p>
      </div>
      <TextField
        name="username"
        label="Username"
        hint={
          penName === undefined
            ? `${MIN_USERNAME_CHARACTERS} to ${MAX_USERNAME_CHARACTERS} letters, digits, “_” or “-”. It is part of the address of its page. You don’t log in with it.`
            : 'If you change it, the old address leads nowhere, and nobody else can take it.'
        }
        required
        defaultValue={penName?.username}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onInput={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, username: value }))}
      />
      <TextField
        name="display_name"
        label="Display name"
        hint="What readers call you. Leave it empty to use the username."
        defaultValue={penName?.display_name}
        counter={{ limit: MAX_DISPLAY_NAME_CHARACTERS }}
        autoComplete="off"
        onInput={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, display_name: value }))}
      />
      <TextArea
        name="bio"
        label="Bio"
        rows={4}
        hint="Write it anew: the same words under two names link them."
        defaultValue={penName?.bio}
        counter={{ limit: MAX_BIO_CHARACTERS }}
      />
      <CheckboxField
        name="profile_public"
        label="Show its page before it has a story"
        hint="Otherwise its page appears with the first story that is listed."
        defaultChecked={penName?.profile_public}
      />
      <FormActions>
        <SubmitButton busyText="Saving...">
          {penName === undefined ? 'Add pen name' : 'Save pen name'}
        </SubmitButton>
        <CancelButton form={form} onClose={onClose} />
      </FormActions>
    </Form>
  );
}
