import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { apart, type EditorWindowProps } from './link-dialog.tsx';
import { typedImageSource } from './typed-address.ts';

const SOURCE_REQUIRED = 'Address is required';
const SOURCE_FORM = 'Please enter an address that begins with https://';

/** Asks for a picture's address and description; changes the picture if one is selected. */
export function ImageDialog({ editor, open, onClose }: EditorWindowProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Image"
      description="Readers see a box with your description. The picture loads when they click it."
    >
      {open ? <ImageForm editor={editor} onClose={onClose} /> : null}
    </Dialog>
  );
}

function ImageForm({ editor, onClose }: Omit<EditorWindowProps, 'open'>) {
  const isImage = editor.isActive('image');
  const { src = '', alt = '' } = isImage ? editor.getAttributes('image') : {};
  const form = useForm({
    names: ['src', 'alt'],
    failureMessage: '',
    check: (values) => ({
      src:
        values.src.trim() === ''
          ? SOURCE_REQUIRED
          : typedImageSource(values.src) === undefined
            ? SOURCE_FORM
            : '',
    }),
    submit: async (values) => {
      const attrs = { src: typedImageSource(values.src) ?? '', alt: values.alt.trim() };
      editor.chain().insertContent({ type: 'image', attrs }).run();
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={apart(form)} label="Image" saysNeedsScript={false}>
      <TextField name="src" label="Address" inputMode="url" autoComplete="off" defaultValue={src} required />
      <TextField
        name="alt"
        label="Description"
        hint="What the picture shows, for readers who can’t see it"
        autoComplete="off"
        defaultValue={alt}
      />
      <FormActions>
        <SubmitButton>{isImage ? 'Change image' : 'Insert image'}</SubmitButton>
      </FormActions>
    </Form>
  );
}
