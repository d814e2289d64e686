import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { appealMessages } from '../contract/appeals.ts';
import { MAX_APPEAL_CHARACTERS } from '../contract/moderation.ts';

export type AppealFormProps = {
  decisionId: number;
  send: (words: string) => Promise<void>;
  onCancel: () => void;
};

/** The form for an appeal's text. */
export function AppealForm({ decisionId, send, onCancel }: AppealFormProps) {
  const form = useForm({
    names: ['words'],
    check: ({ words }) => ({ words: words.trim() === '' ? appealMessages.wordsRequired : undefined }),
    submit: async ({ words }) => {
      await send(words);
      return undefined;
    },
    failureMessage: appealMessages.failed,
    // It can be sent once, so it is written with care, and Cancel is close to the button that sends it.
    draft: `appeal:${decisionId}`,
  });
  return (
    <Form form={form} label="Appeal" saysNeedsScript={false}>
      <TextArea
        name="words"
        label="Why is the decision wrong?"
        hint="What may have been overlooked, or what you have changed since. You can appeal once."
        rows={6}
        required
        autoFocus
        counter={{ limit: MAX_APPEAL_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText="Sending...">Send appeal</SubmitButton>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  );
}
