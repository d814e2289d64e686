import { useState } from 'react';
import { MAX_NOTE_CHARACTERS, moderationMessages } from '#features/moderation/contract/moderation.ts';
import { callApi } from '#ui/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import {
  changeRole,
  endSessions,
  type Person,
  peopleMessages,
  ROLE_NAMES,
  type RoleName,
} from '../contract.ts';

export type PersonDialogProps = {
  person: Person;
  action: 'role' | 'sessions';
  onClose: () => void;
  onDone: () => void;
};

/** Changes somebody's role or ends their sessions, with a reason for the log. */
export function PersonDialog({ person, action, onClose, onDone }: PersonDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || isBusy || onClose()}
      title={action === 'role' ? `Role of ${person.username}` : `End the sessions of ${person.username}`}
      description={
        action === 'role'
          ? 'It takes effect with the next request. Moderators decide on reports; admins also manage people.'
          : 'They are signed out everywhere at once, and can sign in again.'
      }
    >
      <PersonForm {...{ person, action, onDone, onBusy: setBusy }} />
    </Dialog>
  );
}

type FormProps = Omit<PersonDialogProps, 'onClose'> & { onBusy: (isBusy: boolean) => void };

function PersonForm({ person, action, onDone, onBusy }: FormProps) {
  const toast = useToast();
  const form = useForm({
    names: ['role', 'note'],
    draft: `person:${person.id}:${action}`,
    check: ({ note }) => ({ note: note.trim() === '' ? moderationMessages.noteRequired : undefined }),
    submit: async ({ role, note }) => {
      onBusy(true);
      try {
        if (action === 'role') await callApi(changeRole, { id: person.id, role: role as RoleName, note });
        else await callApi(endSessions, { id: person.id, note });
      } finally {
        onBusy(false);
      }
      const message = action === 'role' ? peopleMessages.roleChanged : peopleMessages.sessionsEnded;
      toast.show({ kind: 'success', message });
      onDone();
      return undefined;
    },
    failureMessage: moderationMessages.failed,
  });
  return (
    <Form form={form} label={action === 'role' ? 'Role' : 'End sessions'} saysNeedsScript={false}>
      {action === 'role' ? (
        <SelectField
          name="role"
          label="Role"
          defaultValue={person.role}
          options={ROLE_NAMES.map((role) => ({ value: role, label: role }))}
        />
      ) : null}
      <TextArea
        name="note"
        label="Reason"
        hint="Kept in the log."
        rows={3}
        required
        counter={{ limit: MAX_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText="Saving...">{action === 'role' ? 'Change role' : 'End sessions'}</SubmitButton>
      </FormActions>
    </Form>
  );
}
