import { useId } from 'react';
import { fits } from '#base/plain-text.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { chapterMessages, MAX_VOLUME_CHARACTERS } from '../../contract/chapters.ts';
import { severalMessages } from '../../contract/several-chapters.ts';
import { apart } from '../editor/link-dialog.tsx';
import type { SelectionFormProps } from './several-chapters.ts';
import { volumesIn } from './volumes-in.ts';

/** The volume that the selected chapters belong to. */
export function VolumeForm({ several, onClose }: SelectionFormProps) {
  const listId = useId();
  const present = volumesIn(several.selected);
  const form = useForm({
    names: ['volume'],
    failureMessage: severalMessages.changeFailed,
    check: ({ volume }) => ({
      volume: fits(volume.trim(), MAX_VOLUME_CHARACTERS) ? undefined : chapterMessages.volumeTooLong,
    }),
    submit: async (values) => {
      const volume = values.volume.trim() || null;
      await several.change(
        several.selected.map(({ id }) => ({ id, volume })),
        volume === null ? 'taken out of their volume' : `put into ${volume}`,
      );
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={apart(form)} label="Volume" saysNeedsScript={false}>
      <TextField
        name="volume"
        label="Volume"
        hint="Neighbours of one volume stand together under its title. Empty: no volume."
        autoComplete="off"
        list={listId}
        defaultValue={present.length === 1 ? present[0] : ''}
        counter={{ limit: MAX_VOLUME_CHARACTERS }}
      />
      <datalist id={listId}>
        {volumesIn(several.all).map((volume) => (
          <option key={volume} value={volume} />
        ))}
      </datalist>
      <FormActions>
        <SubmitButton busyText="Saving...">Set volume</SubmitButton>
      </FormActions>
    </Form>
  );
}
