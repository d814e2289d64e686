import { useLocation } from 'react-router';
import { pageNumberOf } from '#base/page-number.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { listNotes, NOTE_BOXES, type NoteBox, noteMessages } from '../contract.ts';
import { NewNote } from './new-note.tsx';
import { NoteThreadView } from './note-thread.tsx';
import styles from './own-notes.module.css';

const boxes: Record<NoteBox, string> = { received: 'About your stories', sent: 'Yours to authors' };

/** The private notes of an account; with `to` in the address, the form of a new one. */
export function OwnNotes({ title, user }: { title: string; user: User }) {
  const query = new URLSearchParams(useLocation().search);
  const to = query.get('to') ?? undefined;
  const box = NOTE_BOXES.find((one) => one === query.get('box')) ?? (to === undefined ? 'received' : 'sent');
  const page = pageNumberOf(query);
  const loaded = useLoaded(`${box} ${page}`, () => callApi(listNotes, { box, page }));
  return (
    <WritingFrame
      title={title}
      back={to === undefined ? undefined : { href: urls.story(to), label: 'Back to the story' }}
    >
      {to === undefined ? null : <NewNote key={to} slug={to} user={user} onSent={loaded.reload} />}
      <LinkTabs
        label="Private notes"
        tabs={NOTE_BOXES.map((one) => ({
          href: urls.notes({ box: one }),
          label: boxes[one],
          current: one === box,
        }))}
      />
      <LoadedPart
        loaded={loaded}
        label="Loading the notes"
        failed={noteMessages.loadFailed}
        empty={({ threads }) =>
          threads.length > 0
            ? undefined
            : box === 'received'
              ? 'Nobody has written to you. Readers can where the settings of a story allow it.'
              : 'You have written to no author.'
        }
      >
        {({ threads, pagination }) => (
          <>
            <OrderedList className={styles.list} aria-label={boxes[box]}>
              {threads.map((thread) => (
                <li key={thread.id} className={styles.row}>
                  <NoteThreadView thread={thread} onChanged={loaded.reload} />
                </li>
              ))}
            </OrderedList>
            <Pagination
              page={page}
              pages={pagination.pages}
              hrefFor={(one) => urls.notes({ box, page: one })}
              label="Pages of notes"
            />
          </>
        )}
      </LoadedPart>
    </WritingFrame>
  );
}
