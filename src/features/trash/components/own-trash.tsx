import { useState } from 'react';
import { useNavigate } from 'react-router';
import { plural } from '#base/text.ts';
import { WritingFrame, type WritingFrameProps } from '#features/chapters/parts/writing/writing-frame.tsx';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';
import { ActionBar } from '#ui/action-bar.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { failureText } from '#ui/failure-text.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { Rows } from '#ui/rows.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { type ToastMessage, useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import {
  deleteTrash,
  emptyTrash,
  listTrash,
  restoreTrash,
  type TrashEntry,
  trashMessages,
} from '../contract.ts';
import { restoredMessage } from '../rules.ts';
import { entryTitle } from './entry-title.ts';
import styles from './own-trash.module.css';
import { TrashRow } from './trash-row.tsx';

/** Deleted stories and chapters, the last first, with the ways back and out. */
export function OwnTrash({ title, back }: Pick<WritingFrameProps, 'title' | 'back'>) {
  const first = useLoaded('trash', () => callApi(listTrash, {}));
  return (
    <WritingFrame title={title} back={back}>
      <p className={styles.lead}>
        What you delete waits here for {plural(TRASH_DAYS, 'day')}. Readers do not find it. Restored, it is
        where it was, with its address, votes and bookmarks.
      </p>
      <LoadedPart loaded={first} label="Loading your trash" lines={6} failed={trashMessages.loadFailed}>
        {(data) => <TrashList entries={data.trash} total={data.pagination.total} />}
      </LoadedPart>
    </WritingFrame>
  );
}

function TrashList({ entries, total: firstTotal }: { entries: TrashEntry[]; total: number }) {
  const [shown, setShown] = useState(entries);
  const [total, setTotal] = useState(firstTotal);
  // The question keeps its words while its window closes.
  const [asked, setAsked] = useState<TrashEntry | 'all'>();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const toast = useToast();
  const navigate = useNavigate();

  function ask(about: TrashEntry | 'all') {
    setAsked(about);
    setAsking(true);
  }

  /** Tells what is done, also if the list cannot follow. */
  async function finish(message: string, action?: ToastMessage['action']) {
    toast.show({ kind: 'success', message, ...(action === undefined ? {} : { action }) });
    try {
      const { trash, pagination } = await callApi(listTrash, {});
      setShown(trash);
      setTotal(pagination.total);
    } catch (problem) {
      setError(failureText(problem, trashMessages.loadFailed));
    }
  }

  async function restore(entry: TrashEntry) {
    setError(undefined);
    try {
      const restored = await callApi(restoreTrash, { id: String(entry.id) });
      await finish(restoredMessage(restored), {
        label: 'Open',
        run: () => void navigate(restored.url),
      });
    } catch (problem) {
      setError(failureText(problem, trashMessages.restoreFailed));
    }
  }

  async function remove() {
    setError(undefined);
    if (asked === 'all') await callApi(emptyTrash, {});
    else if (asked !== undefined) await callApi(deleteTrash, { id: String(asked.id) });
    setAsking(false);
    await finish(asked === 'all' ? trashMessages.emptied : trashMessages.deleted);
  }

  async function showMore() {
    setError(undefined);
    try {
      const { trash } = await callApi(listTrash, { page: Math.floor(shown.length / PAGE) + 1, limit: PAGE });
      setShown([...new Map([...shown, ...trash].map((entry) => [entry.id, entry])).values()]);
    } catch (problem) {
      setError(failureText(problem, trashMessages.loadFailed));
    }
  }

  return (
    <div className={styles.trash}>
      {error === undefined ? null : <Notice kind="error" title={error} />}
      {shown.length === 0 ? (
        <Notice
          kind="empty"
          title="Nothing here"
          action={<ButtonLink href={urls.profile()}>My Stories</ButtonLink>}
        />
      ) : (
        <>
          <ActionBar>
            <p className={styles.quiet}>{plural(total, 'entry', 'entries')}</p>
            <Button size="small" aria-haspopup="dialog" onClick={() => ask('all')}>
              Empty Trash
            </Button>
          </ActionBar>
          <Rows>
            {shown.map((entry) => (
              <TrashRow
                key={entry.id}
                entry={entry}
                onRestore={() => restore(entry)}
                onDelete={() => ask(entry)}
              />
            ))}
          </Rows>
          <ShowMore count={shown.length} isComplete={shown.length >= total} onMore={showMore} />
        </>
      )}
      <DeleteDialog
        title={asked === 'all' ? 'Empty Trash' : 'Delete Permanently'}
        question={
          asked === 'all'
            ? 'Delete everything in your trash permanently? This cannot be undone.'
            : `Delete “${asked === undefined ? '' : entryTitle(asked)}” permanently? This cannot be undone.`
        }
        open={isAsking}
        onClose={() => setAsking(false)}
        onDelete={remove}
        failed={(reason) =>
          reason ?? (asked === 'all' ? trashMessages.emptyFailed : trashMessages.deleteFailed)
        }
      />
    </div>
  );
}

const PAGE = 50;
