import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { contentWarnings, type WarningName } from '#features/labels/contract/warnings.ts';
import { getStory } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { MAX_NOTE_CHARACTERS, moderationMessages } from '../contract/moderation.ts';
import { setStaffWarnings, staffWarningMessages } from '../contract/warnings.ts';
import styles from './warn-button.module.css';

const NAMES = Object.keys(contentWarnings) as WarningName[];

interface Warned {
  /** Undefined: the whole story. */
  chapterId?: number;
  label: string;
  staff_warnings: readonly WarningName[];
}

async function loadWarned(slug: string): Promise<Warned[]> {
  const [story, { chapters }] = await Promise.all([
    callApi(getStory, { id: slug }),
    callApi(listChapters, { id: slug }),
  ]);
  return [
    { label: 'The whole story', staff_warnings: story.staff_warnings },
    ...chapters.map((chapter) => ({
      chapterId: chapter.id,
      label: chapterTitle(chapter),
      staff_warnings: chapter.staff_warnings,
    })),
  ];
}

/** A moderator's way to add content warnings to a story or one of its chapters, and to lift them. */
export function WarnButton({ slug }: { slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Warnings
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Content warnings by staff"
        description="They stand beside the author’s, who cannot remove them and gets an email with your reason."
      >
        {isOpen ? <LoadedForm slug={slug} onSaved={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

type FormProps = { slug: string; onSaved: () => void };

function LoadedForm({ slug, onSaved }: FormProps) {
  const { data: warned } = useLoaded(slug, () => loadWarned(slug));
  const [at, setAt] = useState(0);
  const chosen = warned?.[at];
  if (warned === undefined || chosen === undefined) return <p>Loading...</p>;
  return (
    <WarnForm
      key={at}
      slug={slug}
      onSaved={onSaved}
      chosen={chosen}
      about={
        <SelectField
          name="about"
          label="About"
          value={String(at)}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
          options={warned.map(({ label }, index) => ({ value: String(index), label }))}
        />
      }
    />
  );
}

function WarnForm({ slug, chosen, about, onSaved }: FormProps & { chosen: Warned; about: ReactNode }) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const form = useForm({
    names: [...NAMES, 'note'],
    draft: `warn:${slug}:${chosen.chapterId ?? ''}`,
    check: ({ note }) => ({ note: note.trim() === '' ? moderationMessages.noteRequired : undefined }),
    submit: async (values) => {
      await callApi(setStaffWarnings, {
        id: slug,
        ...(chosen.chapterId === undefined ? {} : { chapter_id: chosen.chapterId }),
        warnings: NAMES.filter((name) => values[name] !== ''),
        note: values.note,
      });
      toast.show({ kind: 'success', message: staffWarningMessages.saved });
      onSaved();
      void revalidate();
      return undefined;
    },
    failureMessage: moderationMessages.failed,
  });
  return (
    <Form form={form} label="Content warnings by staff" saysNeedsScript={false}>
      {about}
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Warnings by staff</legend>
        {NAMES.map((name) => (
          <CheckboxField
            key={name}
            name={name}
            value="yes"
            label={contentWarnings[name]}
            defaultChecked={chosen.staff_warnings.includes(name)}
          />
        ))}
      </fieldset>
      <TextArea
        name="note"
        label="Reason"
        hint="Emailed to the author, without your name."
        rows={3}
        required
        counter={{ limit: MAX_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText="Saving...">Save</SubmitButton>
      </FormActions>
    </Form>
  );
}
