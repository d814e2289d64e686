import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { MAX_TAG_NOTE_CHARACTERS } from '#features/tags/contract/proposals.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { decideTagProposal, tagDecisionMessages, undoTagChange } from '../contract/tags.ts';

type Decision = 'accept' | 'reject' | 'undo';

export type TagDecisionButtonProps = {
  id: number;
  decision: Decision;
  /** The subject of the decision: “slow burn” is part of “romance”. */
  words: string;
  onDone: () => void;
};

const texts: Record<Decision, { label: string; busy: string; hint: string; done: string }> = {
  accept: {
    label: 'Accept',
    busy: 'Accepting...',
    hint: 'Shown to the members who suggested it, and kept in the log.',
    done: tagDecisionMessages.accepted,
  },
  reject: {
    label: 'Reject',
    busy: 'Rejecting...',
    hint: 'Shown to the members who suggested it, and kept in the log.',
    done: tagDecisionMessages.rejected,
  },
  undo: {
    label: 'Undo',
    busy: 'Undoing...',
    hint: 'Kept in the log.',
    done: tagDecisionMessages.undone,
  },
};

/** Decides about a suggestion, or undoes a change, with an optional note. */
export function TagDecisionButton({ id, decision, words, onDone }: TagDecisionButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const { label } = texts[decision];

  // The list follows what others decided only now: the note would go with its row.
  function close() {
    setOpen(false);
    if (isStale) onDone();
  }

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
        <span className="visually-hidden"> {words}</span>
      </Button>
      {isOpen ? (
        <Dialog open onOpenChange={(open) => open || isBusy || close()} title={label} description={words}>
          <DecisionForm
            {...{ id, decision, words }}
            onBusy={setBusy}
            onDone={onDone}
            onStale={() => setStale(true)}
          />
        </Dialog>
      ) : null}
    </>
  );
}

function DecisionForm({
  id,
  decision,
  onBusy,
  onDone,
  onStale,
}: TagDecisionButtonProps & { onBusy: (isBusy: boolean) => void; onStale: () => void }) {
  const toast = useToast();
  const { label, busy, hint, done } = texts[decision];
  const form = useForm({
    names: ['note'],
    draft: `tag-decision:${id}:${decision}`,
    submit: async ({ note }) => {
      onBusy(true);
      try {
        if (decision === 'undo') await callApi(undoTagChange, { id, note });
        else await callApi(decideTagProposal, { id, decision, note });
      } catch (error) {
        if (isApiError(error) && ['edit_conflict', 'not_found'].includes(error.code)) onStale();
        throw error;
      } finally {
        onBusy(false);
      }
      toast.show({ kind: 'success', message: done });
      onDone();
      return undefined;
    },
    failureMessage: moderationMessages.failed,
  });
  return (
    <Form form={form} label={label} saysNeedsScript={false}>
      <TextArea
        name="note"
        label="Note"
        hint={hint}
        rows={3}
        counter={{ limit: MAX_TAG_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText={busy}>{label}</SubmitButton>
      </FormActions>
    </Form>
  );
}
