import { useId, useState } from 'react';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatMoment } from '#ui/dates.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import {
  addStaffNote,
  deleteStaffNote,
  editStaffNote,
  listStaffNotes,
  MAX_STAFF_NOTE_CHARACTERS,
  type StaffNote,
  staffNoteMessages,
} from '../contract.ts';
import styles from './staff-notes.module.css';

export type StaffNotesAbout = { about_account: number } | { about_story: number } | { about_case: number };

export type StaffNotesProps = {
  /** Asked for, where the page does not know the id. */
  about: StaffNotesAbout | (() => Promise<StaffNotesAbout>);
  isAdmin: boolean;
};

/** The notes of the staff about somebody or something, with a form for another one. */
export function StaffNotes({ about, isAdmin }: StaffNotesProps) {
  const find = async () => (typeof about === 'function' ? about() : about);
  const key = typeof about === 'function' ? 'asked for' : JSON.stringify(about);
  const loaded = useLoaded(key, async () => callApi(listStaffNotes, await find()));
  return (
    <div className={styles.notes}>
      <LoadedPart
        loaded={loaded}
        label="Loading the notes"
        failed={staffNoteMessages.loadFailed}
        empty={() => undefined}
      >
        {({ notes }) =>
          notes.length === 0 ? (
            <p className={styles.none}>No notes yet.</p>
          ) : (
            <List className={styles.list} aria-label="Staff notes">
              {notes.map((note) => (
                <Note key={note.id} note={note} isAdmin={isAdmin} onChanged={loaded.reload} />
              ))}
            </List>
          )
        }
      </LoadedPart>
      <NoteForm
        label="New note"
        save={async (body) => {
          await callApi(addStaffNote, { ...(await find()), body });
          loaded.reload();
        }}
      />
    </div>
  );
}

type NoteProps = { note: StaffNote; isAdmin: boolean; onChanged: () => void };

function Note({ note, isAdmin, onChanged }: NoteProps) {
  const [state, setState] = useState<'shown' | 'edited' | 'deleted'>('shown');
  const textId = useId();
  const show = () => setState('shown');
  if (state === 'edited')
    return (
      <li className={styles.note}>
        <NoteForm
          label="Edit note"
          body={note.body}
          onCancel={show}
          save={async (body) => {
            await callApi(editStaffNote, { id: note.id, body });
            show();
            onChanged();
          }}
        />
      </li>
    );
  return (
    <li className={styles.note}>
      <p id={textId} className={styles.text}>
        {note.body}
      </p>
      <p className={styles.facts}>
        {note.writer_name ?? 'A former member of the staff'},{' '}
        <time dateTime={note.created_at}>{formatMoment(note.created_at)}</time>
        {note.edited_at === null ? null : ', edited'}
        {note.story === null ? null : (
          <>
            , on <a href={urls.story(note.story.slug)}>{note.story.title}</a>
          </>
        )}
        {note.case_id === null ? null : (
          <>
            , on <a href={staffUrls.queue({ case: note.case_id })}>case {note.case_id}</a>
          </>
        )}
      </p>
      {note.is_own || isAdmin ? (
        <div className={styles.actions}>
          {note.is_own ? (
            <Button size="small" aria-describedby={textId} onClick={() => setState('edited')}>
              Edit note
            </Button>
          ) : null}
          <Button size="small" aria-describedby={textId} onClick={() => setState('deleted')}>
            Delete note
          </Button>
        </div>
      ) : null}
      {state === 'deleted' ? (
        <DeleteDialog
          open
          onClose={show}
          title="Delete note"
          question="Delete this note for all of the staff? The log keeps that there was one."
          onDelete={async () => {
            await callApi(deleteStaffNote, { id: note.id });
            onChanged();
          }}
          failed={(reason) => reason ?? staffNoteMessages.failed}
        />
      ) : null}
    </li>
  );
}

type NoteFormProps = {
  label: string;
  body?: string;
  save: (body: string) => Promise<void>;
  onCancel?: () => void;
};

function NoteForm({ label, body = '', save, onCancel }: NoteFormProps) {
  const form = useForm({
    names: ['body'],
    check: (values) => ({ body: values.body.trim() === '' ? staffNoteMessages.required : undefined }),
    submit: async (values) => {
      await save(values.body);
      return staffNoteMessages.saved;
    },
    failureMessage: staffNoteMessages.failed,
    clearsOnSuccess: true,
  });
  return (
    <Form form={form} label={label} saysNeedsScript={false}>
      <TextArea
        name="body"
        label={label}
        hint="For the staff alone. Write what its subject could read: the law may entitle them to."
        rows={3}
        required
        defaultValue={body}
        counter={{ limit: MAX_STAFF_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText="Saving...">Save note</SubmitButton>
        {onCancel === undefined ? null : <Button onClick={onCancel}>Cancel</Button>}
      </FormActions>
    </Form>
  );
}
