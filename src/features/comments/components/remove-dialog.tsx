import { fits } from '#base/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { commentMessages, MAX_REMOVAL_REASON_CHARACTERS } from '../contract/comments.ts';

export type RemoveDialogProps = {
  open: boolean;
  /** The number of comments. */
  count?: number;
  onClose: () => void;
  onRemove: (reason: string) => Promise<void>;
};

/** Asks for the reason why a comment is removed. */
export function RemoveDialog({ open, count = 1, onClose, onRemove }: RemoveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={count === 1 ? 'Remove Comment' : `Remove ${count} Comments`}
      description="Readers no longer see it. Its writer does, with your reason; you can bring it back."
    >
      {open ? <RemoveForm onClose={onClose} onRemove={onRemove} /> : null}
    </Dialog>
  );
}

function RemoveForm({ onClose, onRemove }: Pick<RemoveDialogProps, 'onClose' | 'onRemove'>) {
  const form = useForm({
    names: ['reason'],
    check: ({ reason }) => ({
      reason: fits(reason.trim(), MAX_REMOVAL_REASON_CHARACTERS) ? undefined : commentMessages.reasonTooLong,
    }),
    submit: async ({ reason }) => {
      await onRemove(reason.trim());
      return undefined;
    },
    failureMessage: commentMessages.failed,
  });
  return (
    <Form form={form} label="Remove comment" saysNeedsScript={false}>
      <TextArea name="reason" label="Reason" rows={3} counter={{ limit: MAX_REMOVAL_REASON_CHARACTERS }} />
      <FormActions>
        <SubmitButton variant="danger" busyText="Removing...">
          Remove
        </SubmitButton>
        <Button aria-disabled={form.isBusy || undefined} onClick={onClose}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}
