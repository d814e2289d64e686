import { type RefObject, useRef, useState } from 'react';
import { fetchKeyOf } from '#features/chapters/parts/drafts/draft-keys.ts';
import { forgetDraftsOf } from '#features/chapters/parts/drafts/drafts.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { deleteDrafts } from '#ui/form-draft.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { endSession } from '#ui/session.ts';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import { accountMessages, askToDelete, DELETION_CONFIRMATION, deleteAccount } from '../contract/accounts.ts';
import type { User } from '../contract/session.ts';
import { useFreshSignIn } from '../parts/fresh-sign-in.tsx';
import { useLeave } from '../parts/signed-in-only.tsx';
import { suppressSignedOutToast } from '../parts/signed-out-toast.tsx';
import { UsernameForPasswordManager } from './change-password.tsx';
import { useDeletionLink } from './deletion-link.tsx';
import { ProfileSection } from './profile-section.tsx';

export function DangerZone({ user }: { user: User }) {
  const button = useRef<HTMLButtonElement>(null);
  const [token, forgetLink] = useDeletionLink(button);
  const [isOpen, setOpen] = useState(false);

  function close() {
    setOpen(false);
    forgetLink();
  }

  return (
    <ProfileSection
      anchor="delete"
      title="Danger Zone"
      text="Deleting your account also deletes your stories, chapters, votes and bookmarks. It cannot be undone."
      danger
    >
      {user.has_password ? (
        <Button ref={button} variant="danger" onClick={() => setOpen(true)}>
          Delete Account
        </Button>
      ) : (
        <RequestDeletionLink user={user} button={button} />
      )}
      <DeleteDialog user={user} token={token} isOpen={isOpen || token !== undefined} onClose={close} />
    </ProfileSection>
  );
}

/** Confirms the owner by mail when the account has no password. */
function RequestDeletionLink({ user, button }: { user: User; button: RefObject<HTMLButtonElement | null> }) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(askToDelete, {});
      return accountMessages.deleteByMail;
    },
    failureMessage: accountMessages.deleteFailed,
  });
  if (user.email === '')
    return (
      <p>
        <a href="#email">Give it an email address</a> first: you confirm the deletion by a link in an email.
      </p>
    );
  return (
    <Form form={form} label="Delete Account">
      <FormActions>
        <SubmitButton ref={button} variant="danger" busyText="Sending...">
          Delete Account
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

type DeleteDialogProps = { user: User; token: string | undefined; isOpen: boolean; onClose: () => void };

function DeleteDialog({ user, token, isOpen, onClose }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => open || isBusy || onClose()}
      title="Delete Account"
      initialFocus={firstField}
      description={
        <>
          This deletes the account {user.username} and everything in it: stories, chapters, votes and
          bookmarks. It cannot be undone. To keep a copy,{' '}
          <a href={`${urls.profile('settings')}#data`} onClick={onClose}>
            export your data
          </a>{' '}
          first.
        </>
      }
    >
      <DeleteForm user={user} token={token} firstField={firstField} onClose={onClose} onBusy={setBusy} />
    </Dialog>
  );
}

function DeleteForm(props: {
  user: User;
  token: string | undefined;
  firstField: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  onBusy: (isBusy: boolean) => void;
}) {
  const { user, token, firstField, onClose, onBusy } = props;
  const leave = useLeave();
  const fresh = useFreshSignIn();
  const form = useForm({
    names: ['confirmation', 'password'],
    check: ({ confirmation, password }) => ({
      confirmation: confirmation === DELETION_CONFIRMATION ? undefined : accountMessages.deletionNotConfirmed,
      password: token === undefined && password === '' ? accountMessages.passwordRequired : undefined,
    }),
    submit: async ({ password }) => {
      onBusy(true);
      try {
        // Loads the key while the account still exists; afterwards the server gives it to nobody.
        await fetchKeyOf(user.account_id);
        await fresh(() => callApi(deleteAccount, token === undefined ? { password } : { token }));
      } finally {
        onBusy(false);
      }
      leave(urls.login(), {
        state: {
          notification: { kind: 'success', message: 'Your account and everything in it have been deleted.' },
        },
      });
      suppressSignedOutToast();
      deleteDrafts();
      forgetDraftsOf(user.account_id);
      endSession();
      return undefined;
    },
    failureMessage: accountMessages.deleteFailed,
  });
  return (
    <Form form={form} label="Delete Account">
      <UsernameForPasswordManager username={user.username} />
      <TextField
        ref={firstField}
        name="confirmation"
        label={`Type ${DELETION_CONFIRMATION} to confirm`}
        required
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      {token === undefined ? (
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
      ) : null}
      <FormActions>
        <SubmitButton variant="danger" busyText="Deleting...">
          Delete Account
        </SubmitButton>
        <Button onClick={onClose} aria-disabled={form.isBusy || undefined}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}
