import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import type { PenName } from '#features/pen-names/contract.ts';
import { PenNameField, usePenNameChoice } from '#features/pen-names/parts/pen-name-choice.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { valuesIn } from '#ui/form-values.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { putCursorAtEnd } from '#ui/put-cursor-at-end.ts';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { correctionMessages, MAX_CORRECTION_CHARACTERS } from '../contract.ts';

/** A correction as it stands in the form. */
export type TypedCorrection = { quote: string; replacement: string; note: string };

/** A correction as it is sent. */
export type SentCorrection = {
  quote: string;
  replacement: string | null;
  note: string;
  wants_credit: boolean;
};

export type CorrectionDialogProps = {
  send: (correction: SentCorrection & { author_username?: string }) => Promise<unknown>;
  /** The pen names to choose from; none: the account has one, or the correction is sent under the default one. */
  names?: PenName[];
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
  const newText = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={open}
      // With the passage there already, the reader goes on with what should replace it.
      initialFocus={form.typed.quote === '' ? undefined : newText}
      onOpenChange={(isOpen) => isOpen || isBusy || onOpenChange(false)}
      title="Suggest a correction"
      description={
        user === undefined
          ? 'Only the author sees it. You are not logged in, so it is sent without a name; you may sign your note.'
          : form.names === undefined || form.names.length === 0
            ? `Only the author sees it, with your name: ${user.username}.`
            : 'Only the author sees it, with the name that you choose.'
      }
    >
      <CorrectionForm {...form} newText={newText} isGuest={user === undefined} onBusy={setBusy} />
    </Dialog>
  );
}

type CorrectionFormProps = Omit<CorrectionDialogProps, 'open' | 'onOpenChange'> & {
  newText: RefObject<HTMLTextAreaElement | null>;
  isGuest: boolean;
  onBusy: (isBusy: boolean) => void;
};

function CorrectionForm(props: CorrectionFormProps) {
  const { send, names = [], newText, isGuest, typed, onTyped, onBusy, onSent } = props;
  useEffect(() => putCursorAtEnd(newText.current), [newText]);
  const penName = usePenNameChoice(names);
  const isNewTextTyped = useRef(typed.replacement !== '');
  const form = useForm({
    names: [...NAMES, 'wants_credit', 'author_username'],
    check: ({ quote, replacement, note, author_username }) => {
      const isUnchanged = replacement.trim() === quote.trim() && note.trim() === '';
      return {
        quote: quote.trim() === '' ? correctionMessages.quoteRequired : undefined,
        replacement: isUnchanged ? correctionMessages.nothingSaid : undefined,
        author_username: penName.check(author_username),
      };
    },
    confirm: ({ author_username }) => penName.confirm(author_username),
    submit: async ({ author_username, wants_credit, ...values }) => {
      onBusy(true);
      try {
        // An unchanged passage, or new text never typed, is there for the note alone.
        const isForNote =
          values.replacement.trim() === values.quote.trim() ||
          (!isNewTextTyped.current && values.note.trim() !== '');
        const replacement = isForNote ? null : values.replacement;
        await send({
          ...{ ...values, replacement, wants_credit: wants_credit !== '' },
          ...penName.inputOf(author_username),
        });
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
          hint="What should stand there instead. Empty: leave the passage out. For a note alone, change nothing here."
          rows={2}
          ref={newText}
          onChange={() => {
            isNewTextTyped.current = true;
          }}
          defaultValue={typed.replacement}
          counter={counter}
        />
        <TextArea name="note" label="Note" rows={2} defaultValue={typed.note} counter={counter} />
        <PenNameField names={names} hint="The author sees this name and no other." />
        {isGuest ? null : (
          <CheckboxField
            name="wants_credit"
            label="Name me at the end of the chapter"
            hint="If the author accepts it and agrees."
          />
        )}
        <FormActions>
          <SubmitButton busyText="Sending...">Send to the author</SubmitButton>
        </FormActions>
      </Form>
      {penName.dialog}
      <LeaveGuard when={form.isDirty} text="What you have written here has not been sent." />
    </>
  );
}
