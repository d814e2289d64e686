import { useRevalidator } from 'react-router';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { editStory, type Story, storyMessages } from '../contract/stories.ts';
import { WarningsField, warningsIn } from '../parts/warnings-field.tsx';
import styles from './ask-warnings.module.css';

const UNANSWERED = 'Choose what applies, or one of the last two';

/** Asks the author of a published story for its warnings, until there is an answer. */
export function AskWarnings({ story }: { story: Story }) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const form = useForm({
    names: ['warnings'],
    check: ({ warnings }) => ({ warnings: warningsIn(warnings) === null ? UNANSWERED : undefined }),
    submit: async ({ warnings }) => {
      const { id, title, slug } = story;
      await callApi(editStory, { id: String(id), title, slug, warnings: warningsIn(warnings) });
      toast.show({ kind: 'success', message: 'Thank you. Readers see it from now on.' });
      void revalidate();
      return undefined;
    },
    failureMessage: storyMessages.updateFailed,
  });
  return (
    <section className={styles.ask} aria-label="Content warnings">
      <Form form={form} label="Content warnings" saysNeedsScript={false}>
        <WarningsField
          name="warnings"
          label="What should readers expect?"
          hint="Your story is out, and you have not said yet. Readers choose by this, and some avoid what hurts them."
          defaultValue=""
        />
        <FormActions>
          <SubmitButton busyText="Saving...">Save</SubmitButton>
        </FormActions>
      </Form>
    </section>
  );
}
