import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { MAX_NOTE_CHARACTERS, moderationMessages } from '../contract/moderation.ts';
import { linkTakedown, type Takedown, takeTakedownStep } from '../contract/takedowns.ts';
import { parseStoryAddress } from './parse-story-address.ts';
import { stepLabels, stepText, type TakenStep } from './takedown-texts.ts';

export type TakedownDialogProps = {
  request: Takedown;
  step: TakenStep | 'link';
  onClose: () => void;
  /** Also called when the request has changed since it was loaded. */
  onTaken: () => void;
};

/** The form for the reason of a step, or for the story that a request is about. */
export function TakedownDialog({ request, step, onClose, onTaken }: TakedownDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const hasStory = request.story_id !== null;
  const rest = { request, onTaken, onBusy: setBusy };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || isBusy || onClose()}
      title={step === 'link' ? 'Which story is it about?' : stepLabels(step, request.step, hasStory)}
      description={
        step === 'link'
          ? 'The request then becomes part of that story’s case.'
          : stepText(step, request.step, hasStory)
      }
    >
      {step === 'link' ? <LinkForm {...rest} /> : <StepForm {...rest} step={step} />}
    </Dialog>
  );
}

type FormProps = { request: Takedown; onTaken: () => void; onBusy: (isBusy: boolean) => void };

/** Runs the step and shows the result; after an edit conflict the request is reloaded. */
function useSubmitStep({ onTaken, onBusy }: Pick<FormProps, 'onTaken' | 'onBusy'>) {
  const toast = useToast();
  return async (done: string, work: () => Promise<unknown>) => {
    onBusy(true);
    try {
      await work();
      toast.show({ kind: 'success', message: done });
      onTaken();
    } catch (error) {
      if (!isApiError(error) || error.code !== 'edit_conflict') throw error;
      toast.show({ kind: 'error', message: error.message });
      onTaken();
    } finally {
      onBusy(false);
    }
    return undefined;
  };
}

function StepForm({ request, step, ...rest }: FormProps & { step: TakenStep }) {
  const submitStep = useSubmitStep(rest);
  const form = useForm({
    names: ['note'],
    draft: `takedown:${request.id}:${step}`,
    check: ({ note }) => ({ note: note.trim() === '' ? moderationMessages.noteRequired : undefined }),
    submit: ({ note }) =>
      submitStep('Done. The people concerned have been told.', () =>
        callApi(takeTakedownStep, { id: request.id, step, after: request.step, note }),
      ),
    failureMessage: moderationMessages.failed,
  });
  const label = stepLabels(step, request.step, request.story_id !== null);
  return (
    <Form form={form} label={label} saysNeedsScript={false}>
      <TextArea
        name="note"
        label="Reason"
        hint="Emailed to the people concerned, without your name."
        rows={4}
        required
        counter={{ limit: MAX_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton variant={step === 'removed' ? 'danger' : 'primary'} busyText="Sending...">
          {label}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function LinkForm({ request, ...rest }: FormProps) {
  const take = useSubmitStep(rest);
  const form = useForm({
    names: ['story'],
    check: ({ story }) => ({ story: story.trim() === '' ? moderationMessages.storyRequired : undefined }),
    submit: ({ story }) =>
      take('Linked.', () => callApi(linkTakedown, { id: request.id, story: parseStoryAddress(story) })),
    failureMessage: moderationMessages.failed,
  });
  return (
    <Form form={form} label="Story" saysNeedsScript={false}>
      <TextField name="story" label="Address of the story" inputMode="url" autoCapitalize="none" required />
      <FormActions>
        <SubmitButton busyText="Linking...">Link</SubmitButton>
      </FormActions>
    </Form>
  );
}
