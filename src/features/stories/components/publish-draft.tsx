import { useRevalidator } from 'react-router';
import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { publishDraftMessages } from '../contract/publish-draft.ts';
import { editStory, getStory, type Story } from '../contract/stories.ts';
import { VISIBILITIES } from '../contract/visibility.ts';
import { VisibilityField, visibilityIn } from '../parts/visibility-field.tsx';

const PUBLISHED = VISIBILITIES.filter((visibility) => visibility !== 'draft');

export type PublishDraftProps = { story: Story; open: boolean; onClose: () => void };

/** Asks for whom a draft is published, and publishes it. */
export function PublishDraft({ story, open, onClose }: PublishDraftProps) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const form = useForm({
    names: ['visibility'],
    submit: async ({ visibility }) => {
      const id = String(story.id);
      // The page may show a title that was changed since, and a call must say the title.
      const { title, slug, updated_at } = await callApi(getStory, { id });
      const published = await callApi(editStory, {
        ...{ id, title, slug, expected_updated_at: updated_at },
        visibility: visibilityIn(visibility),
      });
      toast.show({
        kind: 'success',
        message:
          published.is_waiting === true ? publishDraftMessages.waiting : publishDraftMessages.published,
      });
      onClose();
      void revalidate();
      return undefined;
    },
    failureMessage: publishDraftMessages.failed,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Publish this draft"
      description={
        story.chapter_count === 0
          ? 'It has no chapter yet: readers find it once it has one.'
          : `Its ${plural(story.chapter_count, 'chapter')} can be read at once. “Edit Story” makes it a draft again.`
      }
    >
      <Form form={form} label="Publish this draft" saysNeedsScript={false}>
        <VisibilityField
          name="visibility"
          label="Who can read it"
          defaultValue="public"
          choices={PUBLISHED}
        />
        <FormActions>
          <SubmitButton busyText="Publishing...">Publish</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  );
}
