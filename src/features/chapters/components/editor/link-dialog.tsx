import type { Editor } from '@tiptap/core';
import { getMarkRange } from '@tiptap/core';
import type { SubmitEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type FormState, useForm } from '#ui/use-form.ts';
import { typedLink } from './typed-address.ts';

const ADDRESS_REQUIRED = 'Address is required';
const ADDRESS_FORM =
  'Please enter an address such as https://example.org, mailto:someone@example.org or /tags';

export type EditorWindowProps = { editor: Editor; open: boolean; onClose: () => void };

/** Asks for the address of a link; an existing link can also be removed. */
export function LinkDialog({ editor, open, onClose }: EditorWindowProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Link">
      {open ? <LinkForm editor={editor} onClose={onClose} /> : null}
    </Dialog>
  );
}

function LinkForm({ editor, onClose }: Omit<EditorWindowProps, 'open'>) {
  const isLink = editor.isActive('link');
  const asksText = editor.state.selection.empty && !isLink;
  const form = useForm({
    names: ['address', 'words'],
    failureMessage: '',
    check: ({ address, words }) => ({
      address:
        address.trim() === '' ? ADDRESS_REQUIRED : typedLink(address) === undefined ? ADDRESS_FORM : '',
      words: asksText && words.trim() === '' ? 'Text is required' : '',
    }),
    submit: async ({ address, words }) => {
      const href = typedLink(address) ?? '';
      const marks = [{ type: 'link', attrs: { href } }];
      if (asksText) editor.chain().insertContent({ type: 'text', text: words.trim(), marks }).run();
      else editor.chain().setTextSelection(linkRange(editor)).setMark('link', { href }).run();
      onClose();
      return undefined;
    },
  });

  function remove() {
    editor.chain().setTextSelection(linkRange(editor)).unsetMark('link').run();
    onClose();
  }

  return (
    <Form form={apart(form)} label="Link" saysNeedsScript={false}>
      <TextField
        name="address"
        label="Address"
        inputMode="url"
        autoComplete="off"
        defaultValue={String(editor.getAttributes('link').href ?? '')}
        required
      />
      {asksText ? <TextField name="words" label="Text" autoComplete="off" required /> : null}
      <FormActions>
        <SubmitButton>{isLink ? 'Change link' : 'Insert link'}</SubmitButton>
        {isLink ? <Button onClick={remove}>Remove link</Button> : null}
      </FormActions>
    </Form>
  );
}

/** The range of the whole link under the cursor, or of the selection. */
function linkRange(editor: Editor): { from: number; to: number } {
  const { $from, from, to, empty } = editor.state.selection;
  const type = editor.schema.marks.link;
  const range = empty && type !== undefined ? getMarkRange($from, type) : undefined;
  return range ?? { from, to };
}

/** Stops a dialog's submit event: React bubbles it through the portal to the form around the editor. */
export function apart(form: FormState): FormState {
  return {
    ...form,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.stopPropagation();
      form.onSubmit(event);
    },
  };
}
