import { fits } from '#base/plain-text.ts';
import { groupThousands, plural } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { commentMessages, MAX_REMOVAL_REASON_CHARACTERS } from '../contract/comments.ts';

export type RemoveDialogProps = {
  open: boolean;
  /** The number of comments. */
  count?: number | undefined;
  /** How many comments that are shown may go with those that wait. */
  shownCount?: number | undefined;
  /** Whether a moderator removes it for the site: then the reason is required. */
  isStaff?: boolean;
  /** The name under which an unsent reason is stored. */
  draft: string;
  onClose: () => void;
  onRemove: (reason: string, withShown: boolean) => Promise<void>;
};

/** Asks for the reason why a comment is removed. */
export function RemoveDialog({ open, count = 1, ...props }: RemoveDialogProps) {
  const { onClose, isStaff = false } = props;
  const [them, writers] = count === 1 ? ['it', 'Its writer'] : ['them', 'Their writers'];
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={count === 1 ? 'Remove Comment' : `Remove ${groupThousands(count)} Comments`}
      description={
        isStaff
          ? `Readers no longer see ${them}. ${writers} can read your reason, and so can the story’s author.`
          : `Readers no longer see ${them}. ${writers} can still, with your reason if you give one; you can bring ${them} back.`
      }
    >
      {open ? <RemoveForm {...props} isStaff={isStaff} /> : null}
    </Dialog>
  );
}

function RemoveForm(props: Omit<RemoveDialogProps, 'open' | 'count'>) {
  const { shownCount = 0, isStaff = false, draft, onClose, onRemove } = props;
  const form = useForm({
    names: ['reason', 'with_shown'],
    draft: `removal:${draft}`,
    check: ({ reason }) => ({
      reason:
        isStaff && reason.trim() === ''
          ? commentMessages.reasonRequired
          : fits(reason.trim(), MAX_REMOVAL_REASON_CHARACTERS)
            ? undefined
            : commentMessages.reasonTooLong,
    }),
    submit: async ({ reason, with_shown }) => {
      await onRemove(reason.trim(), with_shown === 'on');
      return undefined;
    },
    failureMessage: commentMessages.failed,
  });
  return (
    <Form form={form} label="Remove comment" saysNeedsScript={false}>
      <TextArea
        name="reason"
        label={isStaff ? 'Reason' : 'Reason (optional)'}
        required={isStaff}
        rows={3}
        counter={{ limit: MAX_REMOVAL_REASON_CHARACTERS }}
      />
      {shownCount === 0 ? null : (
        <CheckboxField
          name="with_shown"
          label={`Also remove ${plural(shownCount, 'comment', 'comments')} of the same accounts that are already shown`}
          defaultChecked
        />
      )}
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
