import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { severalMessages } from '../../contract/several-chapters.ts';
import { chapterTitle } from '../../parts/chapter-title.ts';
import { apart } from '../editor/link-dialog.tsx';
import type { SelectionFormProps } from './several-chapters.ts';
import { volumesIn } from './volumes-in.ts';

/** The place that the selected chapters move to. At the end of a volume they become part of it. */
export function MoveForm({ several, onClose }: SelectionFormProps) {
  const moved = new Set(several.selected.map(({ id }) => id));
  const rest = several.all.filter(({ id }) => !moved.has(id));
  const idAfter = (at: number) => rest[at + 1]?.id ?? null;
  const places = [
    { label: 'To the beginning', before: rest[0]?.id ?? null },
    ...volumesIn(rest).map((volume) => {
      const last = rest.findLastIndex((chapter) => chapter.volume === volume);
      return { label: `To the end of ${volume}`, before: idAfter(last), volume };
    }),
    ...rest.map((chapter, at) => ({ label: `After ${chapterTitle(chapter)}`, before: idAfter(at) })),
  ];
  const form = useForm({
    names: ['place'],
    failureMessage: severalMessages.changeFailed,
    submit: async ({ place }) => {
      const to: { before: number | null; volume?: string } = places[Number(place)] ?? { before: null };
      const { before, ...volume } = {
        before: to.before,
        ...(to.volume === undefined ? {} : { volume: to.volume }),
      };
      await several.change(
        several.selected.map(({ id }) => ({ id, ...volume })),
        'moved',
        before,
      );
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={apart(form)} label="Move" saysNeedsScript={false}>
      <SelectField
        name="place"
        label="Place"
        hint="They stay in their present order."
        options={places.map(({ label }, at) => ({ value: String(at), label }))}
      />
      <FormActions>
        <SubmitButton busyText="Moving...">Move</SubmitButton>
      </FormActions>
    </Form>
  );
}
