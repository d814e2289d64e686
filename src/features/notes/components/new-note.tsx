import { fits, isBlank } from '#base/plain-text.ts';
import type { User } from '#features/accounts/contract/session.ts';
import type { PenName } from '#features/pen-names/contract.ts';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { PenNameField, usePenNameChoice } from '#features/pen-names/parts/pen-name-choice.tsx';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { MAX_NOTE_TEXT_CHARACTERS, noteMessages, sendNote } from '../contract.ts';

export function contentError(content: string): string | undefined {
  if (isBlank(content)) return noteMessages.contentRequired;
  return fits(content.trim(), MAX_NOTE_TEXT_CHARACTERS) ? undefined : noteMessages.contentTooLong;
}

export type NewNoteProps = { slug: string; user: User; onSent: () => void };

/** A note to the author of a story. Typed text stays over a reload. */
export function NewNote(props: NewNoteProps) {
  return (
    <OwnPenNames user={props.user} waiting={null} failed={(notice) => notice}>
      {(names) => <NoteFields {...props} names={names} />}
    </OwnPenNames>
  );
}

function NoteFields({ slug, user, onSent, names }: NewNoteProps & { names: PenName[] }) {
  const penName = usePenNameChoice(names);
  const form = useForm({
    names: ['content', 'author_username'],
    draft: `note:${user.account_id}:${slug}`,
    check: ({ content, author_username }) => ({
      content: contentError(content),
      author_username: penName.check(author_username),
    }),
    confirm: ({ author_username }) => penName.confirm(author_username),
    submit: async ({ content, author_username }) => {
      await callApi(sendNote, { id: slug, content, ...penName.inputOf(author_username) });
      onSent();
      return noteMessages.sent;
    },
    failureMessage: noteMessages.sendFailed,
    clearsOnSuccess: true,
  });
  return (
    <>
      <Form form={form} label="Note to the author" saysNeedsScript={false}>
        <TextArea
          name="content"
          label="Your note to the author"
          hint="Plain text. Only the author of the story reads it, and can answer you."
          rows={6}
          required
          counter={{ limit: MAX_NOTE_TEXT_CHARACTERS }}
        />
        <PenNameField names={names} />
        <FormActions>
          <SubmitButton busyText="Sending...">Send Note</SubmitButton>
        </FormActions>
      </Form>
      {penName.dialog}
    </>
  );
}
