import { fits } from '#base/plain-text.ts';
import { callApi } from '#ui/api-client.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { MAX_SHELF_NOTE_CHARACTERS, markMessages } from '../contract/marks.ts';
import { putOnShelf, type Shelf, type ShelvedStory } from '../contract/shelves.ts';

export type ListNoteDialogProps = {
  shelf: Shelf;
  story: ShelvedStory;
  open: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** The note of a story that the readers of a published list see. */
export function ListNoteDialog({ open, ...form }: ListNoteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || form.onClose()}
      title={`Note for readers: ${form.story.title}`}
      description={
        form.shelf.visibility === 'public'
          ? 'Everyone who opens this list sees it. Your private note is another one.'
          : 'Whoever has the link of this list sees it. Your private note is another one.'
      }
    >
      {open ? <ListNoteForm {...form} /> : null}
    </Dialog>
  );
}

function ListNoteForm({ shelf, story, onClose, onSaved }: Omit<ListNoteDialogProps, 'open'>) {
  const form = useForm({
    names: ['note'],
    draft: `list-note:${shelf.id}:${story.id}`,
    check: ({ note }) => ({
      note: fits(note.trim(), MAX_SHELF_NOTE_CHARACTERS) ? undefined : markMessages.noteTooLong,
    }),
    submit: async ({ note }) => {
      await callApi(putOnShelf, { id: shelf.id, story_id: story.slug, note });
      onSaved();
      return undefined;
    },
    failureMessage: markMessages.saveFailed,
  });
  return (
    <Form form={form} label="Note for readers" saysNeedsScript={false}>
      <TextArea
        name="note"
        label="Note"
        rows={5}
        defaultValue={story.note}
        counter={{ limit: MAX_SHELF_NOTE_CHARACTERS }}
      />
      <FormActions>
        <SubmitButton busyText="Saving...">Save Note</SubmitButton>
        <CancelButton form={form} onClose={onClose} />
      </FormActions>
    </Form>
  );
}
