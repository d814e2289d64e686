import { useState } from 'react';
import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_LABELS, type AnnouncementKind } from '#base/announcement-kinds.ts';
import { HOUR_MILLISECONDS } from '#base/durations.ts';
import { isApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import {
  type Announcement,
  announcementMessages,
  editAnnouncement,
  MAX_ANNOUNCEMENT_CHARACTERS,
  writeAnnouncement,
} from '../contract.ts';
import styles from './announcement-form.module.css';
import { AnnouncementText } from './announcement-text.tsx';

/** A time as the field for it takes it: by the clock of this browser, to the minute. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The time typed; an unchanged one keeps its seconds. Empty if it is none. */
function typedTime(typed: string, before?: string): string {
  if (before !== undefined && typed === localTime(new Date(before))) return before;
  const time = new Date(typed);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

export type AnnouncementFormProps = {
  /** The announcement to edit; without one, the form writes another. */
  announcement?: Announcement;
  onSaved: () => void;
  onCancel?: () => void;
  /** Tells the current revision after somebody else has changed the announcement. */
  readRevision?: (id: number) => Promise<number | undefined>;
};

export function AnnouncementForm({ announcement, onSaved, onCancel, readRevision }: AnnouncementFormProps) {
  const [kind, setKind] = useState<AnnouncementKind>(announcement?.kind ?? 'notice');
  const [text, setText] = useState(announcement?.text ?? '');
  const [revision, setRevision] = useState(announcement?.revision ?? 0);
  const [start] = useState(() => new Date());
  const form = useForm({
    names: ['kind', 'text', 'starts_at', 'ends_at'],
    check: (values) => ({
      text: values.text.trim() === '' ? announcementMessages.textRequired : undefined,
      starts_at: typedTime(values.starts_at) === '' ? announcementMessages.startRequired : undefined,
      ends_at: typedTime(values.ends_at) === '' ? announcementMessages.endRequired : undefined,
    }),
    submit: async (values) => {
      const details = {
        kind: values.kind as AnnouncementKind,
        text: values.text,
        starts_at: typedTime(values.starts_at, announcement?.starts_at),
        ends_at: typedTime(values.ends_at, announcement?.ends_at),
      };
      if (announcement === undefined) {
        await callApi(writeAnnouncement, details);
        setText('');
        // The form empties its fields after success, and the preview follows them.
        setKind('notice');
      } else {
        try {
          await callApi(editAnnouncement, { id: announcement.id, revision, ...details });
        } catch (error) {
          if (isApiError(error) && error.code === 'edit_conflict')
            setRevision((await readRevision?.(announcement.id)) ?? revision);
          throw error;
        }
      }
      onSaved();
      return announcementMessages.written;
    },
    failureMessage: announcementMessages.failed,
    clearsOnSuccess: announcement === undefined,
  });
  return (
    <Form
      form={form}
      label={announcement === undefined ? 'New announcement' : 'Edit announcement'}
      className={styles.form}
      saysNeedsScript={false}
    >
      <SelectField
        name="kind"
        label="Kind"
        defaultValue={kind}
        onChange={(event) => setKind(event.currentTarget.value as AnnouncementKind)}
        options={ANNOUNCEMENT_KINDS.map((each) => ({ value: each, label: ANNOUNCEMENT_LABELS[each] }))}
      />
      <TextArea
        name="text"
        label="Text"
        hint="Plain text. Up to two links: [words](/help) or [words](https://example.org)."
        rows={3}
        required
        defaultValue={announcement?.text ?? ''}
        onInput={(event) => setText(event.currentTarget.value)}
        counter={{ limit: MAX_ANNOUNCEMENT_CHARACTERS }}
      />
      <div className={styles.times}>
        <TextField
          name="starts_at"
          label="Start"
          hint="By your own clock."
          type="datetime-local"
          required
          defaultValue={localTime(announcement === undefined ? start : new Date(announcement.starts_at))}
        />
        <TextField
          name="ends_at"
          label="End"
          hint="At most a year later."
          type="datetime-local"
          required
          defaultValue={localTime(
            announcement === undefined
              ? new Date(start.getTime() + 24 * HOUR_MILLISECONDS)
              : new Date(announcement.ends_at),
          )}
        />
      </div>
      {text.trim() === '' ? null : (
        <figure className={styles.preview}>
          <figcaption className={styles.caption}>Preview</figcaption>
          <AnnouncementText kind={kind} text={text} />
        </figure>
      )}
      <FormActions>
        <SubmitButton busyText="Saving...">{announcement === undefined ? 'Announce' : 'Save'}</SubmitButton>
        {onCancel === undefined ? null : <Button onClick={onCancel}>Cancel</Button>}
      </FormActions>
    </Form>
  );
}
