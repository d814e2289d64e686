import { useState } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { valuesIn } from '#ui/form-values.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { correctionMessages, MAX_CORRECTION_CHARACTERS, sendSharedCorrection } from '../contract.ts';

/** A correction as it stands in the form. */
export type TypedCorrection = { quote: string; replacement: string; note: string };

export type CorrectionDialogProps = {
  token: string;
  chapterId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  typed: TypedCorrection;
  /** Called with every change. */
  onTyped: (correction: TypedCorrection) => void;
  onSent: () => void;
};

const NAMES = ['quote', 'replacement', 'note'] as const;
const counter = { limit: MAX_CORRECTION_CHARACTERS, warnAbove: MAX_CORRECTION_CHARACTERS - 100 };

/** The dialog for one correction. */
export function CorrectionDialog({ open, onOpenChange, ...form }: CorrectionDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const { user } = useSession();
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || isBusy || onOpenChange(false)}
      title="Suggest a correction"
      description={
        user === undefined
          ? 'Only the author sees it. You are not logged in, so it is sent without a name; you may sign your note.'
          : `Only the author sees it, with your name: ${user.username}.`
      }
    >
      <CorrectionForm {...form} onBusy={setBusy} />
    </Dialog>
  );
}

type CorrectionFormProps = Omit<CorrectionDialogProps, 'open' | 'onOpenChange'> & {
  onBusy: (isBusy: boolean) => void;
};

function CorrectionForm({ token, chapterId, typed, onTyped, onBusy, onSent }: CorrectionFormProps) {
  const form = useForm({
    names: NAMES,
    check: ({ quote, replacement, note }) => {
      const isUnchanged = replacement.trim() === quote.trim() && note.trim() === '';
      return {
        quote: quote.trim() === '' ? correctionMessages.quoteRequired : undefined,
        replacement: isUnchanged ? correctionMessages.nothingSaid : undefined,
      };
    },
    submit: async (values) => {
      onBusy(true);
      try {
        // An unchanged passage is there for the note alone.
        const replacement = values.replacement.trim() === values.quote.trim() ? null : values.replacement;
        await callApi(sendSharedCorrection, { token, chapterId: String(chapterId), ...values, replacement });
      } finally {
        onBusy(false);
      }
      onSent();
      return undefined;
    },
    failureMessage: correctionMessages.failed,
  });
  const onInput = () => {
    form.onInput();
    if (form.ref.current !== null) onTyped(valuesIn(form.ref.current, NAMES));
  };
  return (
    <>
      <Form form={{ ...form, onInput }} label="Correction" saysNeedsScript={false}>
        <TextArea
          name="quote"
          label="Passage"
          hint="The words as they stand in the text, within one paragraph."
          rows={2}
          required
          defaultValue={typed.quote}
          counter={counter}
        />
        <TextArea
          name="replacement"
          label="New text"
          hint="What should stand there instead. Empty: leave the passage out."
          rows={2}
          defaultValue={typed.replacement}
          counter={counter}
        />
        <TextArea name="note" label="Note" rows={2} defaultValue={typed.note} counter={counter} />
        <FormActions>
          <SubmitButton busyText="Sending...">Send to the author</SubmitButton>
        </FormActions>
      </Form>
      <LeaveGuard when={form.isDirty} text="What you have written here has not been sent." />
    </>
  );
}
