import { useState } from 'react';
import { blockMessages, endBlock, setBlock } from '#features/comments/contract/blocks.ts';
import { undoBlocks } from '#features/comments/parts/undo-blocks.ts';
import { useReport } from '#features/reports/parts/use-report.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatMoment } from '#ui/dates.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { OrderedList } from '#ui/list.tsx';
import { Menu } from '#ui/menu.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import {
  answerNote,
  deleteNotes,
  MAX_NOTE_TEXT_CHARACTERS,
  type NoteThread,
  noteMessages,
} from '../contract.ts';
import { contentError } from './new-note.tsx';
import styles from './note-thread.module.css';

export type NoteThreadViewProps = { thread: NoteThread; onChanged: () => void };

/** One private conversation with its answers, and what can be done with it. */
export function NoteThreadView({ thread, onChanged }: NoteThreadViewProps) {
  const [isAnswering, setAnswering] = useState(false);
  const name = thread.with_display_name ?? 'Somebody who has left';
  const notes = (
    <OrderedList className={styles.notes}>
      {thread.notes.map((note) => (
        <li key={note.id} className={note.is_mine ? styles.own : styles.note}>
          <p className={styles.quiet}>
            {note.is_mine ? 'You' : name},{' '}
            <time dateTime={note.created_at}>{formatMoment(note.created_at)}</time>
          </p>
          {note.state === 'deleted' ? (
            <p className={styles.gone}>This note was deleted.</p>
          ) : (
            <p className={styles.text} dir="auto">
              {note.content}
            </p>
          )}
        </li>
      ))}
    </OrderedList>
  );
  return (
    <article className={styles.thread} aria-label={`Notes with ${name}`}>
      <header className={styles.header}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.quiet}>
          {thread.story_slug === null ? (
            'About a story that you cannot find any more'
          ) : (
            <>
              About <a href={urls.story(thread.story_slug)}>{thread.story_title}</a>
            </>
          )}
        </p>
        <ThreadMenu thread={thread} onChanged={onChanged} />
      </header>
      {thread.is_folded ? (
        <details>
          <summary className={styles.folded}>From somebody whom you mute or block</summary>
          {notes}
        </details>
      ) : (
        notes
      )}
      {!thread.may_answer ? (
        <p className={styles.quiet}>{noteMessages.ended}.</p>
      ) : isAnswering ? (
        <AnswerForm
          id={thread.id}
          onCancel={() => setAnswering(false)}
          onSent={() => {
            setAnswering(false);
            onChanged();
          }}
        />
      ) : (
        <div>
          <Button size="small" onClick={() => setAnswering(true)}>
            Answer<span className="visually-hidden"> {name}</span>
          </Button>
        </div>
      )}
    </article>
  );
}

function AnswerForm({ id, onSent, onCancel }: { id: number; onSent: () => void; onCancel: () => void }) {
  const form = useForm({
    names: ['content'],
    draft: `answer:${id}`,
    check: ({ content }) => ({ content: contentError(content) }),
    submit: async ({ content }) => {
      await callApi(answerNote, { id: String(id), content });
      onSent();
      return noteMessages.answered;
    },
    failureMessage: noteMessages.sendFailed,
  });
  return (
    <Form form={form} label="Answer" saysNeedsScript={false}>
      <TextArea
        name="content"
        label="Your answer"
        rows={4}
        required
        autoFocus
        counter={{ limit: MAX_NOTE_TEXT_CHARACTERS }}
      />
      <FormActions>
        <SubmitButton busyText="Sending...">Send Answer</SubmitButton>
        <Button aria-disabled={form.isBusy || undefined} onClick={onCancel}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}

function ThreadMenu({ thread, onChanged }: NoteThreadViewProps) {
  const { id, with_username: username } = thread;
  const [isDeleting, setDeleting] = useState(false);
  const report = useReport({ kind: 'note', id });
  const toast = useToast();
  const toasted = useToastedAction(blockMessages.saveFailed);

  async function run<Done>(
    work: () => Promise<Done>,
    message: string,
    undo?: (done: Done) => Promise<unknown>,
  ) {
    await toasted.run(async () => {
      const done = await work();
      if (undo === undefined) return message;
      return {
        message,
        action: { label: 'Undo', run: () => void run(() => undo(done), blockMessages.ended) },
      };
    });
    onChanged();
  }

  const end = () => callApi(endBlock, { username: username ?? '' });
  const set = (kind: 'mute' | 'block') =>
    run(
      () => callApi(setBlock, { username: username ?? '', kind }),
      kind === 'mute' ? blockMessages.muted : blockMessages.blocked,
      (done) => undoBlocks([done]),
    );
  return (
    <>
      <Menu
        label={`More about the notes with ${thread.with_display_name ?? 'somebody'}`}
        items={[
          ...(username === null
            ? []
            : [
                thread.is_folded
                  ? { label: 'Unmute or unblock', onSelect: () => run(end, blockMessages.ended) }
                  : { label: 'Mute', onSelect: () => set('mute') },
                { label: 'Block', onSelect: () => set('block') },
                { label: 'Report', onSelect: report.start },
              ]),
          { label: 'Delete', danger: true, onSelect: () => setDeleting(true) },
        ]}
      />
      {report.dialog}
      <DeleteDialog
        title="Delete Conversation"
        question={noteMessages.deleteConfirm}
        open={isDeleting}
        onClose={() => setDeleting(false)}
        onDelete={async () => {
          await callApi(deleteNotes, { id: String(id) });
          setDeleting(false);
          toast.show({ kind: 'success', message: noteMessages.deleted });
          onChanged();
        }}
        failed={(reason) => reason ?? noteMessages.deleteFailed}
      />
    </>
  );
}
